using DbIngest.Core.Pipeline;
using DbIngest.Core.Plan;

namespace DbIngest.Core.Trials;

/// <summary>
/// Receives the events of a trial, for the screen and the log. <see cref="TrialRunner"/> calls it from the thread that runs the
/// trial, never within the timed region. An observer must not change the trial.
/// </summary>
public interface ITrialObserver
{
    /// <summary>A trial enters a phase.</summary>
    /// <param name="trial">The trial.</param>
    /// <param name="phase">The phase.</param>
    /// <param name="acknowledged">Returns the records acknowledged so far. Any thread may call it until the phase ends.</param>
    void PhaseStarted(ScheduledTrial trial, TrialPhase phase, Func<long> acknowledged);

    /// <summary>
    /// The ingestion of a trial has begun; called right after <see cref="PhaseStarted"/>. Its snapshots may be read until the
    /// next phase starts.
    /// </summary>
    /// <param name="trial">The trial.</param>
    /// <param name="run">The running ingestion. The observer must call nothing but its snapshots.</param>
    void IngestStarted(ScheduledTrial trial, IIngestRun run)
    {
    }

    /// <summary>A defect in the target failed the trial.</summary>
    /// <param name="trial">The trial.</param>
    /// <param name="details">Exception text with stack trace.</param>
    void Failed(ScheduledTrial trial, string details)
    {
    }

    /// <summary>Reports a remark for the log.</summary>
    /// <param name="message">One sentence without secrets.</param>
    void Note(string message);
}
