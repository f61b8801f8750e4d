using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Cassandra.Writing;
using DbIngest.Wire;

namespace DbIngest.Targets.Cassandra.Shared;

/// <summary>A source's part in connections that several sources write through.</summary>
/// <param name="connections">Where the connections are from.</param>
/// <param name="pipeline">The connections; the writer is taken in already.</param>
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
    public BatchFate Recover(RecordBatch batch, bool inDoubt = true)
    {
        try
        {
            // On a connection of its own: the others go on writing meanwhile.
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
