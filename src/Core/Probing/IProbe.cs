using DbIngest.Abstractions.Targets;

namespace DbIngest.Core.Probing;

/// <summary>
/// Asks a database, or adds values to its table, beside the lanes of a process, on its own thread and connection.
/// <see cref="Pipeline.ProbeRun{TOutcome}"/> runs it: <see cref="Open"/> before the common start, then <see cref="Run"/>, both on
/// the thread of the probe. An exception from either fails the trial. A probe must never hold a lock or other resource for which
/// a lane waits.
/// </summary>
/// <typeparam name="TOutcome">The type of what the probe saw.</typeparam>
internal interface IProbe<out TOutcome> : IDisposable
{
    /// <summary>The option that asks for the probe, for messages.</summary>
    string Option { get; }

    /// <summary>The outcome of all questions, or of the addition. Valid once <see cref="Run"/> has returned.</summary>
    TOutcome Outcome { get; }

    /// <summary>Connects, before the timed region.</summary>
    /// <param name="abandonment">Cancels pending questions. Valid for the lifetime of the probe.</param>
    /// <exception cref="TargetException">The probe cannot connect, or the write path has no such questions.</exception>
    void Open(CancellationToken abandonment);

    /// <summary>Asks until the probe is stopped. A failed question is counted and does not end it.</summary>
    /// <param name="start">The common start, in ticks of the monotonic clock.</param>
    /// <param name="stop">Ends the asking. A question that is under way is awaited.</param>
    void Run(long start, CancellationToken stop);
}
