using DbIngest.Core.Records;
using DbIngest.Core.Targets;
using DbIngest.Targets.Mongo;
using MongoDB.Driver;

namespace DbIngest.Drivers.Mongo;

/// <summary>Writes a batch by <c>InsertMany</c>, unordered; the driver splits it at the server's limits. What became of a batch is found out as for our own client.</summary>
/// <typeparam name="T">What the driver is given.</typeparam>
internal sealed class DriverWriter<T> : IBatchWriter
{
    private static readonly InsertManyOptions Unordered = new() { IsOrdered = false };

    private readonly MongoWriter _recovery;
    private readonly Targets.Mongo.MongoCollection _collection;
    private readonly IMongoCollection<T> _documents;
    private readonly Action<RecordBatch, List<T>> _fill;
    private readonly List<T> _room = [];
    private readonly CancellationToken _cancellation;

    /// <summary>Creates a writer.</summary>
    public DriverWriter(
        MongoDeployment deployment, Targets.Mongo.MongoCollection collection, IMongoCollection<T> documents, Action<RecordBatch, List<T>> fill, CancellationToken cancellation)
    {
        _recovery = new MongoWriter(deployment, collection, lane: 0, cancellation);
        _collection = collection;
        _documents = documents;
        _fill = fill;
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
            _documents.InsertMany(_room, Unordered, _cancellation);
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
        catch (Exception exception) when (exception is MongoException or TimeoutException or IOException or OperationCanceledException)
        {
            throw new BatchWriteException(exception.Message, IsTransient(exception), isAmbiguous: exception is not MongoAuthenticationException, exception);
        }
    }

    /// <inheritdoc/>
    public BatchFate Recover(RecordBatch batch, bool inDoubt = true) => _recovery.Recover(batch, inDoubt);

    /// <inheritdoc/>
    public void Dispose() => _recovery.Dispose();

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
