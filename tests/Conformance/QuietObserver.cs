using DbIngest.Core.Plan;
using DbIngest.Core.Results;
using DbIngest.Core.Sweeps;
using DbIngest.Core.Trials;

namespace DbIngest.Conformance;

/// <summary>An observer that nothing is said to.</summary>
internal sealed class QuietObserver : ISweepObserver
{
    public void SweepStarted(int trials, int done)
    {
    }

    public void Calibrated(CalibrationResult calibration)
    {
    }

    public void TrialStarted(ScheduledTrial trial)
    {
    }

    public void PhaseStarted(ScheduledTrial trial, TrialPhase phase, Func<long> acknowledged)
    {
    }

    public void TrialFinished(ScheduledTrial trial, TrialResult result)
    {
    }

    public void Note(string message)
    {
    }
}
