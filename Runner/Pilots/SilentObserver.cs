using DbIngest.Core.Plan;
using DbIngest.Core.Results;
using DbIngest.Core.Sweeps;
using DbIngest.Core.Trials;

namespace DbIngest.Runner.Pilots;

/// <summary>
/// Ignores all events of a sweep. <see cref="Pilot"/> passes it to its trials, because <c>plan</c> shows no progress of them.
/// </summary>
internal sealed class SilentObserver : ISweepObserver
{
    /// <inheritdoc/>
    public void SweepStarted(int trials, int done)
    {
    }

    /// <inheritdoc/>
    public void Calibrated(CalibrationResult calibration)
    {
    }

    /// <inheritdoc/>
    public void TrialStarted(ScheduledTrial trial)
    {
    }

    /// <inheritdoc/>
    public void PhaseStarted(ScheduledTrial trial, TrialPhase phase, Func<long> acknowledged)
    {
    }

    /// <inheritdoc/>
    public void TrialFinished(ScheduledTrial trial, TrialResult result)
    {
    }

    /// <inheritdoc/>
    public void Note(string message)
    {
    }
}
