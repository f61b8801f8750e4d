using DbIngest.Core.Plan;
using DbIngest.Core.Trials;

namespace DbIngest.Runner.Progress;

/// <summary>
/// The state of a sweep at one moment, for display. <see cref="SweepProgress.Snapshot"/> takes it on any thread.
/// <see cref="LiveProgress"/>, <see cref="PlainProgress"/> and <c>Dashboard</c> put it into words. Immutable except for
/// <paramref name="Acknowledged"/>, which reads live counters.
/// </summary>
/// <param name="Points">Number of points of the sweep.</param>
/// <param name="PointsDone">Number of points without a trial left.</param>
/// <param name="Trials">Number of trials, warm-up included. Grows when points need further trials.</param>
/// <param name="TrialsDone">Number of trials that the journal contains.</param>
/// <param name="TrialsOfPoint">Most trials per point, warm-up included.</param>
/// <param name="Work">Work between trials, such as warm-up. Null from the start of a trial until other work starts.</param>
/// <param name="Current">The running trial. Null between trials.</param>
/// <param name="Phase">The phase that the running trial entered last.</param>
/// <param name="Acknowledged">Reads the acknowledged records of the running load or ingestion. 0 in other phases.</param>
/// <param name="TrialRecordsPerS">Mean rate of the running load or ingestion since it began. In later phases the rate that it
/// had. Null before.</param>
/// <param name="Interim">Points that have figures. The point measured last is at the end.</param>
/// <param name="Remaining">Estimated time left. Null while no trial of this start has ended.</param>
internal sealed record ProgressSnapshot(
    int Points,
    int PointsDone,
    int Trials,
    int TrialsDone,
    int TrialsOfPoint,
    WorkProgress? Work,
    ScheduledTrial? Current,
    TrialPhase Phase,
    Func<long> Acknowledged,
    double? TrialRecordsPerS,
    IReadOnlyList<InterimPoint> Interim,
    TimeSpan? Remaining);
