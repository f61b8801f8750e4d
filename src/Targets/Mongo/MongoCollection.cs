using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Documents;
using DbIngest.Targets.Mongo.Shapes;
using DbIngest.Wire;
using DbIngest.Wire.Mongo;

namespace DbIngest.Targets.Mongo;

/// <summary>
/// The collection of a trial: what it is called, how its documents are made, and by which commands it is written and read.
/// </summary>
internal sealed class MongoCollection
{
    private readonly MongoEndpoint _endpoint;
    private readonly BsonDocument _concern;

    /// <summary>Creates it; the server is not asked.</summary>
    /// <param name="endpoint">How it is written to.</param>
    /// <param name="contract">What an acknowledgement is to mean.</param>
    /// <param name="kind">What the deployment is: a server of its own has no majority to ask.</param>
    /// <param name="table">What it is for.</param>
    public MongoCollection(MongoEndpoint endpoint, DurabilityContract contract, DeploymentKind kind, TrialTable table)
    {
        _endpoint = endpoint;
        _concern = MongoContracts.Concern(contract, endpoint.WriteTimeoutMs);
        ReadConcern = kind == DeploymentKind.Standalone ? "local" : MongoContracts.ReadConcern(contract);
        Shape = ShapeOf(endpoint, table.Schema);
        Table = table;
    }

    /// <summary>What it is for.</summary>
    public TrialTable Table { get; }

    public string Database => _endpoint.Database;

    public string Name => _endpoint.Collection;

    /// <summary>Database and collection.</summary>
    public string FullName => $"{Database}.{Name}";

    /// <summary>How records become documents.</summary>
    public MongoDocumentShape Shape { get; }

    /// <summary>Whether a document's identity is made of source and sequence.</summary>
    public bool IsIdentified => !_endpoint.HasObjectIds && !IsTimeSeries;

    public bool IsTimeSeries => _endpoint.Shape == "timeseries";

    public string ReadConcern { get; }

    /// <summary>Records an insertion, and insertions in flight.</summary>
    public (int Rows, int Window) Pace => (_endpoint.Rows, _endpoint.Window);

    /// <summary>The command of an insertion without its documents.</summary>
    /// <param name="session">The session that it belongs to; null for none.</param>
    public byte[] Insert(Guid? session)
    {
        var command = new BsonDocument(("insert", Name), ("ordered", false), ("writeConcern", _concern));
        return With(session, command).Add("$db", Database).ToBytes();
    }

    /// <summary>A command on it, with the write concern of the contract.</summary>
    /// <param name="command">The command without it.</param>
    /// <param name="session">The session that it belongs to; null for none.</param>
    public BsonDocument Write(BsonDocument command, Guid? session = null) => With(session, command.Add("writeConcern", _concern));

    /// <summary>A search in it.</summary>
    /// <param name="filter">What is wanted.</param>
    /// <param name="batch">Documents a page.</param>
    /// <param name="isSorted">Whether by <c>_id</c>.</param>
    public BsonDocument Find(BsonDocument filter, int batch, bool isSorted = false)
    {
        var command = new BsonDocument(("find", Name), ("filter", filter));
        if (isSorted)
        {
            command.Add("sort", new BsonDocument(("_id", 1)));
        }

        return command.Add("batchSize", batch).Add("readConcern", new BsonDocument(("level", ReadConcern)));
    }

    /// <summary>The next page of a search.</summary>
    public BsonDocument More(long cursor, int batch) => new(("getMore", cursor), ("collection", Name), ("batchSize", batch));

    /// <summary>What leaves the records of a range of sequence numbers: by identity, where they have one.</summary>
    /// <param name="source">Their source.</param>
    /// <param name="first">The first sequence number.</param>
    /// <param name="end">The one after the last.</param>
    public BsonDocument Range(int source, long first, long end) => IsIdentified
        ? new(("_id", end == first + 1 ? (object)RecordIdentity.Of(source, first)
            : new BsonDocument(("$gte", RecordIdentity.Of(source, first)), ("$lt", RecordIdentity.Of(source, end)))))
        : new((Names.Source, source), (Names.Sequence, new BsonDocument(("$gte", first), ("$lt", end))));

    /// <summary>What the fields are called.</summary>
    public RecordNames Names => _endpoint.Shape == "short" ? RecordNames.Short(Table.Schema) : RecordNames.Full(Table.Schema);

    /// <summary>Makes it, empty.</summary>
    /// <param name="connection">To where writes are taken.</param>
    /// <exception cref="WireException">The server refuses.</exception>
    public void Create(MongoConnection connection)
    {
        if (Shape.LargestBytes > connection.Hello.MaxDocumentBytes)
        {
            throw new TargetException(
                $"A document of shape={_endpoint.Shape} would have up to {Shape.LargestBytes} bytes, and the server takes "
                + $"{connection.Hello.MaxDocumentBytes}: take a smaller bucket.");
        }

        if (IsIdentified)
        {
            RecordIdentity.Check(Table);
        }

        Drop(connection);
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
            connection.Run(Database, new BsonDocument(
                ("createIndexes", Name),
                ("indexes", (object?[])[
                    new BsonDocument(("key", new BsonDocument((Names.Source, 1), (Names.Sequence, 1))),
                    ("name", "source_sequence"))])));
        }
    }

    /// <summary>Drops it, where it is there.</summary>
    public void Drop(MongoConnection connection)
    {
        try
        {
            connection.Run(Database, Write(new BsonDocument(("drop", Name))));
        }
        catch (MongoServerException exception) when (exception.Code == MongoErrorCode.NamespaceNotFound)
        {
            // It was not there.
        }
    }

    private static MongoDocumentShape ShapeOf(MongoEndpoint endpoint, RecordSchema schema)
    {
        var ids = endpoint.HasObjectIds ? new ObjectIds() : null;
        return endpoint.Shape switch
        {
            "bucket" => new BucketShape(RecordNames.Full(schema), endpoint.Bucket) { Schema = schema },
            "short" => new RecordShape(RecordNames.Short(schema), ids, isTimeSeries: false) { Schema = schema },
            _ => new RecordShape(RecordNames.Full(schema), ids, isTimeSeries: endpoint.Shape == "timeseries") { Schema = schema },
        };
    }

    private static BsonDocument With(Guid? session, BsonDocument command) =>
        session is { } id ? command.Add("lsid", new BsonDocument(("id", id))) : command;
}
