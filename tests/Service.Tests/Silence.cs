using DbIngest.Core.Plan;
using DbIngest.Core.Trials;

namespace DbIngest.Service.Tests;

/// <summary>Observes trials and says nothing.</summary>
internal sealed class Silence : ITrialObserver
{
    public void PhaseStarted(ScheduledTrial trial, TrialPhase phase, Func<long> acknowledged)
    {
    }

    public void Note(string message)
    {
    }
}
