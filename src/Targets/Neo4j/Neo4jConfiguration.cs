using System.Globalization;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Neo4j.Server;
using DbIngest.Targets.Servers;
using DbIngest.Wire.Bolt;

namespace DbIngest.Targets.Neo4j;

/// <summary>A server of the run: the vendor's defaults but for memory and checkpoints.</summary>
/// <param name="Home">The distribution.</param>
/// <param name="DefaultDatabase">The name of its database.</param>
/// <param name="HeapMb">Java's heap, in MiB.</param>
/// <param name="PageCacheMb">Its page cache, in MiB.</param>
/// <param name="Jvm">Further options of Java, with spaces between them; null for none.</param>
/// <param name="CheckpointS">Seconds between checkpoints.</param>
/// <param name="WorkFolder">The folder that the server's own folder is made in.</param>
/// <param name="Limits">What it may take at most.</param>
internal sealed record Neo4jConfiguration(
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

    // Code, threads and buffers of transactions beside heap and page cache.
    HeapMb + PageCacheMb + 512,
    WorkFolder,
    Limits)
{
    /// <summary>The server that an endpoint asks for.</summary>
    public Neo4jConfiguration(Neo4jHome home, Neo4jEndpoint endpoint, string workFolder, ServerLimits? limits)
        : this(home, endpoint.Database, endpoint.HeapMb, endpoint.PageCacheMb, endpoint.Jvm, endpoint.CheckpointS, workFolder,
            limits)
    {
    }

    /// <inheritdoc/>
    public override ServerHome? NamedBy => Home.NamedBy;

    /// <inheritdoc/>
    public override string Scheme => Neo4jEndpoint.Plain;

    /// <inheritdoc/>
    protected override IReadOnlyList<string> Folders => ["conf", "data", "import", "logs", "plugins", "run", "tmp"];

    /// <inheritdoc/>
    protected override IReadOnlyList<string> Logs => ["logs/neo4j.log"];

    /// <summary>The vendor's choice of a collector, unless there is another.</summary>
    private IReadOnlyList<string> JvmOptions
    {
        get
        {
            string[] further = (Jvm ?? string.Empty).Split(' ', StringSplitOptions.RemoveEmptyEntries);
            return further.Any(o => o.StartsWith("-XX:+Use", StringComparison.Ordinal)
                && o.EndsWith("GC", StringComparison.Ordinal)) ? further : ["-XX:+UseG1GC", .. further];
        }
    }

    /// <summary>Asks for a row: a server that answers may have no database yet.</summary>
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

    /// <summary>The program and its arguments, as the vendor's script starts it.</summary>
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
