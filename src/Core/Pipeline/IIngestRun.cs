using DbIngest.Abstractions.Resources;
using DbIngest.Core.Targets;

namespace DbIngest.Core.Pipeline;

/// <summary>An ingestion whose sources stand ready.</summary>
public interface IIngestRun : IDisposable
{
    /// <summary>Records acknowledged so far. May be read from any thread.</summary>
    long AcknowledgedRecords { get; }

    /// <summary>The operating-system processes in which the sources run.</summary>
    IReadOnlyList<int> ClientProcesses { get; }

    /// <summary>Opens what reads the sources' use of their hosts; the counters begin here.</summary>
    /// <returns>One reader a host; here, one of <see cref="ClientProcesses"/> on this machine.</returns>
    IReadOnlyList<IResourceReader> OpenReaders() => [new LocalProcesses(() => ClientProcesses, proportional: ClientProcesses.Count > 1)];

    /// <summary>Lets all sources go at once.</summary>
    /// <returns>The common start, on the clock of <see cref="System.Diagnostics.Stopwatch.GetTimestamp"/>.</returns>
    long Start();

    /// <summary>Waits until every source has had its last batch acknowledged, or has given up.</summary>
    /// <returns>The outcome.</returns>
    /// <exception cref="LeftBehindException">It was abandoned, and a writer still waits for its database.</exception>
    IngestOutcome Wait();

    /// <summary>Adds to an outcome what can be found out only after the timed region, such as how well the clocks of other hosts were known.</summary>
    /// <param name="outcome">What <see cref="Wait"/> gave.</param>
    /// <returns>The whole outcome.</returns>
    IngestOutcome Conclude(IngestOutcome outcome) => outcome;
}
