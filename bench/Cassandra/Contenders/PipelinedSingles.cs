using System.Globalization;
using DbIngest.Bench.Cassandra.Runs;
using DbIngest.Core.Sources;

namespace DbIngest.Bench.Cassandra.Contenders;

/// <summary>
/// The contender that sends one EXECUTE of a prepared statement per row. With one source it writes as latte does by default: on
/// one thread and one connection. It uses this product's client, so that <see cref="PeersBench"/> compares the shape of requests
/// and not the language.
/// </summary>
/// <param name="inFlight">Requests in flight in all.</param>
/// <param name="sources">Sources that share them.</param>
/// <param name="connections">Connections that the sources share; null for one a source.</param>
internal sealed class PipelinedSingles(int inFlight, int sources, int? connections = null) : IContender
{
    public string Name => string.Create(
        CultureInfo.InvariantCulture,
        $"{(sources == 1 ? "latte-like: singles" : "singles")}, {inFlight} in flight in all, "
        + $"{(connections is null ? $"{sources} connections" : $"{connections} shared")}");

    public int Sources => sources;

    public string Options => string.Create(
        CultureInfo.InvariantCulture,
        $"shape=single&window={inFlight / (connections ?? sources)}{(connections is null ? string.Empty : $"&connections={connections}")}");

    public int Batch => 2000;

    public IWorkload Open(int records) => Trials.Synthetic();
}
