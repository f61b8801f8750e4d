using DbIngest.Abstractions.Operations;
using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;
using DbIngest.Wire;
using DbIngest.Wire.Mongo;

namespace DbIngest.Targets.Mongo;

/// <summary>Writes with a connection of its own, on the source's thread.</summary>
/// <remarks>
/// Where a document's identity is made of source and sequence, a repeated insertion changes nothing: the server refuses each document that is there (11000), and that
/// it has our content is looked at before it counts as stored. Object ids and time series know no such refusal: what became of a batch is then read.
/// </remarks>
internal sealed class MongoWriter : IBatchWriter, IRecordOperations
{
    private readonly MongoDeployment _deployment;
    private readonly MongoCollection _collection;
    private readonly MongoStoredCheck _check;
    private readonly InsertWindow _window;
    private readonly Guid? _session;
    private readonly byte[] _insert;
    private readonly int _lane;
    private readonly CancellationTokenRegistration _interruption;
    private MongoConnection? _connection;
    private KeyedCommands? _keyed;

    /// <summary>Creates a writer, connected.</summary>
    /// <param name="deployment">The deployment.</param>
    /// <param name="collection">The collection.</param>
    /// <param name="lane">Which of the writers.</param>
    /// <param name="cancellation">Ends what it waits for.</param>
    /// <param name="session">The session of somebody else, what is under way in which it is to end; null for one of its own.</param>
    /// <exception cref="WireException">No server takes it.</exception>
    public MongoWriter(MongoDeployment deployment, MongoCollection collection, int lane, CancellationToken cancellation, Guid? session = null)
    {
        _deployment = deployment;
        _collection = collection;
        _lane = lane;
        _window = new InsertWindow(collection);
        _check = new MongoStoredCheck(collection);

        // By its session the server can be told to end what it may still be doing for us.
        _session = session ?? (NeedsSession(deployment, collection) ? Guid.NewGuid() : null);
        _insert = collection.Insert(_session);
        Connection();
        _interruption = cancellation.Register(() => Volatile.Read(ref _connection)?.Dispose());
    }

    /// <summary>Whether what a writer does must belong to a session, and the servers have such.</summary>
    public static bool NeedsSession(MongoDeployment deployment, MongoCollection collection) => deployment.Hello.HasSessions && (!collection.IsIdentified || collection.Table.IsKeyed);

    /// <inheritdoc/>
    public bool IsIdempotent => _collection.IsIdentified;

    private KeyedCommands Keyed => _keyed ??= new KeyedCommands(_collection, _session);

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
                return _check.IsStored(Connection(), batch) ? BatchFate.Stored : BatchFate.Absent;
            }

            EndSession();
            if (!inDoubt || _check.IsStored(Connection(), batch))
            {
                return inDoubt ? BatchFate.Stored : BatchFate.Absent;
            }

            Connection().Run(_collection.Database, _collection.Write(new BsonDocument(
                ("delete", _collection.Name),
                ("deletes", (object?[])[new BsonDocument(("q", _collection.Range(batch.Source, batch.FirstSequence, batch.FirstSequence + batch.Count)), ("limit", 0))]))));
            return BatchFate.Absent;
        }
        catch (WireException exception)
        {
            GiveUp(exception);
            throw MongoErrors.OfWrite(exception, anySent: true);
        }
    }

    /// <inheritdoc/>
    public void Read(int source, long sequence, ReadTally found) => Scan(source, sequence, 1, found);

    /// <inheritdoc/>
    public void Scan(int source, long first, int count, ReadTally found) =>
        Guard((source, first, count, found), static (writer, x) => writer.Keyed.Read(writer.Connection(), x.source, x.first, x.count, x.found));

    /// <inheritdoc/>
    public void Update(RecordBatch record) => Guard(record, static (writer, x) => writer.Keyed.Update(writer.Connection(), x));

    /// <inheritdoc/>
    public void Delete(int source, long sequence) => Guard((source, sequence), static (writer, x) => writer.Keyed.Delete(writer.Connection(), x.source, x.sequence));

    /// <inheritdoc/>
    public void Restore() => Guard(0, static (writer, _) => writer.EndSession());

    /// <inheritdoc/>
    public void Dispose()
    {
        _interruption.Dispose();
        _connection?.Dispose();
    }

    private MongoConnection Connection()
    {
        if (_connection is not { IsBroken: false })
        {
            _connection?.Dispose();
            _connection = _deployment.OpenForWriting(_lane);
        }

        return _connection;
    }

    /// <summary>After a failure nothing of the attempt may arrive: the connection is closed, and what the server still does for it is ended.</summary>
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
            // FerretDB has sessions by name only; what it does for a connection ends with the command under way.
        }
    }

    private void GiveUp(WireException exception)
    {
        // What is still on its way to the server is not to be mistaken for the answer to something else; and a member that is no primary any more is left.
        if (exception is not MongoServerException { IsStateChange: false })
        {
            _connection?.Dispose();
        }
    }

    private void Guard<T>(T needed, Action<MongoWriter, T> operation)
    {
        try
        {
            operation(this, needed);
        }
        catch (WireException exception)
        {
            GiveUp(exception);
            throw MongoErrors.OfWrite(exception, anySent: true);
        }
    }
}
