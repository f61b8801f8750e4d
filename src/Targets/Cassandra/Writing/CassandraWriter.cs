using DbIngest.Abstractions.Operations;
using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Cassandra.Endpoints;
using DbIngest.Wire;
using DbIngest.Wire.Cql.Errors;
using DbIngest.Wire.Cql.Frames;

namespace DbIngest.Targets.Cassandra.Writing;

/// <summary>
/// Writes the batches of one lane into Cassandra over its own connections. <c>CassandraTarget</c> opens one per lane unless
/// lanes share connections, and the lane's thread calls it on the timed path. It allocates nothing per record and never
/// retries.
/// </summary>
/// <remarks>
/// A record's key is its source and sequence, and its content is a function of both, so an insertion that is repeated or arrives
/// late changes nothing. The writer therefore never deletes after a failure: a deletion could overtake or outlive the insertions
/// that follow it. If a mix updates or deletes single records, all writes carry timestamps of <see cref="WriterClock"/>, so that
/// a late one loses.
/// </remarks>
internal sealed class CassandraWriter : IBatchWriter, IConditionalUpdates, IWriteTimestamps
{
    private readonly RequestPipeline _pipeline;
    private readonly CassandraTable _table;
    private readonly CqlConsistency _writing;
    private readonly CqlConsistency _reading;
    private readonly WriteJob _job = new();

    /// <summary>Connects to every node that answers.</summary>
    /// <param name="cluster">The cluster's topology, shared by all writers.</param>
    /// <param name="table">The table and its partitions.</param>
    /// <param name="shape">Rows per request, requests in flight, consistency.</param>
    /// <param name="clock">Provides the timestamps of a mix's writes. Null to let the servers set them.</param>
    /// <exception cref="WireException">No node answers, or the table does not exist.</exception>
    public CassandraWriter(CassandraCluster cluster, CassandraTable table, WriteShape shape, WriterClock? clock)
    {
        _pipeline = new(cluster, table, shape, clock is null ? null : () => LastWriteTimestamp = clock.Next());
        _table = table;
        _writing = shape.Consistency;
        _reading = CassandraContracts.ReadLevels(shape.Consistency)[0];
    }

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
    public bool IsIdempotent => true;

    /// <inheritdoc/>
    public bool ServesAnySource => true;

    /// <inheritdoc/>
    public long LastWriteTimestamp { get; private set; }

    /// <summary>
    /// Cassandra keeps the write with the larger timestamp, so a late request loses. But if writers run on several hosts, their
    /// clocks decide which of two writes is newer.
    /// </summary>
    public bool IsAtomic => false;

    /// <summary>Reads overlap writes at every durability level, and a writer's timestamps increase.</summary>
    public bool SeesOwnChanges => true;

    /// <inheritdoc/>
    public BatchFate Recover(RecordBatch batch, bool inDoubt = true) => _pipeline.FateOf(batch);

    /// <inheritdoc/>
    public void Read(int source, long sequence, IRecordReceiver found) => Scan(source, sequence, 1, found);

    /// <inheritdoc/>
    public void Scan(int source, long first, int count, IRecordReceiver found) =>
        Guard((source, first, count, found), static (writer, x) =>
    {
        long end = x.first + x.count;
        for (long from = x.first; from < end;)
        {
            int bucket = writer._table.BucketOf(from);
            long to = Math.Min(end, (bucket + 1L) * writer._table.BucketRows);
            writer._pipeline.KeyedAt(x.source, bucket).Read(x.source, bucket, from, to, writer._reading, x.found);
            from = to;
        }

        return true;
    });

    /// <inheritdoc/>
    public void Update(RecordBatch record) => Guard(record, static (writer, x) =>
    {
        int bucket = writer._table.BucketOf(x.FirstSequence);
        writer._pipeline.KeyedAt(x.Source, bucket).Update(x, bucket, writer._writing);
        return true;
    });

    /// <inheritdoc/>
    public bool UpdateIf(RecordBatch record, uint quality) => Guard((record, quality), static (writer, x) =>
    {
        int bucket = writer._table.BucketOf(x.record.FirstSequence);
        return writer._pipeline.KeyedAt(x.record.Source, bucket).UpdateIf(x.record, bucket, x.quality, writer._writing);
    });

    /// <inheritdoc/>
    public void Delete(int source, long sequence) => Guard((source, sequence), static (writer, x) =>
    {
        int bucket = writer._table.BucketOf(x.sequence);
        writer._pipeline.KeyedAt(x.source, bucket).Delete(x.source, bucket, x.sequence, writer._writing);
        return true;
    });

    /// <inheritdoc/>
    public void Restore() => _pipeline.Renew();

    private bool Guard<T>(T needed, Func<CassandraWriter, T, bool> operation)
    {
        try
        {
            return operation(this, needed);
        }
        catch (WireException exception)
        {
            // For a statement that it has forgotten the server does nothing. After any other failure the record may be changed.
            throw CassandraErrors.OfWrite(exception, anySent: exception is not CqlUnpreparedException);
        }
    }

    /// <inheritdoc/>
    public void Dispose() => _pipeline.Dispose();
}
