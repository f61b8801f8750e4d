using System.Diagnostics;
using DbIngest.Abstractions.Audit;
using DbIngest.Core.Widening;

namespace DbIngest.Core.Pipeline;

/// <summary>
/// The schedule of one source: hands its records to its lanes batch by batch, or the operations of a mix one by one, until its
/// records or its time are over. In a closed loop a lane gets the next batch when it asks. In an open loop it gets the next batch
/// that arrives. It hands out each record once, keeps the batches that lanes gave up, and computes offered and achieved rate.
/// <see cref="LocalIngestRun"/> creates one per source and reads its backlog from other threads while the lanes of the source
/// take turns.
/// </summary>
/// <param name="records">Most records of the source, or operations of a mix.</param>
/// <param name="batch">Records per batch. 1 with a mix.</param>
/// <param name="arrivals">The arrivals. Null in a closed loop.</param>
/// <param name="durationTicks">Ticks during which batches are handed out. <see cref="long.MaxValue"/> for no limit.</param>
/// <param name="first">Sequence number of the first record: those before were loaded before the trial.</param>
/// <param name="addition">Adds values to the table. Null if the table has all from the beginning.</param>
internal sealed class SourceCursor(
    long records, int batch, ArrivalProcess? arrivals, long durationTicks, long first = 0, ValueAddition? addition = null)
{
    private readonly ArrivalQueue? _arrivals =
        arrivals is { } process ? new ArrivalQueue(process, (records + batch - 1) / batch) : null;

    private readonly Lock _lock = new();
    private readonly List<SequenceRange> _failed = [];
    private long _next;
    private long _firstDue;
    private long _lastDue;
    private long _wholeFrom = long.MaxValue;

    /// <summary>True if lanes wait for arrivals.</summary>
    public bool IsPaced => _arrivals is not null;

    /// <summary>
    /// Records (operations of a mix) that the source was to do: all, or those started within its time. Valid once all lanes
    /// ended.
    /// </summary>
    public long Scheduled => IsTimed ? Taken : records;

    /// <summary>Most batches that waited when a lane took one.</summary>
    public long LargestBacklog => _arrivals?.LargestBacklog ?? 0;

    /// <summary>True if the table lacks values at first that are added to it.</summary>
    public bool GetsValues => addition is not null;

    /// <summary>
    /// First sequence number that was handed out after the table had its added values. <see cref="long.MaxValue"/> if none was,
    /// and without an addition. Valid once all lanes ended.
    /// </summary>
    public long WholeFrom => _wholeFrom;

    /// <summary>Records that were handed out from <see cref="WholeFrom"/> on. Valid once all lanes ended.</summary>
    public long WholeRecords => _wholeFrom == long.MaxValue ? 0 : first + Taken - _wholeFrom;

    private bool IsTimed => durationTicks != long.MaxValue;

    private long Taken => Math.Min(Interlocked.Read(ref _next), records);

    /// <summary>Takes the next batch. Several lanes may call it at once.</summary>
    /// <param name="now">Ticks since the common start.</param>
    /// <param name="turn">The batch.</param>
    /// <returns>False if the schedule has ended.</returns>
    public bool TryTake(long now, out BatchTurn turn)
    {
        if (_arrivals is not null)
        {
            return TryTakeArrival(now, out turn);
        }

        if (now >= durationTicks)
        {
            turn = default;
            return false;
        }

        if (addition is not null)
        {
            // One lane after the other, so that the first batch with the added values has the lowest sequence number of them.
            lock (_lock)
            {
                return TryTakeNext(out turn);
            }
        }

        return TryTakeNext(out turn);
    }

    /// <summary>
    /// Records a batch that was taken but not acknowledged. A second call does nothing: the audit would subtract the batch twice
    /// from what must be stored.
    /// </summary>
    public void Fail(long sequence, int count)
    {
        var failed = new SequenceRange(sequence, count);
        lock (_lock)
        {
            if (!_failed.Contains(failed))
            {
                _failed.Add(failed);
            }
        }
    }

    /// <summary>
    /// Lists what was not acknowledged: failed batches and, unless time limits the source, records that were never taken.
    /// Valid once all lanes ended.
    /// </summary>
    public IReadOnlyList<SequenceRange> Unacknowledged()
    {
        long taken = Taken;
        lock (_lock)
        {
            // A copy: a lane that was left behind may still book its batch.
            return !IsTimed && taken < records ? [.. _failed, new SequenceRange(first + taken, records - taken)] : [.. _failed];
        }
    }

    /// <summary>Counts the batches that had arrived by a moment and that no lane took.</summary>
    public long Backlog(long now)
    {
        lock (_lock)
        {
            return Taken < records ? _arrivals?.Backlog(Math.Min(now, durationTicks - 1)) ?? 0 : 0;
        }
    }

    /// <summary>
    /// Computes the offered and the achieved rate of an open loop in records per second. Equally spaced batches count over whole
    /// intervals, from the first arrival to the end of the last interval, or to a later last acknowledgement. A database that
    /// keeps up thus achieves what was offered, wherever in an interval the trial ends. Batches of a Poisson process, and of
    /// a rate with stages, count over the time of the trial. Valid once all lanes ended.
    /// </summary>
    /// <param name="acknowledged">Records of the source that were acknowledged.</param>
    /// <param name="finished">Ticks from the common start to the last acknowledgement.</param>
    /// <returns>Both rates. Null in a closed loop.</returns>
    public (double Offered, double Achieved)? Rates(long acknowledged, long finished)
    {
        if (_arrivals is null)
        {
            return null;
        }

        long taken = Taken;
        double nominal = batch * (double)Stopwatch.Frequency / _arrivals.IntervalTicks;
        if (_arrivals.IsPoisson || _arrivals.IsStaged)
        {
            bool endsByTime = IsTimed && taken < records;
            double over = endsByTime ? durationTicks : _lastDue;
            double waiting = endsByTime ? Backlog(durationTicks) * (double)batch : 0;
            return over <= 0
                ? (0, 0)
                : ((taken + waiting) * Stopwatch.Frequency / over,
                    acknowledged * (double)Stopwatch.Frequency / Math.Max(over, finished));
        }

        if (taken == 0)
        {
            return (nominal, nominal);
        }

        double offered = taken / (double)batch * _arrivals.IntervalTicks;
        double end = Math.Max(finished, _firstDue + offered);
        return (nominal, nominal * (acknowledged / (double)taken) * (offered / (end - _firstDue)));
    }

    private bool TryTakeNext(out BatchTurn turn)
    {
        long taken = Interlocked.Add(ref _next, batch) - batch;
        long left = records - taken;
        turn = left <= 0 ? default
            : new BatchTurn(first + taken, (int)Math.Min(batch, left), Due: 0, IsWhole: IsWhole(first + taken));
        return left > 0;
    }

    /// <summary>
    /// True if the next batch is sent with all values. Called under the lock if values are added: then the batches of the source
    /// lack them up to a sequence number and have them from it on, however its lanes race.
    /// </summary>
    /// <param name="sequence">The first record of the batch.</param>
    private bool IsWhole(long sequence)
    {
        if (addition is null)
        {
            return true;
        }

        if (_wholeFrom == long.MaxValue && addition.IsDone)
        {
            _wholeFrom = sequence;
        }

        return sequence >= _wholeFrom;
    }

    private bool TryTakeArrival(long now, out BatchTurn turn)
    {
        lock (_lock)
        {
            long due = _arrivals!.Due;
            long left = records - _next;
            if (left <= 0 || due >= durationTicks || now >= durationTicks)
            {
                turn = default;
                return false;
            }

            turn = new BatchTurn(first + _next, (int)Math.Min(batch, left), due, IsWhole(first + _next));
            _firstDue = _next == 0 ? due : _firstDue;
            _lastDue = due;
            _next += batch;
            _arrivals.Take(now);
            return true;
        }
    }
}
