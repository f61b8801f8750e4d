using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;
using DbIngest.Core.Sources;

namespace DbIngest.Conformance;

/// <summary>
/// Records that are hard to store: a pure function of (source, sequence) with missing values, subnormal and largest
/// doubles, fractions without an exact decimal form, and timestamps and values at the ends of what the database takes.
/// </summary>
internal sealed class PatternWorkload(int values, TimestampLimits? limits = null, double least = double.MinValue) : IWorkload
{
    private static readonly double[] Hard =
    [
        double.NaN, double.Epsilon, -double.Epsilon, double.MaxValue, double.MinValue, 1.0 / 3, -1.0 / 3, 0, 1, -1,
        2.2250738585072009e-308, 2.2250738585072014e-308, 1e22, 9007199254740993.0, 0.1, 230.0, long.MaxValue, 1e-300,
    ];

    public string Name => "pattern";

    public RecordSchema Schema { get; } = new([.. Enumerable.Range(0, values).Select(i => new ValueColumn($"value_{i}", "V"))]);

    public IReadOnlyDictionary<string, string> Facts { get; } = new Dictionary<string, string>(StringComparer.Ordinal);

    public IRecordSource Open(int source) => new Source(source, limits ?? TimestampLimits.Calendar, least);

    public void Dispose()
    {
    }

    private sealed class Source(int source, TimestampLimits limits, double least) : IRecordSource
    {
        public void Fill(RecordBatch batch, long firstSequence, int count)
        {
            batch.Reset(source, firstSequence, count);
            for (int row = 0; row < count; row++)
            {
                ulong key = SplitMix64.Mix(((ulong)source << 40) + (ulong)(firstSequence + row) + 1);
                long apart = limits.AreDistinct ? firstSequence + row : 0;
                batch.Timestamps[row] = (key % 64) switch
                {
                    0 => limits.First + apart,
                    1 => limits.Last - apart,
                    2 => Math.Max(limits.First, -1 - apart),
                    3 => apart,
                    _ => 1_700_000_000_000_000 + (firstSequence + row) * 20_000,
                };
                batch.Qualities[row] = key % 32 == 0 ? uint.MaxValue : (uint)(key % 8);
            }

            for (int column = 0; column < batch.Schema.ValueCount; column++)
            {
                var cells = batch.Column(column);
                for (int row = 0; row < count; row++)
                {
                    ulong bits = SplitMix64.Mix((ulong)(firstSequence + row) * 1024 + (ulong)column + ((ulong)source << 48));
                    cells[row] = bits % 4 == 0 ? AtLeast(Hard[(bits >> 8) % (ulong)Hard.Length]) : 200 + (bits >> 11) * 1e-14;
                }
            }
        }

        public void Dispose()
        {
        }

        private double AtLeast(double value) => value < least ? least : value;
    }
}
