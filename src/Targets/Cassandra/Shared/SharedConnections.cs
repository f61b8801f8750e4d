using DbIngest.Targets.Cassandra.Writing;
using DbIngest.Wire;

namespace DbIngest.Targets.Cassandra.Shared;

/// <summary>
/// Owns the connections that all sources of a process share (<c>connections</c> of the endpoint) and gives them to writers in
/// turn. <c>CassandraTarget</c> creates one per trial, unless the trial finds single records by key, and another when
/// <c>--add-values</c> widens the table. It opens its writers here. The first writer opens a set of connections, the last one
/// closes it. Thread-safe.
/// </summary>
/// <param name="cluster">The nodes.</param>
/// <param name="table">The table.</param>
/// <param name="shape">Rows per request, requests in flight, consistency.</param>
/// <param name="count">Sets of connections, 1 to 64. A set has one connection to each node that answers.</param>
internal sealed class SharedConnections(CassandraCluster cluster, CassandraTable table, WriteShape shape, int count)
{
    private readonly Lock _gate = new();
    private readonly SharedPipeline?[] _pipelines = new SharedPipeline?[count];
    private int _next;

    /// <summary>Opens a writer that shares the next set of connections. The caller disposes the writer.</summary>
    /// <exception cref="WireException">No node answers, or the table does not exist.</exception>
    public SharedWriter OpenWriter()
    {
        lock (_gate)
        {
            ref var pipeline = ref _pipelines[_next];
            pipeline ??= new SharedPipeline(OpenPipeline());
            pipeline.Enter();
            _next = (_next + 1) % _pipelines.Length;
            return new SharedWriter(this, pipeline);
        }
    }

    /// <summary>
    /// Opens a set of connections for one thread: the thread that sends for a shared set, or a <see cref="SharedWriter"/> that
    /// recovers a batch while the others go on writing. The caller disposes it.
    /// </summary>
    public RequestPipeline OpenPipeline() => new(cluster, table, shape);

    /// <summary>
    /// Ends the share of a writer. <see cref="SharedWriter"/> calls it exactly once, when it is disposed. The last writer of a
    /// set waits for its thread and closes its connections.
    /// </summary>
    public void Leave(SharedPipeline pipeline)
    {
        lock (_gate)
        {
            if (pipeline.Leave())
            {
                _pipelines[Array.IndexOf(_pipelines, pipeline)] = null;
            }
        }
    }
}
