using Cassandra;
using DbIngest.Abstractions.Operations;
using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Cassandra;
using DbIngest.Targets.Cassandra.Endpoints;
using DbIngest.Targets.Cassandra.Writing;
using DbIngest.Wire.Cql.Frames;

namespace DbIngest.Drivers.Cassandra;

/// <summary>
/// Writes the batches of one lane through the Cassandra driver, in the same requests as this project's own client, up to
/// <see cref="WriteShape.Window"/> at once. <see cref="CassandraDriverPath"/> opens one per lane, whose thread calls it.
/// <see cref="Write"/> must not return before the last task that reads the batch has ended.
/// </summary>
/// <remarks>
/// If a request fails, no further one begins, and the batch is in doubt if any of its requests may have been stored. As with this
/// project's own client, an insertion that is repeated or arrives late changes nothing, so the writer never deletes.
/// </remarks>
/// <param name="table">The prepared statements, shared by all writers.</param>
/// <param name="shape">Rows per request, requests in flight, consistency.</param>
/// <param name="clock">Provides the timestamps of a mix's writes. Null to let the servers set them.</param>
internal sealed class CassandraDriverWriter(CassandraDriverTable table, WriteShape shape, WriterClock? clock)
    : IBatchWriter, IConditionalUpdates, IWriteTimestamps
{
    private readonly ConsistencyLevel _reading = (ConsistencyLevel)(int)CassandraContracts.ReadLevels(shape.Consistency)[0];
    private readonly ConsistencyLevel _serial = shape.Consistency is CqlConsistency.LocalOne or CqlConsistency.LocalQuorum
        ? ConsistencyLevel.LocalSerial : ConsistencyLevel.Serial;
    private readonly double[] _values = new double[table.Table.Schema.ValueCount];
    private readonly Lock _gate = new();
    private readonly List<Task> _senders = [];
    private int _nextRow;
    private bool _anyStored;
    private Exception? _error;
    private bool _isAmbiguous;

    /// <inheritdoc/>
    public void Write(RecordBatch batch)
    {
        _nextRow = 0;
        _anyStored = false;
        _error = null;
        _isAmbiguous = false;
        _senders.Clear();
        for (int i = 0; i < shape.Window && _nextRow < batch.Count; i++)
        {
            _senders.Add(SendAsync(batch));
        }

        // The batch may be reused only when all tasks have ended. The tasks store their failures instead of throwing.
        Task.WaitAll(_senders);
        if (_error is not null)
        {
            throw CassandraDriverErrors.OfWrite(_error, _isAmbiguous || _anyStored);
        }
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
            for (int row = 0; row < batch.Count;)
            {
                var rows = table.Table.RangeAt(batch, row, table.Table.BucketRows);
                if (table.CountStored(batch, rows) != rows.Count)
                {
                    return BatchFate.Absent;
                }

                row += rows.Count;
            }

            return BatchFate.Stored;
        }
        catch (Exception exception) when (CassandraDriverErrors.IsOfDriver(exception))
        {
            throw CassandraDriverErrors.OfWrite(exception, isAmbiguous: true);
        }
    }

    /// <inheritdoc/>
    public void Read(int source, long sequence, IRecordReceiver found) => Scan(source, sequence, 1, found);

    /// <inheritdoc/>
    public void Scan(int source, long first, int count, IRecordReceiver found) => Operate(() =>
    {
        long end = first + count;
        for (long from = first; from < end;)
        {
            int bucket = table.Table.BucketOf(from);
            long to = Math.Min(end, (bucket + 1L) * table.Table.BucketRows);
            table.Read(source, bucket, from, to, _reading, found, _values);
            from = to;
        }
    });

    /// <inheritdoc/>
    public void Update(RecordBatch record)
    {
        long? timestamp = clock?.Next();
        LastWriteTimestamp = timestamp ?? 0;
        Operate(() => table.Update(record, timestamp));
    }

    /// <inheritdoc/>
    public long LastWriteTimestamp { get; private set; }

    /// <inheritdoc/>
    public bool UpdateIf(RecordBatch record, uint quality)
    {
        bool isApplied = false;
        Operate(() => isApplied = table.UpdateIf(record, quality, _serial));
        return isApplied;
    }

    /// <inheritdoc/>
    public void Delete(int source, long sequence) => Operate(() => table.Delete(source, sequence, clock?.Next()));

    /// <summary>Clients' timestamps decide which of two writes is the newer one.</summary>
    public bool IsAtomic => false;

    /// <summary>Reads overlap writes at every durability level, and a writer's timestamps increase.</summary>
    public bool SeesOwnChanges => true;

    /// <inheritdoc/>
    public void Restore()
    {
        // The session owns the connections and reopens them. A late request loses by its timestamp.
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        // The session owns the connections.
    }

    private static void Operate(Action operation)
    {
        try
        {
            operation();
        }
        catch (Exception exception) when (CassandraDriverErrors.IsOfDriver(exception))
        {
            throw CassandraDriverErrors.OfWrite(exception, CassandraDriverErrors.IsAmbiguous(exception));
        }
    }

    /// <summary>
    /// Sends one request after another, each once the previous one is acknowledged, until no rows are left or a request failed.
    /// </summary>
    private async Task SendAsync(RecordBatch batch)
    {
        try
        {
            while (TryTake(batch, out var rows))
            {
                await table.InsertAsync(batch, rows, shape.IsSingle, clock?.Next()).ConfigureAwait(false);
                _anyStored = true;
            }
        }
        catch (Exception exception)
        {
            lock (_gate)
            {
                _error ??= exception;
                _isAmbiguous |= CassandraDriverErrors.IsAmbiguous(exception);
            }
        }
    }

    private bool TryTake(RecordBatch batch, out RowRange rows)
    {
        lock (_gate)
        {
            rows = default;
            if (_error is not null || _nextRow == batch.Count)
            {
                return false;
            }

            rows = table.Table.RangeAt(batch, _nextRow, shape.Rows);
            _nextRow += rows.Count;
            return true;
        }
    }
}
