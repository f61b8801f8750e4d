using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Couchbase.Cluster;
using DbIngest.Wire;

namespace DbIngest.Targets.Couchbase;

/// <summary>
/// Writes the batches of one lane into Couchbase over its own connection to each node. <see cref="CouchbaseTarget"/> opens one
/// per lane, and the lane's thread calls it on the timed path. It never retries.
/// </summary>
/// <remarks>
/// Keys are made of source and sequence, and only missing documents are added, so repeating a batch changes nothing. Before an
/// existing document counts as stored, its content is compared with the record.
/// </remarks>
internal sealed class CouchbaseWriter : KeyedWriter<KeyedRequests>, IBatchWriter, IConditionalUpdates
{
    private readonly KvPipeline _pipeline;
    private readonly BatchAdd _add;
    private readonly CouchbaseStoredCheck _check;
    private readonly KeyedRequests _keyed;
    private readonly CancellationTokenRegistration _interruption;

    /// <summary>Connects to every node.</summary>
    /// <param name="cluster">The cluster's topology, shared by all writers.</param>
    /// <param name="table">Bucket, collection and document shape.</param>
    /// <param name="cancellation">Closes all connections when triggered, which ends a pending call.</param>
    /// <exception cref="WireException">A node cannot be reached or rejects the login.</exception>
    public CouchbaseWriter(CouchbaseCluster cluster, CouchbaseTable table, CancellationToken cancellation)
    {
        _pipeline = new KvPipeline(cluster, table.Window);
        _add = new BatchAdd(table);
        _check = new CouchbaseStoredCheck(_pipeline, table);
        _keyed = new KeyedRequests(_pipeline, table);
        try
        {
            _pipeline.Connect();
        }
        catch
        {
            _pipeline.Dispose();
            throw;
        }

        _interruption = cancellation.Register(_pipeline.Interrupt);
    }

    /// <inheritdoc/>
    public bool IsIdempotent => true;

    /// <inheritdoc/>
    public void Write(RecordBatch batch)
    {
        bool isStored = false;
        try
        {
            _add.Begin(batch);
            _pipeline.Run(_add);
            isStored = true;
            if (_add.Present.Count > 0)
            {
                _check.Require(batch, _add.Present);
            }

            _add.End();
        }
        catch (WireException exception)
        {
            throw CouchbaseErrors.OfWrite(exception, isStored || _pipeline.AnySent);
        }
    }

    /// <inheritdoc/>
    public BatchFate Recover(RecordBatch batch, bool inDoubt = true)
    {
        try
        {
            _add.End();
            return _check.IsStored(batch) ? BatchFate.Stored : BatchFate.Absent;
        }
        catch (WireException exception)
        {
            throw CouchbaseErrors.OfWrite(exception, anySent: true);
        }
    }

    /// <summary>
    /// Closes all connections, which reopen on next use. A late update then fails, because it carries the CAS of an older
    /// document. A late deletion carries none and takes effect.
    /// </summary>
    public void Restore() => _pipeline.Close();

    /// <inheritdoc/>
    public void Dispose()
    {
        _interruption.Dispose();
        _pipeline.Dispose();
    }

    protected override KeyedRequests Keyed() => _keyed;

    protected override bool IsFailure(Exception error) => error is WireException;

    protected override BatchWriteException Failed(Exception error) => CouchbaseErrors.OfOperation((WireException)error);
}
