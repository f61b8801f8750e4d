using System.Globalization;
using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Mongo.Shapes;
using MongoDB.Bson;
using MongoDB.Driver;

namespace DbIngest.Targets.Mongo;

/// <summary>
/// Opens writers that use MongoDB.Driver, with one client object for all writers, as the vendor recommends.
/// <see cref="MongoDefinition"/> registers it for <c>--client driver</c>, and the target opens its writers through it.
/// Disposing it must also end the client's monitors.
/// </summary>
internal sealed class MongoDriverPath : IWritePath
{
    private readonly MongoEndpoint _endpoint;
    private readonly DurabilityContract _contract;
    private readonly MongoDeployment _deployment;
    private readonly MongoClient _client;
    private MongoCollection? _collection;

    private MongoDriverPath(string endpoint, DurabilityContract contract, TargetOptions options)
    {
        _endpoint = MongoEndpoint.Parse(endpoint);
        _contract = contract;

        // DbIngest's own client reads the fate of batches, as it does for its own writer. It connects first: if no server
        // answers, there is no client of the driver whose monitors would go on in this process.
        _deployment = MongoDeployment.Connect(_endpoint.Address!.Nodes, _endpoint.SetName, _endpoint.IsDirect,
            MongoDefinition.ConnectionOptions(_endpoint, options));
        var settings = MongoDriverSettings.Of(_endpoint, contract, options);

        // Clients of equal settings share connections, which outlive them. This delegate is this client's alone, so that no
        // trial begins with connections of another, and Dispose may close them.
        settings.ClusterConfigurator = _ => GC.KeepAlive(this);
        _client = new MongoClient(settings);
    }

    /// <inheritdoc/>
    public string Client => WriteClient.Driver;

    /// <inheritdoc/>
    public string Version => $"MongoDB.Driver {BuildStamp.Of(typeof(MongoClient)).Number}";

    /// <inheritdoc/>
    public IReadOnlyDictionary<string, string> Settings => new Dictionary<string, string>
    {
        ["driver_pool_size"] = _client.Settings.MaxConnectionPoolSize.ToString(CultureInfo.InvariantCulture),
        ["driver_heartbeat_timeout"] = "that of requests",
        ["driver_retries"] = "none: the pipeline retries and counts",
        ["driver_calls"] = _endpoint.DriverIsAsync ? "async: the source's thread waits for InsertManyAsync"
            : "sync: InsertMany on the source's thread",
        ["rows_an_insertion"] = "as many as the server takes",
        ["driver_documents"] = _endpoint.DriverIsTyped ? "typed: objects of a class, serialised by the driver"
            : "raw: serialised beforehand (RawBsonDocument)",
    };

    /// <summary>Connects the driver. Registered as <see cref="OpenDriver"/>.</summary>
    /// <exception cref="Wire.WireException">No server answers, or it refuses the user.</exception>
    public static IWritePath Open(string endpoint, DurabilityContract contract, TargetOptions options) =>
        new MongoDriverPath(endpoint, contract, options);

    /// <inheritdoc/>
    public void Use(TrialTable table) => _collection = new MongoCollection(_endpoint, _contract, _deployment.Kind, table);

    /// <inheritdoc/>
    public IBatchWriter OpenWriter(int source, CancellationToken cancellation = default)
    {
        var collection = _collection!;
        var database = _client.GetDatabase(_endpoint.Database);
        return (_endpoint.DriverIsTyped, _endpoint.Identity) switch
        {
            (false, _) => Writer(RawRecords.Filler(collection.Shape)),
            (true, ObjectIdIdentity identity) => Writer(TypedRecord<ObjectId>.Filler(ObjectIdsOf(identity))),
            _ => Writer(TypedRecord<long>.Filler(NumberIdentity.Number)),
        };

        IBatchWriter Writer<T>(Action<RecordBatch, List<T>> fill) => new MongoDriverWriter<T>(_deployment, collection,
            database.GetCollection<T>(collection.Name), fill, _endpoint.DriverIsAsync, cancellation);
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        // The client's own Dispose leaves its monitors and connections open.
        ClusterRegistry.Instance.UnregisterAndDisposeCluster(_client.Cluster);
        _client.Dispose();
    }

    /// <summary>Creates the function that makes the driver's object ids. Each writer needs its own: it owns a buffer.</summary>
    private static Func<int, long, ObjectId> ObjectIdsOf(ObjectIdIdentity identity)
    {
        byte[] bytes = new byte[identity.Bytes];
        return (source, sequence) =>
        {
            identity.Write(bytes, source, sequence);
            return new ObjectId(bytes);
        };
    }
}
