using DbIngest.Core.Sources;

namespace DbIngest.Bench.Cassandra.Contenders;

/// <summary>
/// As latte writes: a prepared statement, one EXECUTE a row, so many of them on the way in all, and a window that is filled again
/// when a quarter of it is free. In our client, so that the shape is compared and not the language.
/// </summary>
/// <param name="inFlight">Requests on the way in all.</param>
internal sealed class PipelinedSingles(int inFlight) : IContender
{
    public string Name => $"latte-like: single EXECUTE, {inFlight} in flight in all";

    public string Options => $"shape=single&window={inFlight / Trials.Sources}";

    public int Batch => 2000;

    public IWorkload Open(int records) => Trials.Synthetic();
}
