using DbIngest.Core.Records;

namespace DbIngest.Sources.Recording;

/// <summary>What the rows of a recording amount to, gathered in one pass with bounded memory.</summary>
internal sealed class RecordingProfile(int values)
{
    private const int MaxIntervals = 65_536;
    private const long DefaultInterval = 1_000_000;

    private readonly long[] _missing = new long[values];
    private readonly List<long> _intervals = [];
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

    /// <summary>The median of the first 65,536 intervals that are positive; one second when none is. In microseconds.</summary>
    public long MedianInterval
    {
        get
        {
            if (_intervals.Count == 0)
            {
                return DefaultInterval;
            }

            var sorted = _intervals.Order().ToList();
            return sorted[sorted.Count / 2];
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
        for (int row = 0; row < batch.Count; row++)
        {
            long timestamp = batch.Timestamps[row];
            Earliest = Math.Min(Earliest, timestamp);
            Latest = Math.Max(Latest, timestamp);
            if (Rows + row > 0)
            {
                long interval = timestamp - _previous;
                Backward += interval < 0 ? 1 : 0;
                Repeated += interval == 0 ? 1 : 0;
                if (interval > 0 && _intervals.Count < MaxIntervals)
                {
                    _intervals.Add(interval);
                }
            }

            _previous = timestamp;
        }

        for (int column = 0; column < _missing.Length; column++)
        {
            foreach (double value in batch.Column(column))
            {
                _missing[column] += double.IsNaN(value) ? 1 : 0;
            }
        }

        Rows += batch.Count;
    }
}
