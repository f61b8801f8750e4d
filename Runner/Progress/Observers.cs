using DbIngest.Core.Pipeline;
using DbIngest.Core.Plan;
using DbIngest.Core.Results;
using DbIngest.Core.Sweeps;
using DbIngest.Core.Trials;

namespace DbIngest.Runner.Progress;

/// <summary>
/// Forwards each event of a sweep to several observers, in their order. <see cref="Execution.SweepExecution"/> joins progress,
/// log, dashboard and telemetry with it. If an observer throws, the observers after it miss the event. Every event of
/// <see cref="ISweepObserver"/> must be forwarded here, also those that the interface implements by default.
/// </summary>
/// <param name="scrub">Removes secrets from notes, which may hold the message of a driver.</param>
/// <param name="all">The observers.</param>
internal sealed class Observers(Func<string, string> scrub, params ISweepObserver[] all) : ISweepObserver
{
    /// <inheritdoc/>
    public void SweepStarted(int trials, int done) => Array.ForEach(all, o => o.SweepStarted(trials, done));

    /// <inheritdoc/>
    public void Added(IReadOnlyList<ScheduledTrial> trials) => Array.ForEach(all, o => o.Added(trials));

    /// <inheritdoc/>
    public void WorkStarted(string what, TimeSpan most) => Array.ForEach(all, o => o.WorkStarted(what, most));

    /// <inheritdoc/>
    public void Calibrated(CalibrationResult calibration) => Array.ForEach(all, o => o.Calibrated(calibration));

    /// <inheritdoc/>
    public void WarmedUp(Point point, bool isWarm) => Array.ForEach(all, o => o.WarmedUp(point, isWarm));

    /// <inheritdoc/>
    public void TrialStarted(ScheduledTrial trial) => Array.ForEach(all, o => o.TrialStarted(trial));

    /// <inheritdoc/>
    public void PhaseStarted(ScheduledTrial trial, TrialPhase phase, Func<long> acknowledged) =>
        Array.ForEach(all, o => o.PhaseStarted(trial, phase, acknowledged));

    /// <inheritdoc/>
    public void IngestStarted(ScheduledTrial trial, IIngestRun run) => Array.ForEach(all, o => o.IngestStarted(trial, run));

    /// <inheritdoc/>
    public void TrialFinished(ScheduledTrial trial, TrialResult result) =>
        Array.ForEach(all, o => o.TrialFinished(trial, result));

    /// <inheritdoc/>
    public void Failed(ScheduledTrial trial, string details) => Array.ForEach(all, o => o.Failed(trial, details));

    /// <inheritdoc/>
    public void Note(string message)
    {
        string clean = scrub(message);
        Array.ForEach(all, o => o.Note(clean));
    }
}
