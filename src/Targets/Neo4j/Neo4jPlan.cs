using System.Globalization;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Neo4j.Server;
using DbIngest.Targets.Servers;
using DbIngest.Wire.Bolt;

namespace DbIngest.Targets.Neo4j;

/// <summary>
/// The plan of a private Neo4j server: the vendor's defaults except memory and checkpoints. <see cref="Neo4jDefinition"/> makes
/// it, and <see cref="PrivateServer"/> starts it. It listens on loopback only and requires no password, so it must never be put
/// on a network.
/// </summary>
/// <param name="Home">The distribution.</param>
/// <param name="DefaultDatabase">Name of the database.</param>
/// <param name="HeapMb">Java's heap in MiB.</param>
/// <param name="PageCacheMb">The page cache in MiB.</param>
/// <param name="Jvm">Further options of Java, separated by spaces. Null for none.</param>
/// <param name="CheckpointS">Seconds between checkpoints.</param>
/// <param name="WorkFolder">The folder in which the server's folder is made.</param>
/// <param name="Limits">Resource limits of the server. Null for none.</param>
internal sealed record Neo4jPlan(
    Neo4jHome Home, string DefaultDatabase, int HeapMb, int PageCacheMb, string? Jvm, int CheckpointS, string WorkFolder,
        ServerLimits? Limits) : OneProcessPlan(
    Neo4jDefinition.Database,
    "Neo4j",
    Home.Library,
    string.Create(
        CultureInfo.InvariantCulture,
        $"vendor's defaults but for the heap ({HeapMb} MiB), the page cache ({PageCacheMb} MiB) and a checkpoint every "
        + $"{CheckpointS} s; {(Jvm is null ? string.Empty : $"Java with {Jvm}; ")}files are not extended in advance; loopback "
        + $"alone, no passwords, no reports to the vendor"),

    // 512 MiB for code, threads and buffers of transactions, in addition to heap and page cache.
    HeapMb + PageCacheMb + 512,
    WorkFolder,
    Limits)
{
    /// <summary>Plans the server that an endpoint asks for.</summary>
    public Neo4jPlan(Neo4jHome home, Neo4jEndpoint endpoint, string workFolder, ServerLimits? limits)
        : this(home, endpoint.Database, endpoint.HeapMb, endpoint.PageCacheMb, endpoint.Jvm, endpoint.CheckpointS, workFolder,
            limits) => IsRecreated = endpoint.IsRestarted;

    /// <summary>True if each trial recreates the server, which those that only delete their data must not share.</summary>
    public bool IsRecreated { get; init; }

    /// <inheritdoc/>
    public override IReadOnlyList<LogSign> Signs =>
    [
        new("logs/debug.log", " checkpoint started", "checkpoint began"),
        new("logs/debug.log", " checkpoint completed in ", "checkpoint ended"),
    ];

    /// <inheritdoc/>
    public override ServerHome? NamedBy => Home.NamedBy;

    /// <inheritdoc/>
    public override string Scheme => Neo4jEndpoint.Plain;

    /// <inheritdoc/>
    protected override IReadOnlyList<string> Folders => ["conf", "data", "import", "logs", "plugins", "run", "tmp"];

    /// <inheritdoc/>
    protected override IReadOnlyList<string> Logs => ["logs/neo4j.log"];

    /// <summary>Options of Java: the vendor's garbage collector, unless the user chose another.</summary>
    private IReadOnlyList<string> JvmOptions
    {
        get
        {
            string[] further = (Jvm ?? string.Empty).Split(' ', StringSplitOptions.RemoveEmptyEntries);
            return further.Any(o => o.StartsWith("-XX:+Use", StringComparison.Ordinal)
                && o.EndsWith("GC", StringComparison.Ordinal)) ? further : ["-XX:+UseG1GC", .. further];
        }
    }

    /// <summary>Queries a row, because a server that accepts connections may not have opened its database yet.</summary>
    protected override void Ask(PlannedNode node)
    {
        var options = new BoltConnectionOptions
        {
            Server = Server(node),
            Agent = Neo4jEndpoint.Agent,
            ConnectTimeout = ServerTimeouts.Ready,
            RequestTimeout = ServerTimeouts.Ready
        };
        using var session = BoltConnection.Open(options);
        session.Query("RETURN 1", new BoltContext(DefaultDatabase));
        session.Close();
    }

    /// <summary>The program and its arguments, the same as in the vendor's start script.</summary>
    protected override IReadOnlyList<string> Command(string folder, IReadOnlyList<int> ports) =>
    [
        Home.Java, string.Create(CultureInfo.InvariantCulture, $"-Xms{HeapMb}m"),
            string.Create(CultureInfo.InvariantCulture, $"-Xmx{HeapMb}m"), .. JvmOptions,
        "-XX:+ExitOnOutOfMemoryError", "-XX:-OmitStackTraceInFastThrow", "-XX:+UnlockExperimentalVMOptions",
            "-XX:+TrustFinalNonStaticFields", "-XX:+DisableExplicitGC", "-XX:-UsePerfData",
        $"-XX:ErrorFile={folder}/logs/hs_err.log", "--add-opens=java.base/java.nio=ALL-UNNAMED",
            "--add-opens=java.base/java.io=ALL-UNNAMED", "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED",
        "--add-opens=java.base/java.util.concurrent=ALL-UNNAMED", "--enable-native-access=ALL-UNNAMED", "-Dfile.encoding=UTF-8",
            "-Djava.awt.headless=true",
        $"-Djava.io.tmpdir={folder}/tmp", $"-Djna.tmpdir={folder}/tmp", $"-Dio.netty.native.workdir={folder}/tmp",
            "-Djdk.nio.maxCachedBufferSize=1024", "-Dio.netty.tryReflectionSetAccessible=true",
        "-Dlog4j2.disable.jmx=true", "-cp", $"{Home.Library}/*", Home.EntryPoint, $"--home-dir={folder}",
            $"--config-dir={folder}/conf", "--console-mode",
    ];

    /// <inheritdoc/>
    protected override IReadOnlyDictionary<string, string> Files(string folder, string address, IReadOnlyList<int> ports) =>
        new Dictionary<string, string>(StringComparer.Ordinal)
        {
            ["conf/neo4j.conf"] = string.Create(CultureInfo.InvariantCulture, $"""
            server.directories.data=data
            server.directories.logs=logs
            server.directories.run=run
            server.directories.import=import
            server.directories.plugins=plugins
            server.default_listen_address={address}
            server.bolt.listen_address={address}:{ports[0]}
            server.bolt.advertised_address={address}:{ports[0]}
            server.http.listen_address={address}:{ports[1]}
            server.http.advertised_address={address}:{ports[1]}
            server.https.enabled=false
            server.memory.heap.initial_size={HeapMb}m
            server.memory.heap.max_size={HeapMb}m
            server.memory.pagecache.size={PageCacheMb}m
            initial.dbms.default_database={DefaultDatabase}
            dbms.security.auth_enabled=false
            dbms.usage_report.enabled=false
            db.checkpoint.interval.time={CheckpointS}s
            db.tx_log.preallocate=false
            db.store.files.preallocate=false

            """),
        };
}
