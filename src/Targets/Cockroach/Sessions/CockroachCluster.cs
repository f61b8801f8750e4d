using System.Collections.Concurrent;
using DbIngest.Abstractions.Targets;
using DbIngest.Wire;
using DbIngest.Wire.Pg;

namespace DbIngest.Targets.Cockroach.Sessions;

/// <summary>Opens sessions with the nodes of a cluster.</summary>
internal sealed class CockroachCluster(CockroachEndpoint endpoint, Secret? password, TimeSpan timeout)
{
    private readonly ConcurrentDictionary<int, int> _lanes = new();

    /// <summary>The node for a next writer of a source. Sources are spread over the nodes alike in however many processes they are, and so are the lanes of one.</summary>
    /// <param name="source">The source.</param>
    public int NextNode(int source) => (source + _lanes.AddOrUpdate(source, 0, static (_, lane) => lane + 1)) % endpoint.Nodes.Count;

    /// <summary>A trial's writers are placed as every trial's.</summary>
    public void PlaceAnew() => _lanes.Clear();

    /// <summary>Whether a server answers, if only by refusing us.</summary>
    public bool Answers()
    {
        try
        {
            int node = 0;
            Open(ref node).Dispose();
            return true;
        }
        catch (WireException e)
        {
            return e is not ConnectionLostException;
        }
    }

    /// <summary>Opens a session with a node, or with the next that lets us in.</summary>
    /// <param name="node">Which is tried first; which it was.</param>
    /// <exception cref="WireException">None does; the failure of the last.</exception>
    public PgConnection Open(ref int node)
    {
        for (int tried = 1; ; tried++)
        {
            try
            {
                return PgConnection.Open(endpoint.Connection(node, password, timeout));
            }
            catch (ConnectionLostException) when (tried < endpoint.Nodes.Count)
            {
                node = (node + 1) % endpoint.Nodes.Count;
            }
        }
    }

    /// <summary>Runs a verb on a session of its own, which a cancellation ends.</summary>
    /// <typeparam name="T">What it gives.</typeparam>
    /// <param name="what">What failed if it fails, as the beginning of a sentence.</param>
    /// <param name="work">The work.</param>
    /// <param name="cancellation">Ends it.</param>
    /// <exception cref="TargetException">The cluster failed.</exception>
    public T Run<T>(string what, Func<PgConnection, T> work, CancellationToken cancellation = default)
    {
        cancellation.ThrowIfCancellationRequested();
        try
        {
            int node = 0;
            using var connection = Open(ref node);
            using var ending = cancellation.Register(connection.Dispose);
            return work(connection);
        }
        catch (WireException e)
        {
            cancellation.ThrowIfCancellationRequested();
            throw CockroachErrors.OfTarget($"{what} ({endpoint.Show})", e);
        }
    }
}
