using DbIngest.Abstractions.Records;

namespace DbIngest.Sources.Recording;

/// <summary>What the rows of a recording amount to, gathered in one pass with bounded memory.</summary>
internal sealed class RecordingProfile(int values)
{
    private const int MaxIntervals = 65_536;
    private const long DefaultInterval = 1_000_000;

    private readonly long[] _missing = new long[values];
    private readonly List<long> _intervals = [];
    private readonly List<long> _falls = [];
    private long _previous;

    /// <summary>The number of rows.</summary>
    public long Rows { get; private set; }

    /// <summary>The earliest timestamp, in microseconds.</summary>
    public long Earliest { get; private set; } = long.MaxValue;

    /// <summary>The latest timestamp, in microseconds.</summary>
    public long Latest { get; private set; } = long.MinValue;

    /// <summary>Rows whose timestamp is before that of the row before them.</summary>
    public long Backward { get; private set; }

    /// <summary>Rows whose timestamp is that of the row before them.</summary>
    public long Repeated { get; private set; }

    /// <summary>Missing values, one count a column.</summary>
    public IReadOnlyList<long> Missing => _missing;

    /// <summary>
    /// The median of the first 65,536 intervals that are positive; of those that are negative, without their sign, where most are:
    /// the newest row comes first then. One second when there is none. In microseconds.
    /// </summary>
    public long MedianInterval
    {
        get
        {
            var intervals = 2 * Backward > Rows - 1 - Repeated ? _falls : _intervals;
            return intervals.Count == 0 ? DefaultInterval : intervals.Order().ElementAt(intervals.Count / 2);
        }
    }

    /// <summary>
    /// By how much the timestamps of a repetition are later than those of the one before: from the earliest to the latest, and the
    /// median interval. In microseconds.
    /// </summary>
    public long Shift => Latest - Earliest + MedianInterval;

    /// <summary>Adds rows.</summary>
    public void Add(RecordBatch batch)
    {
        // In locals: properties would be written back at each row.
        var (earliest, latest, backward, repeated, previous) = (Earliest, Latest, 0, 0, _previous);
        var timestamps = batch.Timestamps.AsSpan(0, batch.Count);
        for (int row = 0; row < timestamps.Length; row++)
        {
            long timestamp = timestamps[row];
            earliest = Math.Min(earliest, timestamp);
            latest = Math.Max(latest, timestamp);
            if (Rows + row > 0)
            {
                long interval = timestamp - previous;
                backward += interval < 0 ? 1 : 0;
                repeated += interval == 0 ? 1 : 0;
                if (interval != 0)
                {
                    Keep(interval);
                }
            }

            previous = timestamp;
        }

        (Earliest, Latest, _previous) = (earliest, latest, previous);
        Backward += backward;
        Repeated += repeated;

        // A missing value marks its record, and most batches have none.
        if (batch.Qualities.AsSpan(0, batch.Count).IndexOfAnyInRange((uint)RecordQuality.Missing, uint.MaxValue) >= 0)
        {
            CountMissing(batch);
        }

        Rows += batch.Count;
    }

    private void Keep(long interval)
    {
        var list = interval > 0 ? _intervals : _falls;
        if (list.Count < MaxIntervals)
        {
            list.Add(Math.Abs(interval));
        }
    }

    private void CountMissing(RecordBatch batch)
    {
        for (int column = 0; column < _missing.Length; column++)
        {
            int missing = 0;
            foreach (double value in batch.Column(column))
            {
                missing += double.IsNaN(value) ? 1 : 0;
            }

            _missing[column] += missing;
        }
    }
}
