using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Cassandra.Writing;
using DbIngest.Wire;

namespace DbIngest.Targets.Cassandra.Shared;

/// <summary>
/// Writes the batches of one lane into Cassandra over connections that several lanes share: hands each batch to the shared
/// pipeline's thread and sleeps until it is acknowledged or has failed. <see cref="SharedConnections"/> opens it, and the
/// lane's thread calls it on the timed path. It never retries. Recovery reads over connections that only this writer uses,
/// while the other lanes go on writing.
/// </summary>
/// <param name="connections">Owns the shared pipelines.</param>
/// <param name="pipeline">The shared pipeline that already counts this writer.</param>
internal sealed class SharedWriter(SharedConnections connections, SharedPipeline pipeline) : IBatchWriter
{
    private readonly SharedJob _job = new();
    private RequestPipeline? _recovery;

    /// <inheritdoc/>
    public void Write(RecordBatch batch)
    {
        _job.Begin(batch);
        pipeline.Add(_job);
        _job.Wait();
        _job.ThrowIfFailed();
    }

    /// <inheritdoc/>
    public bool IsIdempotent => true;

    /// <inheritdoc/>
    public bool ServesAnySource => true;

    /// <inheritdoc/>
    public BatchFate Recover(RecordBatch batch, bool inDoubt = true)
    {
        try
        {
            // Over its own connection, since the other lanes continue to write over the shared ones.
            _recovery ??= connections.OpenPipeline();
        }
        catch (WireException exception)
        {
            throw CassandraErrors.OfWrite(exception, anySent: true);
        }

        return _recovery.FateOf(batch);
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        connections.Leave(pipeline);
        _recovery?.Dispose();
        _job.Dispose();
    }
}
