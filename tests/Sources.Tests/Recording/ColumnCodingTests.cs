using DbIngest.Abstractions.Records;
using DbIngest.Sources.Input;
using DbIngest.Sources.Recording;

namespace DbIngest.Sources.Tests.Recording;

/// <summary>Columns of the temporary copy come back with the same bits, whatever they hold and wherever reading begins.</summary>
public sealed class ColumnCodingTests
{
    private const int Rows = 9_001;

    [Fact]
    public void Choose_ShortestThatKeepsEveryBit()
    {
        ColumnCoding.Choose([7.5, 7.5, 7.5]).ShouldBe(ColumnCoding.Same);
        ColumnCoding.Choose([double.NaN, double.NaN]).ShouldBe(ColumnCoding.Same);
        ColumnCoding.Choose([double.NaN, BitConverter.Int64BitsToDouble(0x7ff8_0000_0000_0001)]).ShouldBe(ColumnCoding.Plain);
        ColumnCoding.Choose([0, 1, 0]).ShouldBe(ColumnCoding.Bits);
        ColumnCoding.Choose([0, 1, double.NaN]).ShouldBe(ColumnCoding.Plain);
        ColumnCoding.Choose([0, 1, -0.0]).ShouldBe(ColumnCoding.Plain);
        ColumnCoding.Choose([0, 1, 2]).ShouldBe(ColumnCoding.Plain);
        ColumnCoding.Choose([0, 1, double.Epsilon]).ShouldBe(ColumnCoding.Plain);
    }

    [Theory]
    [InlineData(SampleKind.Int16, 0.003, -1.5)]
    [InlineData(SampleKind.Int32, 1e-6, 12.25)]
    public void TryWrite_SamplesOfEveryLength_OnlyWhenAllComeBack(SampleKind kind, double a, double b)
    {
        var scale = new ColumnScale(kind, a, b);
        byte[] target = new byte[1024];
        for (int length = 1; length < 50; length++)
        {
            double[] column = [.. Enumerable.Range(0, length).Select(i => ((i - 20) * a) + b + 0.0)];
            ScaledCoding.TryWrite(column, scale, target).ShouldBeTrue();

            foreach (double other in new[] { double.NaN, double.PositiveInfinity, (column[^1] * 1.0000001) + 1e-9, 1e300, -0.0 })
            {
                for (int at = 0; at < length; at += 7)
                {
                    double[] spoilt = [.. column];
                    spoilt[at] = other;
                    ScaledCoding.TryWrite(spoilt, scale, target).ShouldBeFalse($"{other} at {at} of {length}");
                }
            }
        }
    }

    [Fact]
    public void TryWrite_NoScale_IsNone()
    {
        byte[] target = new byte[64];
        ScaledCoding.TryWrite([1, 2], new ColumnScale(SampleKind.Int16, 0, 1), target).ShouldBeFalse();
        ScaledCoding.TryWrite([40_000, 2], new ColumnScale(SampleKind.Int16, 1, 0), target).ShouldBeFalse();
    }

    [Theory]
    [InlineData(1)]
    [InlineData(3)]
    [InlineData(1000)]
    [InlineData(4096)]
    [InlineData(9001)]
    public void Fill_ColumnsOfEveryKind_SameBitsInAnyBatch(int size)
    {
        using var folder = new TempFolder();
        using var reader = new Generated();
        using var spool = SpoolFile.Create(reader, Rows, folder.Path, "generated");
        using var source = new RecordingSource(spool, new RecordingSlice(0, Rows, 0), 0, reader.Schema.ValueCount, Rows);
        var batch = new RecordBatch(reader.Schema, size);
        for (int first = 0; first < Rows; first += size)
        {
            source.Fill(batch, first, Math.Min(size, Rows - first));
            for (int row = 0; row < batch.Count; row++)
            {
                batch.Timestamps[row].ShouldBe((first + row) * 1000L);
                batch.Qualities[row].ShouldBe(Generated.Quality(first + row));
                for (int column = 0; column < reader.Schema.ValueCount; column++)
                {
                    BitConverter.DoubleToInt64Bits(batch.Values[(column * batch.Capacity) + row])
                        .ShouldBe(BitConverter.DoubleToInt64Bits(Generated.Value(column, first + row)));
                }
            }
        }
    }

    private sealed class Generated : IRecordReader
    {
        private int _next;

        public RecordSchema Schema { get; } = new([.. Enumerable.Range(1, 10).Select(i => new ValueColumn($"c{i}", ""))]);

        public IReadOnlyDictionary<string, string> Facts { get; } = new Dictionary<string, string>();

        /// <summary>The second block alone has missing values, so that the qualities of blocks differ in kind too.</summary>
        public static uint Quality(int row) => row is > 4100 and < 5000 ? (uint)RecordQuality.Missing : 0;

        public IReadOnlyList<ColumnScale>? Scales { get; } =
        [
            .. Enumerable.Range(0, 6).Select(_ => new ColumnScale(SampleKind.Int16, 0.1, 0)),
            new(SampleKind.Int16, 0.003, -1.5), new(SampleKind.Int32, 1e-6, 12.25), new(SampleKind.Int16, 3.3, 0),
                new(SampleKind.Int16, 0.25, -7),
        ];

        public static double Value(int column, int row) => column switch
        {
            0 => row * 0.1,
            1 => (row * 7919L) >> 3 & 1,
            2 => 5.25,
            3 => Quality(row) != 0 ? double.NaN : row & 1,
            4 => row < 4096 ? 0 : row,
            5 => (row / 64) & 1,
            6 => ((short)(row * 7919) * 0.003) - 1.5 + 0.0,
            7 => (row * 7919_77L % 2_000_000_011L * 1e-6) + 12.25 + 0.0,
            8 => ((float)Math.Sin(row) * 3.3) + 0.0,

            // Samples but for one number in some blocks, and for a missing one in others.
            _ => row % 5000 == 17 ? 0.1 : Quality(row) != 0 && row % 64 == 3 ? double.NaN : ((row & 1023) * 0.25) - 7 + 0.0,
        };

        public int Read(RecordBatch batch)
        {
            int count = Math.Min(batch.Capacity, Rows - _next);
            batch.Reset(0, _next, count);
            for (int row = 0; row < count; row++)
            {
                batch.Timestamps[row] = (_next + row) * 1000L;
                batch.Qualities[row] = Quality(_next + row);
                for (int column = 0; column < Schema.ValueCount; column++)
                {
                    batch.Values[(column * batch.Capacity) + row] = Value(column, _next + row);
                }
            }

            _next += count;
            return count;
        }

        public void Dispose()
        {
        }
    }
}
