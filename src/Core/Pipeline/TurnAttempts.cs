using System.Diagnostics;
using System.Net.Sockets;
using System.Runtime.ExceptionServices;
using DbIngest.Abstractions.Targets;

namespace DbIngest.Core.Pipeline;

/// <summary>
/// Sends one turn of a lane until it is acknowledged, left out or given up: the first attempt, the retries with their pauses, and
/// the question whether an attempt in doubt was stored. It gives up early if the server has failed for good.
/// <see cref="IngestLane"/> owns one and books what becomes of the turn. It is on the timed path, so it allocates nothing unless
/// an attempt fails.
/// </summary>
/// <param name="target">The prepared target.</param>
/// <param name="work">What the lane does in a turn.</param>
/// <param name="retry">The retries of this lane.</param>
internal sealed class TurnAttempts(ITarget target, ILaneWork work, RetrySchedule retry)
{
    private readonly ISplitWork? _split = work as ISplitWork;
    private CancellationToken _abandonment;
    private IBatchWriter _writer = null!;

    // Why the request of SendFirst could not be sent. Null if it was sent.
    private BatchWriteException? _unsent;
    private long _waitingSince;

    // When the target first reported that its server has failed for good. Null while the server has not.
    private long? _faultySince;
    private volatile bool _isSent;

    // True while an attempt may still be stored. WasInDoubt stays true after the writer has settled that.
    private bool _isInDoubt;
    private bool _isSecondSending;

    /// <summary>How long a turn is repeated after the server has failed for good.</summary>
    public TimeSpan Grace { get; set; } = IngestLane.FaultGrace;

    /// <summary>
    /// When the lane began to wait for its writer, in ticks of <see cref="Stopwatch.GetTimestamp"/>. 0 while it does not wait.
    /// Any thread may read it.
    /// </summary>
    public long WaitingSince => Volatile.Read(ref _waitingSince);

    /// <summary>
    /// True while a turn has neither been acknowledged nor given up. A request of <see cref="SendFirst"/> is under way while no
    /// thread waits for it. Any thread may read it.
    /// </summary>
    public bool IsUnderWay => _isSent || WaitingSince != 0;

    /// <summary>When the last attempt began, in ticks of <see cref="Stopwatch.GetTimestamp"/>.</summary>
    public long Attempted { get; private set; }

    /// <summary>True if any attempt at the turn was ambiguous.</summary>
    public bool WasInDoubt { get; private set; }

    /// <summary>True if an attempt at the turn failed, conflicts apart.</summary>
    public bool IsRetried { get; private set; }

    /// <summary>Attempts after a failure.</summary>
    public long Retries { get; private set; }

    /// <summary>Attempts that lost a race against another client. They count neither as failures nor as retries.</summary>
    public long Conflicts { get; private set; }

    /// <summary>Turns in doubt that were found stored.</summary>
    public long ResolvedBatches { get; private set; }

    /// <summary>
    /// The socket on which the answer to <see cref="SendFirst"/> arrives. Null if there is nothing to wait for.
    /// </summary>
    public Socket? Answering => _unsent is null ? _split!.Split.Answering : null;

    /// <summary>True if the connection is lost, or the answer to <see cref="SendFirst"/> has exceeded its timeout.</summary>
    public bool IsOverdue => _unsent is not null || _split!.Split.IsOverdue;

    /// <summary>Takes the writer.</summary>
    /// <param name="writer">The writer of the lane, which disposes it.</param>
    /// <param name="abandonment">Cancels pending writes.</param>
    public void Open(IBatchWriter writer, CancellationToken abandonment) => (_writer, _abandonment) = (writer, abandonment);

    /// <summary>Notes that the lane begins to wait for its writer.</summary>
    public void BeginWaiting() => Volatile.Write(ref _waitingSince, Stopwatch.GetTimestamp());

    /// <summary>Notes that the lane no longer waits for its writer.</summary>
    public void EndWaiting() => Volatile.Write(ref _waitingSince, 0);

    /// <summary>
    /// Sends the request of the first attempt without waiting for its answer, which <see cref="Execute"/> then reads. A failure
    /// is kept until then. In between the lane waits for nothing: its thread may be busy with another one.
    /// </summary>
    /// <param name="now">Now, in ticks of <see cref="Stopwatch.GetTimestamp"/>.</param>
    public void SendFirst(long now)
    {
        Reset(now);
        try
        {
            _unsent = null;
            _split!.SendOnly();
        }
        catch (BatchWriteException failure)
        {
            _unsent = failure;
        }

        _isSent = true;
        EndWaiting();
    }

    /// <summary>
    /// Attempts a turn until it is acknowledged or left out, else throws. Before it gives a turn in doubt up, it asks whether the
    /// turn is stored.
    /// </summary>
    /// <param name="now">When the turn was ready to be sent, in ticks of <see cref="Stopwatch.GetTimestamp"/>.</param>
    /// <param name="isSent">True if <see cref="SendFirst"/> sent its request.</param>
    /// <param name="isSecondSending">True if the batch of the turn was acknowledged before and is sent again on purpose.</param>
    /// <param name="cancellation">Cancels a pause between attempts.</param>
    /// <returns>False if the turn was left out after conflicts.</returns>
    /// <exception cref="BatchWriteException">The turn is given up.</exception>
    /// <exception cref="OperationCanceledException">The lane was stopped between two attempts.</exception>
    public bool Execute(long now, bool isSent, bool isSecondSending, CancellationToken cancellation)
    {
        if (isSent)
        {
            BeginWaiting();
        }
        else
        {
            Reset(now);
        }

        _isSecondSending = isSecondSending;
        try
        {
            return (isSent ? Receive() : Send()) is not { } failure || Retry(failure, cancellation);
        }
        catch (BatchWriteException)
        {
            // Before the turn is given up, the lane asks once more whether what it sent is stored.
            if (_isInDoubt && !isSecondSending && !_abandonment.IsCancellationRequested && IsStored())
            {
                return true;
            }

            throw;
        }
        finally
        {
            _isSent = false;
            EndWaiting();
        }
    }

    private void Reset(long now)
    {
        Volatile.Write(ref _waitingSince, now);
        Attempted = now;
        _isInDoubt = WasInDoubt = IsRetried = false;
    }

    /// <summary>Repeats a turn whose first attempt failed, for as long as <see cref="RetrySchedule"/> has pauses.</summary>
    /// <returns>True once it is acknowledged. False if it was left out after conflicts.</returns>
    /// <exception cref="BatchWriteException">The turn is not tried again.</exception>
    /// <exception cref="OperationCanceledException">The lane was stopped between two attempts.</exception>
    private bool Retry(BatchWriteException first, CancellationToken cancellation)
    {
        retry.Begin();
        _faultySince = null;
        for (BatchWriteException? failure = first; failure is not null; failure = ServerFault() ?? Repeat(failure))
        {
            EndWaiting();
            Count(failure);
            if (cancellation.IsCancellationRequested || retry.After(failure, Stopwatch.GetTimestamp()) is not { } pause)
            {
                if (failure.IsConflict && work.TryLeaveOut())
                {
                    return false;
                }

                ExceptionDispatchInfo.Throw(failure);
                return false;
            }

            cancellation.WaitHandle.WaitOne(pause);
            cancellation.ThrowIfCancellationRequested();
        }

        return true;
    }

    /// <summary>Makes one attempt.</summary>
    /// <returns>Why it failed. Null if it is acknowledged.</returns>
    private BatchWriteException? Send()
    {
        try
        {
            return work.Send() ? null : LostRace();
        }
        catch (BatchWriteException failure)
        {
            return Doubt(failure);
        }
    }

    /// <summary>Reads the answer to the request that was sent.</summary>
    /// <returns>Why the attempt failed. Null if it is acknowledged.</returns>
    private BatchWriteException? Receive()
    {
        if (_unsent is not null)
        {
            return Doubt(_unsent);
        }

        try
        {
            _split!.Receive();
            return null;
        }
        catch (BatchWriteException failure)
        {
            return Doubt(failure);
        }
    }

    /// <summary>Notes whether the failed attempt may have been stored.</summary>
    private BatchWriteException Doubt(BatchWriteException failure)
    {
        _isInDoubt |= failure.IsAmbiguous;
        WasInDoubt |= failure.IsAmbiguous;
        return failure;
    }

    /// <summary>Recovers the writer and makes one more attempt, unless it turns out that what was sent is stored.</summary>
    /// <returns>Why it failed. Null if it is acknowledged or found stored.</returns>
    private BatchWriteException? Repeat(BatchWriteException failure)
    {
        Retries += failure.IsConflict ? 0 : 1;
        BeginWaiting();
        try
        {
            if (FindFate(isLast: false) == BatchFate.Stored)
            {
                return null;
            }
        }
        catch (BatchWriteException unanswered)
        {
            return unanswered;
        }

        Attempted = Stopwatch.GetTimestamp();
        return Send();
    }

    private void Count(BatchWriteException failure)
    {
        work.Failed(failure.IsConflict);
        IsRetried |= !failure.IsConflict;
        Conflicts += failure.IsConflict ? 1 : 0;
    }

    /// <summary>Ends the retries early if the target reports that its server has failed for good.</summary>
    /// <returns>The failure that ends the turn, once the server has been down for <see cref="Grace"/>. Null otherwise.</returns>
    private BatchWriteException? ServerFault()
    {
        if (target.ServerFault is not { } fault)
        {
            _faultySince = null;
            return null;
        }

        _faultySince ??= Stopwatch.GetTimestamp();
        return Stopwatch.GetElapsedTime(_faultySince.Value) > Grace
            ? new BatchWriteException(fault, isTransient: false, isAmbiguous: _isInDoubt)
            : null;
    }

    /// <summary>Makes the writer usable again, and asks it whether the turn is stored.</summary>
    private BatchFate FindFate(bool isLast)
    {
        // The batch of a second sending is stored anyhow, so that looking for it would answer nothing, and erasing what is stored
        // in part would erase what was acknowledged.
        var fate = work.Recover(_isInDoubt && !_isSecondSending, isLast);

        // An absent transaction stays absent. Rows of an idempotent writer may be stored in part or still be in flight.
        _isInDoubt &= _writer.IsIdempotent;
        ResolvedBatches += fate == BatchFate.Stored ? 1 : 0;
        return fate;
    }

    private bool IsStored()
    {
        try
        {
            BeginWaiting();
            return FindFate(isLast: true) == BatchFate.Stored;
        }
        catch (BatchWriteException)
        {
            return false;
        }
    }

    private static BatchWriteException LostRace() =>
        new("Another client changed the record.", isTransient: true, isAmbiguous: false) { IsConflict = true };
}
