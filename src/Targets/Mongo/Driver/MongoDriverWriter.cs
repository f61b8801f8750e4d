using DbIngest.Abstractions.Operations;
using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;
using MongoDB.Driver;

namespace DbIngest.Targets.Mongo;

/// <summary>Writes a batch by <c>InsertMany</c> or <c>InsertManyAsync</c>, unordered; the driver splits it at the server's limits. What became of a batch is found out as for our own client.</summary>
/// <typeparam name="T">What the driver is given.</typeparam>
internal sealed class MongoDriverWriter<T> : IBatchWriter, IRecordOperations
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

    /// <summary>Creates a writer.</summary>
    /// <param name="deployment">The deployment, as our own client knows it.</param>
    /// <param name="collection">The collection.</param>
    /// <param name="documents">The driver's collection.</param>
    /// <param name="fill">Makes what the driver is given of a batch.</param>
    /// <param name="isAsync">Whether to call the driver asynchronously and wait.</param>
    /// <param name="cancellation">Ends what it waits for.</param>
    public MongoDriverWriter(
        MongoDeployment deployment,
        MongoCollection collection,
        IMongoCollection<T> documents,
        Action<RecordBatch, List<T>> fill,
        bool isAsync,
        CancellationToken cancellation)
    {
        // What the driver does belongs to a session that our own client can end.
        _session = MongoWriter.NeedsSession(deployment, collection) ? documents.Database.Client.StartSession(new ClientSessionOptions { CausalConsistency = false }, cancellation) : null;
        try
        {
            _recovery = new MongoWriter(deployment, collection, lane: 0, cancellation, _session?.ServerSession.Id["id"].AsBsonBinaryData.ToGuid());
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
        catch (MongoBulkWriteException<T> exception) when (
            exception.WriteConcernError is null && _collection.IsIdentified && exception.WriteErrors.All(e => e.Category == ServerErrorCategory.DuplicateKey))
        {
            // They are there already; that they are ours is looked at.
            if (_recovery.Recover(batch) != BatchFate.Stored)
            {
                throw new BatchWriteException(
                    $"Records of source {batch.Source} from {batch.FirstSequence} on are stored with another content: somebody else writes to the collection, or it was not emptied.",
                    isTransient: false,
                    isAmbiguous: true,
                    exception);
            }
        }
        catch (Exception exception) when (IsOfDriver(exception))
        {
            throw Failure(exception);
        }
    }

    /// <inheritdoc/>
    public BatchFate Recover(RecordBatch batch, bool inDoubt = true) => _recovery.Recover(batch, inDoubt);

    /// <inheritdoc/>
    public void Read(int source, long sequence, ReadTally found) => Scan(source, sequence, 1, found);

    /// <inheritdoc/>
    public void Scan(int source, long first, int count, ReadTally found) => Guard((source, first, count, found), static (records, x) => records.Read(x.source, x.first, x.count, x.found));

    /// <inheritdoc/>
    public void Update(RecordBatch record) => Guard(record, static (records, x) => records.Update(x));

    /// <inheritdoc/>
    public void Delete(int source, long sequence) => Guard((source, sequence), static (records, x) => records.Delete(x.source, x.sequence));

    /// <inheritdoc/>
    public void Restore() => _recovery.Restore();

    /// <inheritdoc/>
    public void Dispose()
    {
        _recovery.Dispose();
        _session?.Dispose();
    }

    private void Insert()
    {
        if (_isAsync)
        {
            (_session is null ? _documents.InsertManyAsync(_room, Unordered, _cancellation) : _documents.InsertManyAsync(_session, _room, Unordered, _cancellation))
                .GetAwaiter().GetResult();
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

    private void Guard<TNeeded>(TNeeded needed, Action<MongoDriverRecords, TNeeded> operation)
    {
        try
        {
            operation(_records, needed);
        }
        catch (Exception exception) when (IsOfDriver(exception))
        {
            throw Failure(exception);
        }
    }

    private static bool IsOfDriver(Exception exception) => exception is MongoException or TimeoutException or IOException or OperationCanceledException;

    private static BatchWriteException Failure(Exception exception) =>
        new(exception.Message, IsTransient(exception), isAmbiguous: exception is not MongoAuthenticationException, exception);

    private static bool IsTransient(Exception exception) => exception switch
    {
        MongoAuthenticationException => false,
        MongoConnectionException or TimeoutException or IOException or MongoNotPrimaryException or MongoNodeIsRecoveringException => true,
        MongoBulkWriteException bulk => bulk.WriteErrors.All(e => e.Category == ServerErrorCategory.ExecutionTimeout)
            || bulk.HasErrorLabel("RetryableWriteError"),
        MongoException other => other.HasErrorLabel("RetryableWriteError"),
        _ => false,
    };
}
