using System.Net;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Servers;
using DbIngest.Wire;
using DbIngest.Wire.Mongo;

namespace DbIngest.Targets.Mongo.Server;

/// <summary>A private server: one process of <c>mongod</c> or <c>mongos</c>, on loopback.</summary>
internal sealed class MongoPrivateServer : IDisposable
{
    private const string OutputLog = "stdout.log";

    private readonly ServerProcess _process;
    private readonly string _folder;

    private MongoPrivateServer(string folder, int port, string? set, ServerLimits? limits, IReadOnlyList<string> command)
    {
        _folder = folder;
        SetName = set;
        Server = new IPEndPoint(IPAddress.Loopback, port);
        Directory.CreateDirectory(folder);
        _process = new ServerProcess(folder, OutputLog, command, limits);
    }

    public IPEndPoint Server { get; }

    /// <summary>Host and port, as servers name each other.</summary>
    public string Name => Server.ToString();

    /// <summary>The replica set that it is the one member of; null for a router.</summary>
    public string? SetName { get; }

    public bool IsRunning => _process.IsRunning;

    /// <summary>What it is held to, and how; null without limits.</summary>
    public string? Limits => _process.Limits;

    public int? ProcessId => _process.Id;

    /// <summary>A server that holds data: the one member of a replica set, since a majority needs one.</summary>
    /// <param name="configuration">The programs and their settings.</param>
    /// <param name="folder">Its folder.</param>
    /// <param name="port">Where it listens.</param>
    /// <param name="set">The name of its set.</param>
    /// <param name="cacheMb">Its cache.</param>
    /// <param name="role"><c>--shardsvr</c> or <c>--configsvr</c>; null for a server that is part of no cluster.</param>
    public static MongoPrivateServer WithData(MongoPrivateConfiguration configuration, string folder, int port, string set,
        int cacheMb, string? role = null)
    {
        string data = Path.Combine(folder, "data");
        Directory.CreateDirectory(data);
        return new(folder, port, set, configuration.Limits,
        [
            .. MongoCommand.Data(configuration.Home.Mongod, data, "127.0.0.1", port, set, cacheMb, configuration.Profile),
                .. role is null ? Array.Empty<string>() : [role],
        ]);
    }

    /// <summary>A router.</summary>
    /// <param name="configuration">The programs and their settings.</param>
    /// <param name="folder">Its folder, which its command line must name: there its log goes.</param>
    /// <param name="port">Where it listens.</param>
    /// <param name="cluster">The server that knows the shards.</param>
    public static MongoPrivateServer Router(MongoPrivateConfiguration configuration, string folder, int port,
        MongoPrivateServer cluster) => new(folder, port, set: null, configuration.Limits,
        MongoCommand.Router(configuration.Home.Mongos!, Path.Combine(folder, "router.log"), "127.0.0.1", port,
            $"{cluster.SetName}/{cluster.Name}"));

    public void Start() => _process.Start();

    /// <summary>Whether it takes writes; a set that knows nothing of itself yet is told that it is one.</summary>
    /// <exception cref="TargetException">It has ended.</exception>
    public bool IsReady()
    {
        if (!IsRunning)
        {
            throw new TargetException($"The MongoDB server at {Name} does not start: {LastOfLog()}", isUnreachable: true);
        }

        try
        {
            using var connection =
                MongoConnection.Open(Server, new MongoConnectionOptions { RequestTimeout = TimeSpan.FromSeconds(10) });
            if (connection.Hello.IsWritable && connection.Hello.SetName == SetName)
            {
                return true;
            }

            if (connection.Hello.SetName is null && SetName is not null)
            {
                connection.Run("admin", new BsonDocument(("replSetInitiate", new BsonDocument(
                    ("_id", SetName), ("members", (object?[])[new BsonDocument(("_id", 0), ("host", Name))])))));
            }

            return false;
        }
        catch (WireException)
        {
            return false;
        }
    }

    public void End() => _process.End();

    /// <summary>What its log says went wrong, and where it got to.</summary>
    public string LastOfLog() => ServerProcess.Tail(Path.Combine(_folder, "router.log"), Path.Combine(_folder, OutputLog));

    public void Dispose() => _process.Dispose();
}
