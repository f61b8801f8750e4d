using DbIngest.Abstractions.Records;
using FsCheck;
using FsCheck.Fluent;

namespace DbIngest.Core.Tests.Records;

public sealed class RecordHashTests
{
    [Fact]
    public void Sum_AnyBatch_IsTheSumOfItsRecords() =>
        Prop.ForAll(
            Gen.Choose(1, 12).Zip(Gen.Choose(1, 40)).Zip(Gen.Choose(0, int.MaxValue)).ToArbitrary(),
            input =>
            {
                var ((columns, rows), seed) = input;
                var batch = RandomBatch(columns, rows, (ulong)seed);

                ulong sum = 0;
                for (int row = 0; row < rows; row++)
                {
                    double[] values = [.. Enumerable.Range(0, columns).Select(c => batch.Column(c)[row])];
                    sum += RecordHash.Of(batch.Source, batch.FirstSequence + row, batch.Timestamps[row], batch.Qualities[row],
                        values);
                }

                RecordHash.Sum(batch).ShouldBe(sum);
            }).QuickCheckThrowOnFailure();

    [Fact]
    public void Of_OneBitFlippedAnywhere_FlipsAboutHalfOfTheHash()
    {
        double[] values = [230.1, 0, 49.98];
        ulong original = RecordHash.Of(3, 12345, 1_700_000_000_000_000, 2, values);
        var distances = new List<int>();
        for (int bit = 0; bit < 64; bit++)
        {
            distances.Add(Distance(RecordHash.Of(3, 12345 ^ (1L << bit), 1_700_000_000_000_000, 2, values)));
            distances.Add(Distance(RecordHash.Of(3, 12345, 1_700_000_000_000_000 ^ (1L << bit), 2, values)));
            for (int value = 0; value < values.Length; value++)
            {
                double[] flipped = [.. values];
                flipped[value] = BitConverter.Int64BitsToDouble(BitConverter.DoubleToInt64Bits(values[value]) ^ (1L << bit));
                distances.Add(Distance(RecordHash.Of(3, 12345, 1_700_000_000_000_000, 2, flipped)));
            }
        }

        distances.Min().ShouldBeGreaterThan(8);
        distances.Average().ShouldBe(32, 1.5);

        int Distance(ulong hash) => System.Numerics.BitOperations.PopCount(hash ^ original);
    }

    [Fact]
    public void Of_ManyRecords_NeverCollides()
    {
        var seen = new HashSet<ulong>();
        for (int sequence = 0; sequence < 200_000; sequence++)
        {
            seen.Add(RecordHash.Of(sequence & 7, sequence >> 3, (sequence >> 3) * 1_000_000L, 0, [0, 0, 0])).ShouldBeTrue();
        }
    }

    private static RecordBatch RandomBatch(int columns, int rows, ulong seed)
    {
        var random = new SplitMix64(seed);
        var schema = new RecordSchema([.. Enumerable.Range(0, columns).Select(c => new ValueColumn($"v{c}", string.Empty))]);
        var batch = new RecordBatch(schema, rows + 3);
        batch.Reset(random.NextBelow(1000), random.NextBelow(1_000_000), rows);
        for (int row = 0; row < rows; row++)
        {
            batch.Timestamps[row] = (long)random.Next();
            batch.Qualities[row] = (uint)random.Next();
            for (int column = 0; column < columns; column++)
            {
                batch.Column(column)[row] = BitConverter.UInt64BitsToDouble(random.Next());
            }
        }

        return batch;
    }
}
