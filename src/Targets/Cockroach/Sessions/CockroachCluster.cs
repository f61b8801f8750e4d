using System.Collections.Concurrent;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Servers;
using DbIngest.Wire;
using DbIngest.Wire.Pg;

namespace DbIngest.Targets.Cockroach.Sessions;

/// <summary>
/// Opens sessions to the nodes of a cluster, and spreads writers over the nodes. A target holds one object and shares it with
/// its writers. Definition, private servers and deployments create their own. Thread-safe: each caller gets its own connection
/// and disposes it.
/// </summary>
internal sealed class CockroachCluster(CockroachEndpoint endpoint, ServerAddress address, Secret? password, TimeSpan timeout)
{
    private readonly ConcurrentDictionary<int, int> _lanes = new();

    /// <summary>Timeout of a request.</summary>
    public TimeSpan Timeout => timeout;

    /// <summary>
    /// Chooses the node for the next writer of a source. Sources are spread over the nodes in the same way in any number of
    /// processes, and so are the lanes of a source.
    /// </summary>
    /// <param name="source">The source, from 0.</param>
    public int NextNode(int source) =>
        (source + _lanes.AddOrUpdate(source, 0, static (_, lane) => lane + 1)) % address.Nodes.Count;

    /// <summary>Restarts the placement, so that every trial places its writers alike.</summary>
    public void PlaceAnew() => _lanes.Clear();

    /// <summary>Opens a session to a node. If the node cannot be reached, tries the next ones.</summary>
    /// <param name="node">Index of the node to try first. Receives the index of the node that answered.</param>
    /// <exception cref="WireException">No node can be reached, or a node refuses.</exception>
    public PgConnection Open(ref int node) => NodeOrder.Open(
        address.Nodes.Count, ref node, index => PgConnection.Open(endpoint.Connection(address, index, password, timeout)));

    /// <summary>Queries a node of a deployment, or of a server that is starting.</summary>
    /// <typeparam name="T">The type of the answer.</typeparam>
    /// <param name="what">What failed, as the beginning of a sentence.</param>
    /// <param name="work">The query.</param>
    /// <exception cref="TargetException">The node failed.</exception>
    public T Run<T>(string what, Func<PgConnection, T> work)
    {
        try
        {
            int node = 0;
            using var connection = Open(ref node);
            var result = work(connection);
            connection.Close();
            return result;
        }
        catch (WireException e)
        {
            throw CockroachErrors.OfTarget($"{what} ({address})", e);
        }
    }
}
