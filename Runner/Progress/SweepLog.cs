using DbIngest.Core.Plan;
using DbIngest.Core.Results;
using DbIngest.Core.Sweeps;
using DbIngest.Core.Trials;
using Serilog;

namespace DbIngest.Runner.Progress;

/// <summary>
/// Writes the events of a sweep to the log, one line each. <see cref="Execution.SweepExecution"/> registers it as observer.
/// Trials that are not complete and remarks are warnings, which the console shows unless <c>--quiet</c>. Progress is information
/// or detail. Lanes never call it. Within the timed region it writes one line, the name of the phase, on the sweep's thread.
/// </summary>
internal sealed class SweepLog(ILogger log) : ISweepObserver
{
    /// <inheritdoc/>
    public void SweepStarted(int trials, int done) =>
        log.Information("{Trials} trials in all; {Done} are in the journal already", trials, done);

    /// <inheritdoc/>
    public void Added(IReadOnlyList<ScheduledTrial> trials) => log.Information(
        "{Points} points have a further trial, number {Trial} the first of them", trials.Count, trials[0].Trial);

    /// <inheritdoc/>
    public void Calibrated(CalibrationResult calibration) => log.Information(
        "Without a database the client reaches {PerS:N0} {Unit} with {Axes}",
        calibration.PerS,
        calibration.OperationsPerS is null ? "records/s" : "operations/s",
        string.Join(", ", SweepAxes.All.Select(axis => axis.Phrase(calibration.Key)).OfType<string>()));

    /// <inheritdoc/>
    public void WarmedUp(Point point, bool isWarm) => log.Information(
        isWarm ? "{Point} is rehearsed"
            : "{Point} is rehearsed, and was still becoming faster when its time was over: its warm-up trials go on with that",
        ProgressText.Of(point));

    /// <inheritdoc/>
    public void TrialStarted(ScheduledTrial trial) => log.Debug(
        "Starting trial {Trial} of {Point}{WarmUp}, {Position} in the schedule",
        trial.Trial,
        ProgressText.Of(trial.Point),
        trial.WarmUp ? " (warm-up)" : string.Empty,
        trial.Position + 1);

    /// <inheritdoc/>
    public void PhaseStarted(ScheduledTrial trial, TrialPhase phase, Func<long> acknowledged) =>
        log.Debug("{Phase}", phase.ToString().ToLowerInvariant());

    /// <inheritdoc/>
    public void TrialFinished(ScheduledTrial trial, TrialResult result)
    {
        if (result.Status == TrialStatus.Complete)
        {
            log.Information(
                "Trial {Trial} of {Point}: {RecordsPerS:N0} {Unit} in {ElapsedS:0.000} s",
                trial.Trial,
                ProgressText.Of(trial.Point),
                result.PerS,
                trial.Point.Mix is null ? "records/s" : "operations/s",
                result.ElapsedS);
        }
        else
        {
            log.Warning(
                "Trial {Trial} of {Point} is {Status}: {Error}",
                trial.Trial,
                ProgressText.Of(trial.Point),
                result.Status.ToString().ToLowerInvariant(),
                result.Error);
        }
    }

    /// <inheritdoc/>
    public void Failed(ScheduledTrial trial, string details) => log.Information(
        "Trial {Trial} of {Point} met a defect in its target: {Details}", trial.Trial, ProgressText.Of(trial.Point), details);

    /// <inheritdoc/>
    public void Note(string message) => log.Warning("{Message}", message);
}
