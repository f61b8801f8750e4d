using DbIngest.Core.Plan;
using DbIngest.Core.Results;
using DbIngest.Core.Sweeps;
using DbIngest.Core.Trials;

namespace DbIngest.Core.Tests.Fakes;

internal sealed class SilentObserver : ISweepObserver
{
    public List<string> Notes { get; } = [];

    public List<string> Defects { get; } = [];

    public List<TrialPhase> Phases { get; } = [];

    public Action<TrialResult>? OnFinished { get; set; }

    public void SweepStarted(int trials, int done)
    {
    }

    public void Calibrated(CalibrationResult calibration)
    {
    }

    public void TrialStarted(ScheduledTrial trial)
    {
    }

    public void PhaseStarted(ScheduledTrial trial, TrialPhase phase, Func<long> acknowledged) => Phases.Add(phase);

    public void TrialFinished(ScheduledTrial trial, TrialResult result) => OnFinished?.Invoke(result);

    public void Failed(ScheduledTrial trial, string details) => Defects.Add(details);

    public void Note(string message) => Notes.Add(message);
}
