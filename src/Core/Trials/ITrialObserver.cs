using DbIngest.Core.Plan;

namespace DbIngest.Core.Trials;

/// <summary>Watches a trial. Called by the thread that runs it, never within the timed region.</summary>
public interface ITrialObserver
{
    /// <summary>A trial enters a phase.</summary>
    /// <param name="trial">The trial.</param>
    /// <param name="phase">The phase.</param>
    /// <param name="acknowledged">Records acknowledged so far; may be called from any thread until the phase ends.</param>
    void PhaseStarted(ScheduledTrial trial, TrialPhase phase, Func<long> acknowledged);

    /// <summary>A trial failed for a defect in its target.</summary>
    /// <param name="trial">The trial.</param>
    /// <param name="details">The exception with its trace.</param>
    void Failed(ScheduledTrial trial, string details)
    {
    }

    /// <summary>Something a reader of the log should know, without secrets.</summary>
    /// <param name="message">One sentence.</param>
    void Note(string message);
}
