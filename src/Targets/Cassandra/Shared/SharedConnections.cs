using DbIngest.Targets.Cassandra.Writing;
using DbIngest.Wire;

namespace DbIngest.Targets.Cassandra.Shared;

/// <summary>A few connections to each node for all sources of a table, handed to them in turn. Thread-safe.</summary>
/// <param name="cluster">The cluster.</param>
/// <param name="table">The table.</param>
/// <param name="shape">How rows travel.</param>
/// <param name="count">Connections to each node.</param>
internal sealed class SharedConnections(CassandraCluster cluster, CassandraTable table, WriteShape shape, int count)
{
    private readonly Lock _gate = new();
    private readonly SharedPipeline?[] _pipelines = new SharedPipeline?[count];
    private int _next;

    /// <summary>Opens a writer on the connections whose turn it is.</summary>
    /// <exception cref="WireException">No node answers, or the table is not there.</exception>
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

    /// <summary>Lets a writer go.</summary>
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
