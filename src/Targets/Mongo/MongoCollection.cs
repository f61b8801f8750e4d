using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Documents;
using DbIngest.Targets.Mongo.Shapes;
using DbIngest.Wire;
using DbIngest.Wire.Mongo;

namespace DbIngest.Targets.Mongo;

/// <summary>
/// Names a trial's collection, encodes its documents and builds the commands that write, read and drop it.
/// <see cref="MongoTarget"/> and <c>MongoDriverPath</c> create one per trial, and writers and audit share it. Only
/// <see cref="Create"/>, <see cref="CreateMissing"/> and <see cref="Drop"/> send commands, over the caller's connection.
/// Immutable.
/// </summary>
internal sealed class MongoCollection
{
    private readonly MongoEndpoint _endpoint;
    private readonly BsonDocument _concern;

    /// <summary>Derives names and commands. Contacts no server.</summary>
    /// <param name="endpoint">How to store records.</param>
    /// <param name="contract">The durability level.</param>
    /// <param name="kind">The deployment's topology: a standalone server has no majority to wait for.</param>
    /// <param name="table">The trial's table.</param>
    public MongoCollection(MongoEndpoint endpoint, DurabilityContract contract, DeploymentKind kind, TrialTable table)
    {
        _endpoint = endpoint;
        _concern = MongoContracts.Concern(contract, endpoint.WriteTimeoutMs);
        ReadConcern = kind == DeploymentKind.Standalone ? "local" : MongoContracts.ReadConcern(contract);
        Shape = ShapeOf(endpoint, table.Schema);
        Table = table;
    }

    /// <summary>The trial's table.</summary>
    public TrialTable Table { get; }

    public string Database => _endpoint.Database;

    public string Name => _endpoint.Collection;

    /// <summary>Name with the database before it.</summary>
    public string FullName => $"{Database}.{Name}";

    /// <summary>Encodes records as documents.</summary>
    public MongoDocumentShape Shape { get; }

    /// <summary>The documents' identity, made of source and sequence. Null if the server does not tell records apart.</summary>
    public RecordIdentity? Key => _endpoint.Key;

    /// <summary>True if a document's identity is made of source and sequence.</summary>
    public bool IsIdentified => Key is not null;

    public bool IsTimeSeries => _endpoint.Shape == "timeseries";

    /// <summary>True if each document is one record, found by an identity made of source and sequence.</summary>
    public bool HasRecordKeys => IsIdentified && Shape.RecordsPerDocument == 1;

    /// <summary>True if a document is one record with its whole timestamp: questions about time ranges are answered.</summary>
    public bool AnswersTimeQueries => !IsTimeSeries && Shape.RecordsPerDocument == 1;

    /// <summary>Read concern of all reads: <c>majority</c> leaves out records that may be rolled back.</summary>
    public string ReadConcern { get; }

    /// <summary>Records per insertion, and unacknowledged insertions per connection.</summary>
    public (int Rows, int Window) Pace => (_endpoint.Rows, _endpoint.Window);

    /// <summary>Encodes an insertion command without its documents. A writer does so once and reuses the bytes.</summary>
    /// <param name="session">The session of the command. Null for none.</param>
    public byte[] Insert(Guid? session)
    {
        var command = new BsonDocument(("insert", Name), ("ordered", false), ("writeConcern", _concern));
        return With(session, command).Add("$db", Database).ToBytes();
    }

    /// <summary>Completes a command with the write concern of the durability level.</summary>
    /// <param name="command">The command without write concern.</param>
    /// <param name="session">The session of the command. Null for none.</param>
    public BsonDocument Write(BsonDocument command, Guid? session = null) => With(session, command.Add("writeConcern", _concern));

    /// <summary>Builds a query.</summary>
    /// <param name="filter">Selects documents.</param>
    /// <param name="batch">Documents per page.</param>
    /// <param name="isSorted">True to sort by <c>_id</c>.</param>
    public BsonDocument Find(BsonDocument filter, int batch, bool isSorted = false)
    {
        var command = new BsonDocument(("find", Name), ("filter", filter));
        if (isSorted)
        {
            command.Add("sort", new BsonDocument(("_id", 1)));
        }

        return command.Add("batchSize", batch).Add("readConcern", new BsonDocument(("level", ReadConcern)));
    }

    /// <summary>Builds an aggregation.</summary>
    /// <param name="stages">Its stages.</param>
    /// <param name="batch">Documents per page.</param>
    public BsonDocument Aggregate(IReadOnlyList<object?> stages, int batch) => new(("aggregate", Name), ("pipeline", stages),
        ("cursor", new BsonDocument(("batchSize", batch))), ("readConcern", new BsonDocument(("level", ReadConcern))));

    /// <summary>Builds the command for a query's next page.</summary>
    public BsonDocument More(long cursor, int batch) => new(("getMore", cursor), ("collection", Name), ("batchSize", batch));

    /// <summary>A filter for records of a range of sequence numbers, by identity if they have one.</summary>
    /// <param name="source">The records' source.</param>
    /// <param name="first">The first sequence number.</param>
    /// <param name="end">The sequence number after the last.</param>
    public BsonDocument Range(int source, long first, long end) => Key is { } key
        ? new(("_id", end == first + 1 ? key.Of(source, first)
            : new BsonDocument(("$gte", key.Of(source, first)), ("$lt", key.Of(source, end)))))
        : new((Names.Source, source), (Names.Sequence, new BsonDocument(("$gte", first), ("$lt", end))));

    /// <summary>A filter for the records of a source at an instant, in microseconds UTC. Not for a time series.</summary>
    public BsonDocument Instant(int source, long timestamp) => new((Names.Source, source), (Names.Timestamp, timestamp));

    /// <summary>Names of the fields.</summary>
    public RecordNames Names => _endpoint.Shape == "short" ? RecordNames.Short(Table.Schema) : RecordNames.Full(Table.Schema);

    /// <summary>Creates the empty collection. Drops an existing one with its data.</summary>
    /// <param name="connection">A connection to the primary or router.</param>
    /// <exception cref="WireException">The server refuses.</exception>
    public void Create(MongoConnection connection)
    {
        Check(connection);
        Drop(connection);
        CreateMissing(connection);
    }

    /// <summary>Refuses a table that documents of this shape cannot hold.</summary>
    /// <param name="connection">A connection to the primary or router.</param>
    public void Check(MongoConnection connection)
    {
        if (Shape.LargestBytes > connection.Hello.MaxDocumentBytes)
        {
            throw new TargetException(
                $"A document of shape={_endpoint.Shape} would have up to {Shape.LargestBytes} bytes, and the server takes "
                + $"{connection.Hello.MaxDocumentBytes}: take a smaller bucket.");
        }

        Key?.Check(Table);
    }

    /// <summary>Creates the empty collection, which must not exist, and its indexes.</summary>
    /// <param name="connection">A connection to the primary or router.</param>
    /// <exception cref="WireException">The server refuses.</exception>
    public void CreateMissing(MongoConnection connection)
    {
        var command = new BsonDocument(("create", Name));
        if (IsTimeSeries)
        {
            command.Add("timeseries",
                new BsonDocument(("timeField", Names.Timestamp), ("metaField", Names.Source), ("granularity", "seconds")));
        }

        if (_endpoint.BlockCompressor != "default")
        {
            command.Add("storageEngine",
                new BsonDocument(
                ("wiredTiger", new BsonDocument(("configString", $"block_compressor={_endpoint.BlockCompressor}")))));
        }

        connection.Run(Database, Write(command));
        if (Table.IsKeyed && !IsIdentified)
        {
            CreateIndex(connection, "source_sequence", Names.Sequence);
        }

        if (Table.HasTimeIndex)
        {
            CreateIndex(connection, "source_timestamp", Names.Timestamp);
        }

        if (Table.Schema.HasSeries)
        {
            CreateIndex(connection, "source_series", Names.Values[Table.Schema.SeriesColumn], Names.Timestamp);
        }
    }

    /// <summary>Drops the collection if it exists.</summary>
    public void Drop(MongoConnection connection)
    {
        try
        {
            connection.Run(Database, Write(new BsonDocument(("drop", Name))));
        }
        catch (MongoServerException exception) when (exception.Code == MongoErrorCode.NamespaceNotFound)
        {
            // The collection did not exist.
        }
    }

    private void CreateIndex(MongoConnection connection, string name, params ReadOnlySpan<string> fields)
    {
        var key = new BsonDocument((Names.Source, 1));
        foreach (string field in fields)
        {
            key.Add(field, 1);
        }

        connection.Run(Database, new BsonDocument(
            ("createIndexes", Name), ("indexes", (object?[])[new BsonDocument(("key", key), ("name", name))])));
    }

    private static MongoDocumentShape ShapeOf(MongoEndpoint endpoint, RecordSchema schema)
    {
        var id = endpoint.Identity;
        return endpoint.Shape switch
        {
            "bucket" => new BucketShape(RecordNames.Full(schema), id, endpoint.Bucket) { Schema = schema },
            "short" => new RecordShape(RecordNames.Short(schema), schema.HasSeries, id, isTimeSeries: false) { Schema = schema },
            _ => new RecordShape(RecordNames.Full(schema), schema.HasSeries, id, isTimeSeries: endpoint.Shape == "timeseries")
            {
                Schema = schema,
            },
        };
    }

    private static BsonDocument With(Guid? session, BsonDocument command) =>
        session is { } id ? command.Add("lsid", new BsonDocument(("id", id))) : command;
}
