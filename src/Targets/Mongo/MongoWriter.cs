using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;
using DbIngest.Wire;
using DbIngest.Wire.Mongo;

namespace DbIngest.Targets.Mongo;

/// <summary>
/// Writes the batches of one lane into MongoDB over its own connection. <see cref="MongoTarget"/> opens one per lane. One thread
/// at a time calls it on the timed path: the lane's, or one of a service. Each <c>MongoDriverWriter</c> has one that only
/// recovers. It never retries.
/// </summary>
/// <remarks>
/// If documents are identified by source and sequence, repeating an insertion changes nothing: the server rejects each
/// existing document (code 11000), and its content is compared before it counts as stored. Object ids made by clients and time
/// series reject no duplicates, so recovery first ends what the server still runs in the writer's session, then reads what is
/// stored, and deletes the batch's records unless each is stored once.
/// </remarks>
internal sealed class MongoWriter : InstantKeyedWriter<MongoKeyed>, IBatchWriter, IConditionalUpdates, IInstantReads
{
    private readonly MongoDeployment _deployment;
    private readonly MongoCollection _collection;
    private readonly MongoStoredCheck _check;
    private readonly MongoInsertWindow _window;
    private readonly Guid? _session;
    private readonly byte[] _insert;
    private readonly int _lane;
    private readonly CancellationTokenRegistration _interruption;
    private volatile bool _isCut;
    private MongoConnection? _connection;
    private MongoKeyed? _keyed;

    /// <summary>Connects to the server that takes the writes.</summary>
    /// <param name="deployment">The deployment, which knows the primary or the routers.</param>
    /// <param name="collection">The collection's name and shape.</param>
    /// <param name="lane">The writer's number, from 0. It spreads writers over the routers.</param>
    /// <param name="cancellation">
    /// Closes the connection when triggered, which ends a pending call. Later ones are closed as soon as they are open.
    /// </param>
    /// <param name="session">The driver's session, whose operations recovery must end. Null for a new session, if needed.</param>
    /// <exception cref="WireException">No server accepts writes, or the login is rejected.</exception>
    public MongoWriter(MongoDeployment deployment, MongoCollection collection, int lane, CancellationToken cancellation,
        Guid? session = null)
    {
        _deployment = deployment;
        _collection = collection;
        _lane = lane;
        _window = new MongoInsertWindow(collection);
        _check = new MongoStoredCheck(collection);

        // The session lets recovery tell the server to end operations that it may still run for this writer.
        _session = session ?? (NeedsSession(deployment, collection) ? Guid.NewGuid() : null);
        _insert = collection.Insert(_session);
        Connection();
        _interruption = cancellation.Register(Cut);
    }

    /// <summary>
    /// True if writers need a session: the servers support sessions, and a repeated or late write could change what is stored.
    /// </summary>
    public static bool NeedsSession(MongoDeployment deployment, MongoCollection collection) => deployment.Hello.HasSessions
        && (!collection.IsIdentified || collection.Table.IsKeyed);

    /// <inheritdoc/>
    public bool IsIdempotent => _collection.IsIdentified;

    /// <inheritdoc/>
    public bool ServesAnySource => true;

    /// <inheritdoc/>
    public void Write(RecordBatch batch)
    {
        bool anySent = false;
        try
        {
            var connection = Connection();
            anySent = true;
            _window.Insert(connection, _insert, batch);
            if (_window.FirstDuplicate < batch.Count && _collection.IsIdentified)
            {
                _check.Require(connection, batch, _window.FirstDuplicate);
            }
        }
        catch (WireException exception)
        {
            GiveUp(exception);
            throw MongoErrors.OfWrite(exception, anySent && _window.AnyStored);
        }
    }

    /// <inheritdoc/>
    public BatchFate Recover(RecordBatch batch, bool inDoubt = true)
    {
        try
        {
            if (IsIdempotent)
            {
                return inDoubt && _check.IsStored(Connection(), batch) ? BatchFate.Stored : BatchFate.Absent;
            }

            EndSession();
            if (!inDoubt || _check.IsStored(Connection(), batch))
            {
                return inDoubt ? BatchFate.Stored : BatchFate.Absent;
            }

            // Servers before 7.0 delete records of a time series by their source alone, and refuse this deletion. The batch is
            // given up then, since to send it again would store a part of it twice.
            var deletion = new BsonDocument(
                ("q", _collection.Range(batch.Source, batch.FirstSequence, batch.FirstSequence + batch.Count)), ("limit", 0));
            MongoKeyed.Complete(Connection().Run(_collection.Database, _collection.Write(
                new BsonDocument(("delete", _collection.Name), ("deletes", (object?[])[deletion])))));
            return BatchFate.Absent;
        }
        catch (WireException exception)
        {
            GiveUp(exception);
            throw MongoErrors.OfWrite(exception, anySent: true);
        }
    }

    /// <inheritdoc/>
    public void Restore()
    {
        try
        {
            EndSession();
        }
        catch (WireException exception)
        {
            throw Failed(exception);
        }
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        _interruption.Dispose();
        _connection?.Dispose();
    }

    protected override MongoKeyed Keyed() => _keyed ??= new MongoKeyed(_collection, _session, Connection);

    protected override bool IsFailure(Exception error) => error is WireException;

    protected override BatchWriteException Failed(Exception error)
    {
        var failure = (WireException)error;
        GiveUp(failure);
        return MongoErrors.OfOperation(failure);
    }

    private MongoConnection Connection()
    {
        if (_connection is not { IsBroken: false })
        {
            _connection?.Dispose();
            Volatile.Write(ref _connection, _deployment.OpenForWriting(_lane));
            if (_isCut)
            {
                _connection!.Dispose();
            }
        }

        return _connection!;
    }

    private void Cut()
    {
        _isCut = true;
        Volatile.Read(ref _connection)?.Dispose();
    }

    /// <summary>
    /// Makes sure after a failure that nothing of the attempt can still be stored: closes the connection and ends what the server
    /// still runs in the session.
    /// </summary>
    private void EndSession()
    {
        _connection?.Dispose();
        if (_session is not { } session)
        {
            return;
        }

        try
        {
            Connection().Run("admin", new BsonDocument(("killSessions", (object?[])[new BsonDocument(("id", session))])));
        }
        catch (MongoServerException exception) when (exception.Code == MongoErrorCode.CommandNotFound)
        {
            // FerretDB has no sessions to kill. What it runs for a connection ends with the connection's current command.
        }
    }

    private void GiveUp(WireException exception)
    {
        // The next request must not read a late answer to this one, and must not go to a member that is no longer the primary.
        if (exception is not MongoServerException { IsStateChange: false })
        {
            _connection?.Dispose();
        }
    }
}
