using System.Diagnostics;

namespace DbIngest.Core.Pipeline;

/// <summary>
/// Counts the records that a lane acknowledged in each short interval of its trial, so that stalls and a fault's effect are known
/// to about 10 ms, in source processes too. <see cref="LocalIngestRun"/> creates one per lane. <see cref="IngestLane"/> calls
/// <see cref="Add"/> on its thread for each acknowledged batch or operation, so it allocates nothing after its creation: when a
/// trial outlasts it, pairs of intervals become one. <see cref="AckCourse"/> sums the lanes once they have ended.
/// </summary>
internal sealed class AckTimeline
{
    /// <summary>Length of an interval in seconds, until a trial lasts too long for it.</summary>
    private const double ShortestS = 0.01;

    /// <summary>Most intervals, 64 KB a lane: 10 ms for 164 s, 20 ms for 328 s, and so on.</summary>
    internal const int Most = 16_384;

    /// <summary>Most intervals with a fault, 256 KB a lane, since a server may be away for minutes.</summary>
    private const int MostWithFault = 65_536;

    private readonly int[] _records;
    private long _ticks = (long)(ShortestS * Stopwatch.Frequency);

    internal AckTimeline(int most) => _records = new int[most];

    /// <summary>Length of an interval in seconds.</summary>
    public double IntervalS => _ticks / (double)Stopwatch.Frequency;

    /// <summary>Records per interval.</summary>
    public IReadOnlyList<int> Records => _records;

    /// <summary>Creates the timeline of a lane. Null for a load, which is not measured so closely.</summary>
    public static AckTimeline? For(IngestRequest request) =>
        request.IsLoad ? null : new AckTimeline(request.Point.Fault is null ? Most : MostWithFault);

    /// <summary>Counts an acknowledgement.</summary>
    /// <param name="ticks">Ticks since the common start.</param>
    /// <param name="records">Records of the batch, or 1 for an operation.</param>
    public void Add(long ticks, int records)
    {
        while (ticks / _ticks >= _records.Length)
        {
            Fold();
        }

        _records[Math.Max(0, ticks / _ticks)] += records;
    }

    /// <summary>Makes one interval of two.</summary>
    private void Fold()
    {
        int half = _records.Length / 2;
        for (int i = 0; i < half; i++)
        {
            _records[i] = _records[2 * i] + _records[(2 * i) + 1];
        }

        _records.AsSpan(half).Clear();
        _ticks *= 2;
    }
}
