using DbIngest.Core.Pipeline;
using DbIngest.Core.Plan;

namespace DbIngest.Core.Trials;

/// <summary>
/// Receives the events of a trial, for the screen and the log. <see cref="TrialRunner"/> calls it from the thread that runs
/// the trial. An observer must not change the trial, and must return at once: <see cref="TrialPhase.Ingest"/> is announced
/// right after the common start, while the lanes already write.
/// </summary>
public interface ITrialObserver
{
    /// <summary>
    /// A trial enters a phase. A trial may skip phases. When the runner drops a held load, <see cref="TrialPhase.Clean"/> is
    /// announced outside of a trial.
    /// </summary>
    /// <param name="trial">The trial.</param>
    /// <param name="phase">The phase.</param>
    /// <param name="acknowledged">Returns the records acknowledged so far. Any thread may call it until the phase ends.</param>
    void PhaseStarted(ScheduledTrial trial, TrialPhase phase, Func<long> acknowledged)
    {
    }

    /// <summary>
    /// The ingestion of a trial has begun. Called right after <see cref="PhaseStarted"/>. Its snapshots may be read until the
    /// next phase starts.
    /// </summary>
    /// <param name="trial">The trial.</param>
    /// <param name="run">The running ingestion. The observer must call nothing but its snapshots.</param>
    void IngestStarted(ScheduledTrial trial, IIngestRun run)
    {
    }

    /// <summary>
    /// A target failed by a defect. The trial has failed too, unless the defect came up while its data was dropped.
    /// </summary>
    /// <param name="trial">The trial.</param>
    /// <param name="details">Exception text with stack trace.</param>
    void Failed(ScheduledTrial trial, string details)
    {
    }

    /// <summary>Reports a remark for the log.</summary>
    /// <param name="message">
    /// One sentence or two. It may repeat a message of the database: an observer that shows or stores it must remove secrets.
    /// </param>
    void Note(string message)
    {
    }
}
