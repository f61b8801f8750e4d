namespace DbIngest.Core.Pipeline;

/// <summary>Brings sources and writers together: in this process, or spread over several.</summary>
public interface IIngestEngine
{
    /// <summary>Opens every source and writer and waits until all stand ready at the barrier.</summary>
    /// <param name="request">What to ingest.</param>
    /// <param name="cancellation">Ends the ingestion early, at the next batch of each source.</param>
    /// <returns>The run, not started yet; the caller disposes it.</returns>
    /// <exception cref="Targets.TargetException">A writer could not be opened.</exception>
    IIngestRun Open(IngestRequest request, CancellationToken cancellation);
}
