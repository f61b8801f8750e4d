using DbIngest.Abstractions.Resources;
using DbIngest.Core.Targets;

namespace DbIngest.Core.Pipeline;

/// <summary>
/// An ingestion whose lanes stand at the barrier. <see cref="IIngestEngine.Open"/> returns it, and
/// <see cref="Trials.TrialRunner"/>, <see cref="InitialLoad"/> or <see cref="IngestBurst"/> starts it once, waits for it and
/// disposes it. No lane writes before <see cref="Start"/>.
/// </summary>
public interface IIngestRun : IDisposable
{
    /// <summary>Records acknowledged so far, or operations of a mix. Any thread may read it.</summary>
    long AcknowledgedRecords { get; }

    /// <summary>Reads how far the ingestion is, for a live display. Any thread may call it, about once per second.</summary>
    IngestSnapshot Snapshot() => new() { AcknowledgedRecords = AcknowledgedRecords };

    /// <summary>Ids of the operating-system processes on this machine that run sources.</summary>
    IReadOnlyList<int> ClientProcesses { get; }

    /// <summary>Opens one reader of resource use per host of the sources. Their counters begin now.</summary>
    IReadOnlyList<IResourceReader> OpenReaders() =>
        [new LocalProcesses(() => ClientProcesses, proportional: ClientProcesses.Count > 1)];

    /// <summary>Starts all lanes at once.</summary>
    /// <returns>The common start in ticks of <see cref="System.Diagnostics.Stopwatch.GetTimestamp"/>.</returns>
    long Start();

    /// <summary>Waits until the last batch of every source is acknowledged or given up.</summary>
    /// <exception cref="LeftBehindException">The ingestion was abandoned while a writer still waits for its database.</exception>
    IngestOutcome Wait();

    /// <summary>Adds what can only be measured after the timed region, such as the clock error of other hosts.</summary>
    /// <param name="outcome">The outcome that <see cref="Wait"/> returned.</param>
    IngestOutcome Conclude(IngestOutcome outcome) => outcome;
}
