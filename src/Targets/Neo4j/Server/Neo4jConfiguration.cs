using System.Globalization;
using DbIngest.Abstractions.Targets;

namespace DbIngest.Targets.Neo4j.Server;

/// <summary>What decides which private server is meant: equal ones are shared.</summary>
/// <param name="Home">The distribution.</param>
/// <param name="Database">The name of its database.</param>
/// <param name="HeapMb">Java's heap, in MiB.</param>
/// <param name="PageCacheMb">Its page cache, in MiB.</param>
/// <param name="Jvm">Further options of Java, with spaces between them; null for none.</param>
/// <param name="CheckpointS">Seconds between checkpoints.</param>
/// <param name="WorkFolder">Where its files go.</param>
/// <param name="Limits">What it may take at most.</param>
internal sealed record Neo4jConfiguration(Neo4jHome Home, string Database, int HeapMb, int PageCacheMb, string? Jvm, int CheckpointS, string WorkFolder, ServerLimits? Limits)
{
    /// <summary>How it differs from what the vendor ships.</summary>
    public string Description => string.Create(
        CultureInfo.InvariantCulture,
        $"vendor's defaults but for the heap ({HeapMb} MiB), the page cache ({PageCacheMb} MiB) and a checkpoint every {CheckpointS} s; {(Jvm is null ? string.Empty : $"Java with {Jvm}; ")}files are not extended in advance; loopback alone, no passwords, no reports to the vendor");

    /// <summary>The memory that it may take, in MiB: code, threads and buffers of transactions beside heap and page cache.</summary>
    public long MemoryMb => HeapMb + PageCacheMb + 512;

    /// <summary>The vendor's choice of a collector, unless there is another.</summary>
    private IReadOnlyList<string> JvmOptions
    {
        get
        {
            string[] further = (Jvm ?? string.Empty).Split(' ', StringSplitOptions.RemoveEmptyEntries);
            return further.Any(o => o.StartsWith("-XX:+Use", StringComparison.Ordinal) && o.EndsWith("GC", StringComparison.Ordinal)) ? further : ["-XX:+UseG1GC", .. further];
        }
    }

    /// <summary>The program and its arguments, as the vendor's script starts it.</summary>
    /// <param name="folder">Its folder.</param>
    public IReadOnlyList<string> Command(string folder) =>
    [
        Home.Java, string.Create(CultureInfo.InvariantCulture, $"-Xms{HeapMb}m"), string.Create(CultureInfo.InvariantCulture, $"-Xmx{HeapMb}m"), .. JvmOptions,
        "-XX:+ExitOnOutOfMemoryError", "-XX:-OmitStackTraceInFastThrow", "-XX:+UnlockExperimentalVMOptions", "-XX:+TrustFinalNonStaticFields", "-XX:+DisableExplicitGC", "-XX:-UsePerfData",
        $"-XX:ErrorFile={folder}/logs/hs_err.log", "--add-opens=java.base/java.nio=ALL-UNNAMED", "--add-opens=java.base/java.io=ALL-UNNAMED", "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED",
        "--add-opens=java.base/java.util.concurrent=ALL-UNNAMED", "--enable-native-access=ALL-UNNAMED", "-Dfile.encoding=UTF-8", "-Djava.awt.headless=true",
        $"-Djava.io.tmpdir={folder}/tmp", $"-Djna.tmpdir={folder}/tmp", $"-Dio.netty.native.workdir={folder}/tmp", "-Djdk.nio.maxCachedBufferSize=1024", "-Dio.netty.tryReflectionSetAccessible=true",
        "-Dlog4j2.disable.jmx=true", "-cp", $"{Home.Library}/*", Home.EntryPoint, $"--home-dir={folder}", $"--config-dir={folder}/conf", "--console-mode",
    ];

    /// <summary>Writes its configuration.</summary>
    /// <param name="folder">Its folder.</param>
    /// <param name="boltPort">The port of Bolt.</param>
    /// <param name="httpPort">The port of HTTP.</param>
    public void Write(string folder, int boltPort, int httpPort)
    {
        foreach (string part in (string[])["conf", "data", "import", "logs", "plugins", "run", "tmp"])
        {
            Directory.CreateDirectory(Path.Combine(folder, part));
        }

        File.WriteAllText(
            Path.Combine(folder, "conf", "neo4j.conf"),
            string.Create(CultureInfo.InvariantCulture, $"""
            server.directories.data=data
            server.directories.logs=logs
            server.directories.run=run
            server.directories.import=import
            server.directories.plugins=plugins
            server.default_listen_address=127.0.0.1
            server.bolt.listen_address=127.0.0.1:{boltPort}
            server.bolt.advertised_address=127.0.0.1:{boltPort}
            server.http.listen_address=127.0.0.1:{httpPort}
            server.http.advertised_address=127.0.0.1:{httpPort}
            server.https.enabled=false
            server.memory.heap.initial_size={HeapMb}m
            server.memory.heap.max_size={HeapMb}m
            server.memory.pagecache.size={PageCacheMb}m
            initial.dbms.default_database={Database}
            dbms.security.auth_enabled=false
            dbms.usage_report.enabled=false
            db.checkpoint.interval.time={CheckpointS}s
            db.tx_log.preallocate=false
            db.store.files.preallocate=false

            """));
    }
}
