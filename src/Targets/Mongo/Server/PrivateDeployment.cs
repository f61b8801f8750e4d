using System.Diagnostics;
using System.Globalization;
using System.Net;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Servers;
using DbIngest.Wire;
using DbIngest.Wire.Mongo;

namespace DbIngest.Targets.Mongo.Server;

/// <summary>
/// Servers started for us and gone with us: a replica set of one, or shards that are such sets, with a configuration server and a
/// router: the layout of study 1.
/// </summary>
internal sealed class PrivateDeployment : IDisposable
{
    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(5);
    private static readonly TimeSpan PollInterval = TimeSpan.FromMilliseconds(100);

    private readonly Lock _gate = new();
    private readonly Guardian _guardian;
    private readonly MongoPrivateServer[] _data;
    private readonly MongoPrivateServer? _configurationServer;
    private readonly MongoPrivateServer? _router;

    private PrivateDeployment(string folder, MongoPrivateConfiguration configuration)
    {
        Configuration = configuration;
        var ports = new FreePorts();
        _guardian = new Guardian(folder, Guardian.AtOnce);
        if (!configuration.IsSharded)
        {
            _data = [MongoPrivateServer.WithData(configuration, Path.Combine(folder, "n1"), ports.Take(IPAddress.Loopback),
                "dbingest", configuration.CacheMb)];
            return;
        }

        _data =
        [
            .. Enumerable.Range(0, configuration.Nodes).Select(i => MongoPrivateServer.WithData(
                configuration, Path.Combine(folder, Name("n", i)), ports.Take(IPAddress.Loopback), Name("shard", i),
                    configuration.CacheMb, "--shardsvr")),
        ];
        _configurationServer = MongoPrivateServer.WithData(configuration, Path.Combine(folder, "config"),
            ports.Take(IPAddress.Loopback), "config", 0, "--configsvr");
        _router = MongoPrivateServer.Router(configuration, Path.Combine(folder, "router"), ports.Take(IPAddress.Loopback),
            _configurationServer);
    }

    /// <summary>What it is.</summary>
    public MongoPrivateConfiguration Configuration { get; }

    /// <summary>Where writes are taken.</summary>
    public IReadOnlyList<EndPoint> Hosts => [(_router ?? _data[0]).Server];

    /// <summary>The processes that run.</summary>
    public IReadOnlyList<int> Processes => [.. All.Select(s => s.ProcessId).OfType<int>()];

    /// <summary>What each server is held to, and how; null without limits.</summary>
    public string? Limits => _data[0].Limits;

    private IEnumerable<MongoPrivateServer> All =>
        [.. _data, .. new[] { _configurationServer, _router }.OfType<MongoPrivateServer>()];

    /// <summary>Makes and starts it.</summary>
    /// <param name="configuration">What it is to be.</param>
    /// <param name="say">Is told that it is started.</param>
    /// <param name="cancellation">Ends the start early.</param>
    /// <returns>The deployment, taking writes.</returns>
    /// <exception cref="TargetException">It does not start.</exception>
    /// <exception cref="OperationCanceledException">The start was ended early.</exception>
    public static PrivateDeployment Start(MongoPrivateConfiguration configuration, Action<string> say,
        CancellationToken cancellation)
    {
        cancellation.ThrowIfCancellationRequested();
        string folder = OwnServer.MakeFolder(configuration.WorkFolder, "mongodb");
        say(string.Create(
            CultureInfo.InvariantCulture,
                $"Starting {configuration.Name["private ".Length..]} from {configuration.Home.Mongod}; it may take "
                + $"{configuration.MemoryMb / 1024.0:0.0} GiB of memory."));
        var deployment = new PrivateDeployment(folder, configuration);
        try
        {
            deployment.EnsureRunning(cancellation);
            return deployment;
        }
        catch
        {
            deployment.Dispose();
            throw;
        }
    }

    /// <summary>Starts the servers that do not run, with the data that they have.</summary>
    /// <param name="cancellation">Ends the waiting early.</param>
    /// <exception cref="TargetException">One does not start.</exception>
    public void EnsureRunning(CancellationToken cancellation)
    {
        lock (_gate)
        {
            long started = Stopwatch.GetTimestamp();
            var stopped = All.Where(s => !s.IsRunning).ToList();

            // The router asks the configuration server for all that it knows: it comes last.
            foreach (var server in stopped.Where(s => s != _router))
            {
                server.Start();
            }

            foreach (var server in stopped.Where(s => s != _router))
            {
                Await(server.IsReady, server, started, cancellation);
            }

            if (_router is not null && stopped.Contains(_router))
            {
                _router.Start();
                Await(_router.IsReady, _router, started, cancellation);
                AddShards(_router);
            }
        }
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        _guardian.Dispose();
        foreach (var server in All)
        {
            server.Dispose();
        }
    }

    private static string Name(string prefix, int index) => string.Create(CultureInfo.InvariantCulture, $"{prefix}{index + 1}");

    private static void Await(Func<bool> condition, MongoPrivateServer server, long started, CancellationToken cancellation) =>
        Waiting.Until(
        condition,
        PollInterval,
        Patience - Stopwatch.GetElapsedTime(started),
        () => new TargetException(
            $"The MongoDB server at {server.Name} is not ready after {Patience.TotalMinutes:0} minutes. Its log: "
            + $"{server.LastOfLog()}", isUnreachable: true),
        cancellation);

    private void AddShards(MongoPrivateServer router)
    {
        try
        {
            using var connection = MongoConnection.Open(router.Server, new MongoConnectionOptions());
            var known = connection.Run("admin", new BsonDocument(("listShards", 1))).Documents("shards")
                .Select(s => s.Text("_id")).ToHashSet(StringComparer.Ordinal);
            foreach (var shard in _data.Where(s => !known.Contains(s.SetName)))
            {
                connection.Run("admin", new BsonDocument(("addShard", $"{shard.SetName}/{shard.Name}"), ("name", shard.SetName)));
            }
        }
        catch (WireException exception)
        {
            throw new TargetException($"The shards cannot be added to the cluster: {exception.Message}", exception,
                isUnreachable: true);
        }
    }
}
