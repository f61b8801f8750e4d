using System.Collections.Concurrent;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Servers;
using DbIngest.Wire;
using DbIngest.Wire.Pg;

namespace DbIngest.Targets.Cockroach.Sessions;

/// <summary>Opens sessions with the nodes of a cluster.</summary>
internal sealed class CockroachCluster(CockroachEndpoint endpoint, ServerAddress address, Secret? password, TimeSpan timeout)
{
    private readonly ConcurrentDictionary<int, int> _lanes = new();

    /// <summary>
    /// The node for a next writer of a source. Sources are spread over the nodes alike in however many processes they are, and so
    /// are the lanes of one.
    /// </summary>
    /// <param name="source">The source.</param>
    public int NextNode(int source) =>
        (source + _lanes.AddOrUpdate(source, 0, static (_, lane) => lane + 1)) % address.Nodes.Count;

    /// <summary>A trial's writers are placed as every trial's.</summary>
    public void PlaceAnew() => _lanes.Clear();

    /// <summary>Opens a session with a node, or with the next that lets us in.</summary>
    /// <param name="node">Which is tried first; which it was.</param>
    /// <exception cref="WireException">None does; the failure of the last.</exception>
    public PgConnection Open(ref int node)
    {
        for (int tried = 1; ; tried++)
        {
            try
            {
                return PgConnection.Open(endpoint.Connection(address, node, password, timeout));
            }
            catch (ConnectionLostException) when (tried < address.Nodes.Count)
            {
                node = (node + 1) % address.Nodes.Count;
            }
        }
    }

    /// <summary>Asks a node of a deployment, or of a run that starts.</summary>
    /// <typeparam name="T">The answer.</typeparam>
    /// <param name="what">What failed if it fails, as the beginning of a sentence.</param>
    /// <param name="work">The question.</param>
    /// <exception cref="TargetException">The node failed.</exception>
    public T Run<T>(string what, Func<PgConnection, T> work)
    {
        try
        {
            int node = 0;
            using var connection = Open(ref node);
            return work(connection);
        }
        catch (WireException e)
        {
            throw CockroachErrors.OfTarget($"{what} ({address})", e);
        }
    }
}
