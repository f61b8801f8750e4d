using DbIngest.Core.Plan;
using DbIngest.Core.Trials;

namespace DbIngest.Runner.Progress;

/// <summary>How far a sweep is.</summary>
/// <param name="Points">Points in all.</param>
/// <param name="PointsDone">Points whose trials are all done.</param>
/// <param name="Trials">Trials in all.</param>
/// <param name="TrialsDone">Trials done.</param>
/// <param name="TrialsOfPoint">Trials of each point.</param>
/// <param name="Work">What is done between trials; null while a trial runs, and before the first work.</param>
/// <param name="Current">The trial that runs now, or null.</param>
/// <param name="Phase">Its phase.</param>
/// <param name="Acknowledged">Reads its acknowledged records.</param>
/// <param name="TrialRecordsPerS">Its rate since its records flow, or the one that it had; null before.</param>
/// <param name="Interim">The points that have figures, the one measured last at the end.</param>
/// <param name="Remaining">The time left, or null while it cannot be told.</param>
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
