using System.Diagnostics;

namespace DbIngest.Core.Pipeline;

/// <summary>
/// Counts the records that a lane acknowledged in each short interval of its trial, so that a fault's effect is known to about
/// 10 ms, in source processes too. One per lane, only in trials with a fault. It allocates nothing after its creation.
/// </summary>
internal sealed class AckTimeline
{
    /// <summary>Shortest interval in seconds.</summary>
    private const double ShortestS = 0.01;

    /// <summary>Most intervals, 256 KB a lane. Longer trials have longer intervals.</summary>
    private const int Most = 65_536;

    private readonly long _ticks;
    private readonly int[] _records;

    private AckTimeline(double lengthS)
    {
        IntervalS = Math.Max(ShortestS, lengthS / Most);
        _ticks = (long)(IntervalS * Stopwatch.Frequency);
        _records = new int[(int)Math.Ceiling(lengthS / IntervalS) + 1];
    }

    /// <summary>Length of an interval in seconds.</summary>
    public double IntervalS { get; }

    /// <summary>Records per interval. The last one has all that came later.</summary>
    public IReadOnlyList<int> Records => _records;

    /// <summary>Creates the timeline of a lane. Null without a fault.</summary>
    /// <param name="request">The request, which bounds how long the server may be away.</param>
    public static AckTimeline? For(IngestRequest request) => request.Point.Fault is { } fault
        ? new AckTimeline((request.Point.DurationS ?? fault.AtS) + request.Outage.TotalSeconds)
        : null;

    /// <summary>Counts an acknowledgement.</summary>
    /// <param name="ticks">Ticks since the common start.</param>
    /// <param name="records">Records of the batch.</param>
    public void Add(long ticks, int records) => _records[Math.Clamp(ticks / _ticks, 0, _records.Length - 1)] += records;
}
