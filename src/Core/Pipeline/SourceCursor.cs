using System.Diagnostics;
using DbIngest.Abstractions.Audit;

namespace DbIngest.Core.Pipeline;

/// <summary>
/// The schedule of one source: hands its records to its lanes, batch by batch, until its records or its time are over. In a closed
/// loop a lane has the next batch when it asks; in an open loop when the batch arrives. The lanes of a source share it;
/// sources share nothing.
/// </summary>
/// <param name="records">The most records of the source.</param>
/// <param name="batch">Records a batch.</param>
/// <param name="arrivals">When the batches arrive; null in a closed loop.</param>
/// <param name="durationTicks">For how long batches are handed out; <see cref="long.MaxValue"/> when the records alone decide.</param>
internal sealed class SourceCursor(long records, int batch, ArrivalQueue? arrivals, long durationTicks)
{
    private readonly Lock _lock = new();
    private readonly List<SequenceRange> _failed = [];
    private long _next;
    private long _firstDue;
    private long _lastDue;

    /// <summary>Whether lanes wait for arrivals.</summary>
    public bool IsPaced => arrivals is not null;

    /// <summary>The records that the source was to write: all of them, or those begun in its time. Asked when all lanes have ended.</summary>
    public long ScheduledRecords => IsTimed ? TakenRecords : records;

    /// <summary>The most batches that were waiting when a lane took one.</summary>
    public long LargestBacklog => arrivals?.LargestBacklog ?? 0;

    private bool IsTimed => durationTicks != long.MaxValue;

    private long TakenRecords => Math.Min(Interlocked.Read(ref _next), records);

    /// <summary>Takes the next batch.</summary>
    /// <param name="now">Ticks since the common start.</param>
    /// <param name="turn">The batch.</param>
    /// <returns>False when nothing is left.</returns>
    public bool TryTake(long now, out BatchTurn turn)
    {
        if (arrivals is not null)
        {
            return TryTakeArrival(now, out turn);
        }

        if (now >= durationTicks)
        {
            turn = default;
            return false;
        }

        long first = Interlocked.Add(ref _next, batch) - batch;
        long left = records - first;
        turn = new BatchTurn(first, (int)Math.Min(batch, left), Due: 0);
        return left > 0;
    }

    /// <summary>Books a taken batch that was not acknowledged.</summary>
    public void Fail(long first, int count)
    {
        lock (_lock)
        {
            _failed.Add(new SequenceRange(first, count));
        }
    }

    /// <summary>
    /// What was not acknowledged: failed batches and, unless the time alone was to end the source, what was never taken. Asked
    /// when all lanes have ended.
    /// </summary>
    public IReadOnlyList<SequenceRange> Unacknowledged()
    {
        long taken = TakenRecords;
        return !IsTimed && taken < records ? [.. _failed, new SequenceRange(taken, records - taken)] : _failed;
    }

    /// <summary>Batches that had arrived by a moment, and that no lane took.</summary>
    public long Backlog(long now)
    {
        lock (_lock)
        {
            return TakenRecords < records ? arrivals?.Backlog(Math.Min(now, durationTicks - 1)) ?? 0 : 0;
        }
    }

    /// <summary>
    /// What was offered in an open loop and what was achieved of it, in records a second. Equally spaced batches count over whole
    /// intervals, from the first arrival to the end of the last one's interval, or to the last acknowledgement if that is later: so a
    /// database that keeps up achieves what was offered, wherever in an interval the trial ends. Batches of a Poisson process count over
    /// the time of the trial. Asked when all lanes have ended.
    /// </summary>
    /// <param name="acknowledged">Records of the source that were acknowledged.</param>
    /// <param name="finished">Ticks from the common start to the last acknowledgement.</param>
    /// <returns>Both; null in a closed loop.</returns>
    public (double Offered, double Achieved)? Rates(long acknowledged, long finished)
    {
        if (arrivals is null)
        {
            return null;
        }

        long taken = TakenRecords;
        double nominal = batch * (double)Stopwatch.Frequency / arrivals.IntervalTicks;
        if (arrivals.IsPoisson)
        {
            bool endsByTime = IsTimed && taken < records;
            double over = endsByTime ? durationTicks : _lastDue;
            double waiting = endsByTime ? Backlog(durationTicks) * (double)batch : 0;
            return over <= 0
                ? (0, 0)
                : ((taken + waiting) * Stopwatch.Frequency / over, acknowledged * (double)Stopwatch.Frequency / Math.Max(over, finished));
        }

        if (taken == 0)
        {
            return (nominal, nominal);
        }

        double offered = taken / (double)batch * arrivals.IntervalTicks;
        double end = Math.Max(finished, _firstDue + offered);
        return (nominal, nominal * (acknowledged / (double)taken) * (offered / (end - _firstDue)));
    }

    private bool TryTakeArrival(long now, out BatchTurn turn)
    {
        lock (_lock)
        {
            long due = arrivals!.Due;
            long left = records - _next;
            if (left <= 0 || due >= durationTicks || now >= durationTicks)
            {
                turn = default;
                return false;
            }

            turn = new BatchTurn(_next, (int)Math.Min(batch, left), due);
            _firstDue = _next == 0 ? due : _firstDue;
            _lastDue = due;
            _next += batch;
            arrivals.Take(now);
            return true;
        }
    }
}
