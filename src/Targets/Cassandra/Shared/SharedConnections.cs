using DbIngest.Targets.Cassandra.Writing;
using DbIngest.Wire;

namespace DbIngest.Targets.Cassandra.Shared;

/// <summary>
/// Hands the connections that all sources of a process share to writers in turn (<c>connections</c> of the endpoint). The target
/// creates one per trial. Thread-safe.
/// </summary>
/// <param name="cluster">The nodes.</param>
/// <param name="table">The table.</param>
/// <param name="shape">Rows per request, requests in flight, consistency.</param>
/// <param name="count">Connections to each node.</param>
internal sealed class SharedConnections(CassandraCluster cluster, CassandraTable table, WriteShape shape, int count)
{
    private readonly Lock _gate = new();
    private readonly SharedPipeline?[] _pipelines = new SharedPipeline?[count];
    private int _next;

    /// <summary>Opens a writer on the next connections.</summary>
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

    /// <summary>Opens connections for one thread.</summary>
    public RequestPipeline OpenPipeline() => new(cluster, table, shape);

    /// <summary>Releases a writer.</summary>
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
