using Couchbase.Core.Exceptions.KeyValue;
using Couchbase.KeyValue;
using DbIngest.Abstractions.Operations;
using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Couchbase;
using DbIngest.Targets.Couchbase.Cluster;
using DbIngest.Wire;

namespace DbIngest.Drivers.Couchbase;

/// <summary>
/// Writes the batches of one lane through the Couchbase driver, one call per record, up to <see cref="CouchbaseTable.Window"/> at
/// once. <see cref="CouchbaseDriverPath"/> opens one per lane, whose thread calls it. A record whose key exists must not count as
/// stored before this project's own client has compared it. That client also determines the fate of failed batches.
/// </summary>
internal sealed class CouchbaseDriverWriter : IBatchWriter, IConditionalUpdates
{
    private readonly CouchbaseTable _table;
    private readonly CouchbaseDriverRecords _records;
    private readonly KvPipeline _pipeline;
    private readonly CouchbaseStoredCheck _check;
    private readonly CancellationTokenRegistration _interruption;
    private readonly RowSet _present = new();
    private readonly Lock _gate = new();
    private readonly List<Task> _senders = [];
    private int _nextRow;
    private bool _anyStored;
    private bool _isAmbiguous;
    private Exception? _error;

    /// <summary>Creates a writer. The recovery connects on first use.</summary>
    public CouchbaseDriverWriter(
        ICouchbaseCollection collection, CouchbaseTable table, CouchbaseCluster cluster, DurabilityLevel durability,
            TimeSpan requestTimeout, CancellationToken cancellation)
    {
        _table = table;
        _records = new CouchbaseDriverRecords(collection, table, durability, requestTimeout, cancellation);
        _pipeline = new KvPipeline(cluster, table.Window);
        _check = new CouchbaseStoredCheck(_pipeline, table);
        _interruption = cancellation.Register(_pipeline.Interrupt);
    }

    /// <inheritdoc/>
    public bool IsIdempotent => true;

    /// <inheritdoc/>
    public void Write(RecordBatch batch)
    {
        (_nextRow, _anyStored, _isAmbiguous, _error) = (0, false, false, null);
        _present.Clear();
        _senders.Clear();
        for (int i = Math.Min(batch.Count, _table.Window); i > 0; i--)
        {
            _senders.Add(Send(batch));
        }

        Task.WaitAll(_senders);
        if (_error is not null)
        {
            throw CouchbaseDriverErrors.IsOfDriver(_error) ? CouchbaseDriverErrors.OfWrite(_error, _anyStored || _isAmbiguous)
                : new BatchWriteException(_error.Message, isTransient: false, isAmbiguous: true, _error);
        }

        if (_present.Count > 0)
        {
            Guard(() => _check.Require(batch, _present));
        }
    }

    /// <inheritdoc/>
    public BatchFate Recover(RecordBatch batch, bool inDoubt = true)
    {
        var fate = BatchFate.Absent;
        Guard(() => fate = _check.IsStored(batch) ? BatchFate.Stored : BatchFate.Absent);
        return fate;
    }

    /// <inheritdoc/>
    public void Read(int source, long sequence, IRecordReceiver found) => Scan(source, sequence, 1, found);

    /// <inheritdoc/>
    public void Scan(int source, long first, int count, IRecordReceiver found) =>
        Guard(() => _records.Read(source, first, count, found));

    /// <inheritdoc/>
    public void Update(RecordBatch record) => Guard(() => _records.UpdateAsync(record).GetAwaiter().GetResult());

    /// <inheritdoc/>
    public bool UpdateIf(RecordBatch record, uint quality)
    {
        bool isApplied = false;
        Guard(() => isApplied = _records.UpdateIfAsync(record, quality).GetAwaiter().GetResult());
        return isApplied;
    }

    /// <inheritdoc/>
    public void Delete(int source, long sequence) => Guard(() => _records.DeleteAsync(source, sequence).GetAwaiter().GetResult());

    /// <summary>
    /// Does nothing: the driver reconnects by itself, and a late update fails because it carries the CAS of an older document.
    /// </summary>
    public void Restore()
    {
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        _interruption.Dispose();
        _pipeline.Dispose();
    }

    private static void Guard(Action action)
    {
        try
        {
            action();
        }
        catch (WireException exception)
        {
            throw CouchbaseErrors.OfWrite(exception, anySent: true);
        }
        catch (Exception exception) when (CouchbaseDriverErrors.IsOfDriver(exception))
        {
            throw CouchbaseDriverErrors.OfOperation(exception);
        }
    }

    private async Task Send(RecordBatch batch)
    {
        for (int row = Next(batch); row >= 0; row = Next(batch))
        {
            try
            {
                await _records.InsertAsync(batch, row).ConfigureAwait(false);
                _anyStored = true;
            }
            catch (DocumentExistsException)
            {
                lock (_gate)
                {
                    _present.Add(row);
                }
            }
            catch (Exception exception)
            {
                lock (_gate)
                {
                    // Requests overlap: the first failure is told, and each of them may leave its record in doubt.
                    _error ??= exception;
                    _isAmbiguous |= !CouchbaseDriverErrors.IsOfDriver(exception) || CouchbaseDriverErrors.IsAmbiguous(exception);
                }
            }
        }
    }

    private int Next(RecordBatch batch)
    {
        lock (_gate)
        {
            return _error is not null || _nextRow == batch.Count ? -1 : _nextRow++;
        }
    }
}
