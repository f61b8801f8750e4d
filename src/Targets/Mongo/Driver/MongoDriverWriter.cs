using DbIngest.Abstractions.Operations;
using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;
using MongoDB.Driver;

namespace DbIngest.Targets.Mongo;

/// <summary>
/// Writes the batches of one lane through MongoDB's driver, by unordered <c>InsertMany</c> or <c>InsertManyAsync</c>, which
/// the driver splits at the server's limits. <see cref="MongoDriverPath"/> opens one per lane. One thread at a time calls it:
/// the lane's, or one of a service, which also uses the asynchronous methods. A <see cref="MongoWriter"/> on a separate
/// connection recovers failed batches. It never retries. Documents that exist already count as stored only if their content is
/// that of the batch.
/// </summary>
/// <remarks>
/// Only where <see cref="MongoWriter.NeedsSession"/> says so, the driver's writes belong to a session, which the recovery ends
/// with all that the server still runs in it. If <see cref="IsIdempotent"/> is true, the pipeline sends a failed batch again
/// without <see cref="Recover"/>, and calls it only before it gives the batch up.
/// </remarks>
/// <typeparam name="T">The type of the documents that the driver takes.</typeparam>
internal sealed class MongoDriverWriter<T>
    : InstantKeyedWriter<MongoDriverRecords>, IBatchWriter, IConditionalUpdates, IInstantReads, IAsyncOperations
{
    private static readonly InsertManyOptions Unordered = new() { IsOrdered = false };

    private readonly MongoWriter _recovery;
    private readonly MongoCollection _collection;
    private readonly IMongoCollection<T> _documents;
    private readonly IClientSessionHandle? _session;
    private readonly MongoDriverRecords _records;
    private readonly Action<RecordBatch, List<T>> _fill;
    private readonly List<T> _room = [];
    private readonly bool _isAsync;
    private readonly CancellationToken _cancellation;

    /// <summary>Creates a writer and connects its recovery.</summary>
    /// <param name="deployment">The deployment, for the recovery's own client.</param>
    /// <param name="collection">The collection's name and shape.</param>
    /// <param name="documents">The driver's view of the collection.</param>
    /// <param name="fill">Replaces the list's content by the documents of a batch.</param>
    /// <param name="isAsync">True to call the driver's asynchronous methods and wait for them.</param>
    /// <param name="cancellation">Cancels pending calls.</param>
    public MongoDriverWriter(
        MongoDeployment deployment,
        MongoCollection collection,
        IMongoCollection<T> documents,
        Action<RecordBatch, List<T>> fill,
        bool isAsync,
        CancellationToken cancellation)
    {
        // The driver's operations belong to a session, so that the recovery can end them.
        _session = MongoWriter.NeedsSession(deployment, collection)
            ? documents.Database.Client.StartSession(new ClientSessionOptions { CausalConsistency = false }, cancellation) : null;
        try
        {
            _recovery = new MongoWriter(deployment, collection, lane: 0, cancellation, _session?.ServerSession.Id["id"]
                .AsBsonBinaryData.ToGuid());
        }
        catch
        {
            _session?.Dispose();
            throw;
        }

        _records = new MongoDriverRecords(documents.Database, collection, _session, isAsync, cancellation);
        _collection = collection;
        _documents = documents;
        _fill = fill;
        _isAsync = isAsync;
        _cancellation = cancellation;
    }

    /// <inheritdoc/>
    public bool IsIdempotent => _recovery.IsIdempotent;

    /// <inheritdoc/>
    public bool ServesAnySource => true;

    /// <inheritdoc/>
    public void Write(RecordBatch batch)
    {
        if (batch.Count == 0)
        {
            return;
        }

        _fill(batch, _room);
        try
        {
            Insert();
        }
        catch (MongoBulkWriteException<T> exception) when (AreOnlyDuplicates(exception))
        {
            Compare(batch, exception);
        }
        catch (Exception exception) when (MongoDriverErrors.IsOfDriver(exception))
        {
            throw MongoDriverErrors.Of(exception);
        }
    }

    /// <inheritdoc/>
    public async ValueTask WriteAsync(RecordBatch batch)
    {
        if (batch.Count == 0)
        {
            return;
        }

        _fill(batch, _room);
        try
        {
            await InsertAsync().ConfigureAwait(false);
        }
        catch (MongoBulkWriteException<T> exception) when (AreOnlyDuplicates(exception))
        {
            await Task.Run(() => Compare(batch, exception)).ConfigureAwait(false);
        }
        catch (Exception exception) when (MongoDriverErrors.IsOfDriver(exception))
        {
            throw MongoDriverErrors.Of(exception);
        }
    }

    /// <inheritdoc/>
    public BatchFate Recover(RecordBatch batch, bool inDoubt = true) => _recovery.Recover(batch, inDoubt);

    /// <inheritdoc/>
    public ValueTask ReadAsync(int source, long first, int count, IRecordReceiver found) =>
        GuardAsync((source, first, count, found), static (records, x) => records.ReadAsync(x.source, x.first, x.count, x.found));

    /// <inheritdoc/>
    public ValueTask FindAsync(int source, long timestamp, IRecordReceiver found) =>
        GuardAsync((source, timestamp, found), static (records, x) => records.FindAsync(x.source, x.timestamp, x.found));

    /// <inheritdoc/>
    public ValueTask UpdateAsync(RecordBatch record) => GuardAsync(record, static (records, x) => records.UpdateAsync(x));

    /// <inheritdoc/>
    public ValueTask DeleteAsync(int source, long sequence) => GuardAsync(
        (Writer: this, source, sequence),
        static async (records, x) => x.Writer.LastDeleteFound =
            await records.DeleteAsync(x.source, x.sequence).ConfigureAwait(false));

    /// <inheritdoc/>
    public void Restore() => _recovery.Restore();

    /// <inheritdoc/>
    public void Dispose()
    {
        _recovery.Dispose();
        _session?.Dispose();
    }

    protected override MongoDriverRecords Keyed() => _records;

    protected override bool IsFailure(Exception error) => MongoDriverErrors.IsOfDriver(error);

    protected override BatchWriteException Failed(Exception error) => MongoDriverErrors.OfOperation(error);

    private void Insert()
    {
        if (_isAsync)
        {
            InsertAsync().GetAwaiter().GetResult();
        }
        else if (_session is null)
        {
            _documents.InsertMany(_room, Unordered, _cancellation);
        }
        else
        {
            _documents.InsertMany(_session, _room, Unordered, _cancellation);
        }
    }

    private Task InsertAsync() => _session is null ? _documents.InsertManyAsync(_room, Unordered, _cancellation)
        : _documents.InsertManyAsync(_session, _room, Unordered, _cancellation);

    /// <summary>
    /// True if the server refused documents only because their records exist already. <see cref="Compare"/> then checks their
    /// content before the batch counts as stored.
    /// </summary>
    private bool AreOnlyDuplicates(MongoBulkWriteException<T> exception) =>
        exception.WriteConcernError is null && _collection.IsIdentified
            && exception.WriteErrors.All(e => e.Category == ServerErrorCategory.DuplicateKey);

    private void Compare(RecordBatch batch, Exception exception)
    {
        if (_recovery.Recover(batch) != BatchFate.Stored)
        {
            throw new BatchWriteException(
                $"Records of source {batch.Source} from {batch.FirstSequence} on are stored with different content: "
                + $"another client writes to the collection, or it was not emptied.",
                isTransient: false,
                isAmbiguous: true,
                exception);
        }
    }

    private async ValueTask GuardAsync<TNeeded>(TNeeded needed, Func<MongoDriverRecords, TNeeded, ValueTask> operation)
    {
        try
        {
            await operation(_records, needed).ConfigureAwait(false);
        }
        catch (Exception exception) when (MongoDriverErrors.IsOfDriver(exception))
        {
            throw Failed(exception);
        }
    }
}
