using DbIngest.Abstractions.Records;

namespace DbIngest.Sources.Recording;

/// <summary>
/// Counts and times of a recording's rows, collected in one pass. <see cref="SpoolWriter"/> fills one while it copies a
/// recording, <c>InputInspector</c> while it reads. <see cref="RecordingFacts"/> and the repetition of a recording take their
/// numbers from it. It does not grow with the recording: it keeps at most 65,536 intervals of each sign.
/// </summary>
internal sealed class RecordingProfile(int values)
{
    private const int MaxIntervals = 65_536;
    private const long DefaultInterval = 1_000_000;

    private readonly long[] _missing = new long[values];
    private readonly List<long> _intervals = [];
    private readonly List<long> _falls = [];
    private long _previous;

    public long Rows { get; private set; }

    /// <summary>The earliest timestamp, in microseconds since 1970.</summary>
    public long Earliest { get; private set; } = long.MaxValue;

    /// <summary>The latest timestamp, in microseconds since 1970.</summary>
    public long Latest { get; private set; } = long.MinValue;

    /// <summary>Number of rows earlier than the row before them.</summary>
    public long Backward { get; private set; }

    /// <summary>Number of rows with the timestamp of the row before them.</summary>
    public long Repeated { get; private set; }

    /// <summary>Number of missing values per column.</summary>
    public IReadOnlyList<long> Missing => _missing;

    /// <summary>
    /// Median of the first 65,536 positive intervals, in microseconds. If most intervals are negative (the newest row comes
    /// first), the median of their magnitudes. One second without intervals.
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
    /// By how much each repetition is later than the one before, in microseconds: the time from the earliest to the latest row
    /// plus the median interval.
    /// </summary>
    public long Shift => Latest - Earliest + MedianInterval;

    /// <summary>Counts the rows of a batch. Called for every batch, in order.</summary>
    public void Add(RecordBatch batch)
    {
        // In locals, because properties would be written back at each row.
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

        // A missing value marks its record, and most batches have no such record.
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
