using DbIngest.Core.Records;
using DbIngest.Core.Targets;
using DbIngest.Wire;

namespace DbIngest.Targets.Cassandra;

/// <summary>Writes with connections of its own, on the source's thread.</summary>
/// <remarks>
/// A record's key is its source and sequence, and its content a function of them: an insertion that is repeated, or arrives
/// late, changes nothing. What may still be on its way after a failure therefore does no harm, and nothing is ever erased: a
/// deletion could overtake or outlive the insertions that follow it.
/// </remarks>
internal sealed class CassandraWriter : IBatchWriter
{
    private readonly RequestPipeline _pipeline;
    private readonly WriteJob _job = new();

    /// <summary>Creates a writer with a connection to each node that answers.</summary>
    /// <param name="cluster">The cluster.</param>
    /// <param name="table">The table.</param>
    /// <param name="shape">How rows travel.</param>
    /// <exception cref="WireException">No node answers, or the table is not there.</exception>
    public CassandraWriter(Cluster cluster, CassandraTable table, WriteShape shape) => _pipeline = new(cluster, table, shape);

    /// <inheritdoc/>
    public void Write(RecordBatch batch)
    {
        _job.Begin(batch);
        _pipeline.Add(_job);
        while (_pipeline.IsBusy)
        {
            _pipeline.Step();
        }

        _job.ThrowIfFailed();
    }

    /// <inheritdoc/>
    public BatchFate Recover(RecordBatch batch) => _pipeline.FateOf(batch);

    /// <inheritdoc/>
    public void Dispose() => _pipeline.Dispose();
}
