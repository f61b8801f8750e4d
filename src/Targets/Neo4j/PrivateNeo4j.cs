using System.Globalization;
using System.Net;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Neo4j.Server;
using DbIngest.Targets.Servers;
using DbIngest.Wire.Bolt;

namespace DbIngest.Targets.Neo4j;

/// <summary>A private Neo4j server on loopback.</summary>
internal sealed class PrivateNeo4j : IDisposable
{
    private static readonly TimeSpan ReadyTimeout = TimeSpan.FromSeconds(5);
    private static readonly TimeSpan Interval = TimeSpan.FromMilliseconds(100);

    private PrivateNeo4j(Neo4jConfiguration configuration, OwnServer server, Neo4jPlace place, int httpPort)
    {
        Configuration = configuration;
        Server = server;
        Place = place;
        HttpPort = httpPort;
        Files = new Neo4jFiles(server.Folder, configuration.Database);
    }

    /// <summary>What it is.</summary>
    public Neo4jConfiguration Configuration { get; }

    /// <summary>Its process and files.</summary>
    public OwnServer Server { get; }

    /// <summary>Where it is.</summary>
    public Neo4jPlace Place { get; }

    /// <summary>Where it takes requests of HTTP.</summary>
    public int HttpPort { get; }

    /// <summary>The files of its database.</summary>
    public Neo4jFiles Files { get; }

    private string Log => Path.Combine(Server.Folder, "logs", "debug.log");

    /// <summary>Makes and starts a server.</summary>
    /// <param name="configuration">What it is to be.</param>
    /// <param name="say">Is told that it is started.</param>
    /// <param name="cancellation">Ends the start early.</param>
    /// <exception cref="TargetException">It does not start.</exception>
    public static PrivateNeo4j Start(Neo4jConfiguration configuration, Action<string> say, CancellationToken cancellation)
    {
        cancellation.ThrowIfCancellationRequested();
        string folder = OwnServer.MakeFolder(configuration.WorkFolder, Neo4jDefinition.Database);
        var free = new FreePorts();
        var (bolt, http) = (free.Take(IPAddress.Loopback), free.Take(IPAddress.Loopback));
        var place = new Neo4jPlace(new IPEndPoint(IPAddress.Loopback, bolt), Neo4jEncryption.None, User: null);
        var probe = new Neo4jServer(
            place, new BoltConnectionOptions { Server = place.Server, Agent = Neo4jEndpoint.Agent, ConnectTimeout = ReadyTimeout, RequestTimeout = ReadyTimeout }, configuration.Database);
        say(string.Create(
            CultureInfo.InvariantCulture, $"Starting a private server of Neo4j from {configuration.Home.Library}; it may take {configuration.MemoryMb / 1024.0:0.0} GiB of memory."));
        var plan = new OwnServerPlan("Neo4j", folder, configuration.Command(folder), () => configuration.Write(folder, bolt, http), probe.HasDatabase, configuration.Limits)
        {
            Logs = ["logs/neo4j.log"],
        };
        return new(configuration, OwnServer.Start(plan, cancellation), place, http);
    }

    /// <summary>Starts it again when it died.</summary>
    /// <param name="cancellation">Ends the waiting early.</param>
    /// <param name="mayForget">Whether one that does not start with the data that it has is started without.</param>
    public void EnsureRunning(CancellationToken cancellation, bool mayForget = false) => Server.EnsureRunning(cancellation, mayForget);

    /// <summary>Ends it and starts it with an empty database.</summary>
    /// <param name="cancellation">Ends the waiting early.</param>
    public void Renew(CancellationToken cancellation) => Server.Renew(
        () =>
        {
            // Transactions are counted anew: what the log says of checkpoints would be of others.
            Files.Delete();
            File.Delete(Log);
        },
        cancellation);

    /// <summary>Waits until a checkpoint has all that is committed: the store's files hold it then.</summary>
    /// <param name="server">By which it is asked.</param>
    /// <param name="cancellation">Ends the waiting early.</param>
    /// <exception cref="TargetException">There was none in time.</exception>
    public void AwaitCheckpoint(Neo4jServer server, CancellationToken cancellation)
    {
        var patience = TimeSpan.FromSeconds(Configuration.CheckpointS) + TimeSpan.FromMinutes(10);
        long last = server.Run("The server cannot be settled", server.LastTransaction, cancellation: cancellation);
        var log = new CheckpointLog(Log, Configuration.Database);
        Server.Await(
            () => log.LastCheckpoint() >= last,
            Interval,
            patience,
            () => new TargetException($"The server has made no checkpoint with transaction {last} within {patience.TotalMinutes:0} minutes."),
            cancellation);
    }

    /// <inheritdoc/>
    public void Dispose() => Server.Dispose();
}
