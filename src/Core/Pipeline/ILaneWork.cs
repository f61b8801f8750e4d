using DbIngest.Abstractions.Targets;
using DbIngest.Core.Sources;

namespace DbIngest.Core.Pipeline;

/// <summary>
/// What a lane does in a turn: it writes a batch (<see cref="BatchWork"/>) or executes an operation of a mix
/// (<see cref="OwnKeysWork"/>, <see cref="SharedKeysWork"/>). <see cref="IngestLane"/> calls each step and does the rest itself:
/// waiting, the clock, retries and counts are the same for every work. One lane owns a work and calls it on one thread, except
/// that the end of a run may call <see cref="GiveUp"/>. A work must neither retry nor take the time, and on the timed path it
/// allocates nothing per record.
/// </summary>
internal interface ILaneWork
{
    /// <summary>Takes the writer and the records of the lane, before the common start.</summary>
    /// <param name="writer">The writer. The lane disposes it.</param>
    /// <param name="records">The records of the lane's source. The lane disposes them.</param>
    /// <exception cref="TargetException">The writer cannot do this work.</exception>
    void Open(IBatchWriter writer, IRecordSource records);

    /// <summary>
    /// Draws and fills what the turn sends. Its time counts as generating, not as service time. If it throws, the lane calls
    /// <see cref="Skip"/> and ends.
    /// </summary>
    void Fill(BatchTurn turn);

    /// <summary>Makes one attempt and returns when the database has acknowledged or answered it.</summary>
    /// <returns>False if the attempt lost a race without an error, as a compare-and-set does: a conflict.</returns>
    /// <exception cref="BatchWriteException">The attempt failed.</exception>
    bool Send();

    /// <summary>
    /// Makes the writer usable after a failed attempt, and reports whether what was sent is stored. The lane calls it before it
    /// repeats the turn, and before it gives up one that is in doubt.
    /// </summary>
    /// <param name="isInDoubt">True if any attempt was ambiguous.</param>
    /// <param name="isLast">True if the turn is given up, false if it is repeated.</param>
    /// <exception cref="BatchWriteException">The database does not answer.</exception>
    BatchFate Recover(bool isInDoubt, bool isLast);

    /// <summary>Takes note of a turn that was acknowledged. A mix counts it and checks its answer.</summary>
    /// <param name="times">When it was sent and acknowledged.</param>
    void Acknowledged(in TurnTimes times);

    /// <summary>Takes note of a failed attempt. The lane then repeats the turn or gives it up.</summary>
    /// <param name="isConflict">True if it lost a race against another client and changed nothing.</param>
    void Failed(bool isConflict);

    /// <summary>
    /// Leaves out a turn whose conflicts did not end within <see cref="RetrySchedule.ConflictPatience"/>, so that the lane goes
    /// on.
    /// </summary>
    /// <returns>False if the work needs the turn. The lane then gives the turn up, which ends the trial.</returns>
    bool TryLeaveOut();

    /// <summary>
    /// Books a turn that was sent and never acknowledged. The lane ends, and the trial with it. If the lane's client hangs,
    /// <see cref="LocalIngestRun"/> leaves the lane behind and calls this on another thread, at most once per lane.
    /// </summary>
    void GiveUp(BatchTurn turn);

    /// <summary>Books a turn that was never sent, whether or not it could be filled.</summary>
    void Skip(BatchTurn turn);

    /// <summary>What the lane did of a mix. Null without one. Valid once the lane ended.</summary>
    MixOutcome? Mix { get; }
}
