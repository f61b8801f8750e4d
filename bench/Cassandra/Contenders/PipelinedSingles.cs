using System.Globalization;
using DbIngest.Core.Sources;

namespace DbIngest.Bench.Cassandra.Contenders;

/// <summary>
/// A prepared statement, one EXECUTE a row, so many of them on the way in all. With one source as latte writes by default: one thread and
/// one connection for all. In our client, so that the shape is compared and not the language.
/// </summary>
/// <param name="inFlight">Requests on the way in all.</param>
/// <param name="sources">Threads and connections that share them.</param>
internal sealed class PipelinedSingles(int inFlight, int sources) : IContender
{
    public string Name => string.Create(
        CultureInfo.InvariantCulture, $"{(sources == 1 ? "latte-like: singles" : "singles")}, {inFlight} in flight in all, {sources} connections");

    public int Sources => sources;

    public string Options => string.Create(CultureInfo.InvariantCulture, $"shape=single&window={inFlight / sources}");

    public int Batch => 2000;

    public IWorkload Open(int records) => Trials.Synthetic();
}
