using System.Globalization;
using System.Net;
using DbIngest.Core.Targets;
using DbIngest.Targets.Servers;
using DbIngest.Wire;
using DbIngest.Wire.Cql;

namespace DbIngest.Targets.Cassandra.Server;

/// <summary>A private node: one Java process.</summary>
internal sealed class PrivateNode : IDisposable
{
    // No pinned memory, since it shares the machine. The shell becomes the server.
    private const string Unpinned = """
        ulimit -l 0 2>/dev/null
        if [ "$(id -u)" = 0 ] && command -v setpriv >/dev/null; then set -- setpriv --bounding-set -ipc_lock --inh-caps -ipc_lock "$@"; fi
        exec "$@"
        """;

    private const string OutputLog = "stdout.log";

    private readonly CassandraHome _home;
    private readonly NodeConfiguration _configuration;
    private readonly ServerProcess _process;

    public PrivateNode(CassandraHome home, NodeConfiguration configuration)
    {
        _home = home;
        _configuration = configuration;
        _process = new ServerProcess(configuration.Folder, OutputLog, ["sh", "-c", Unpinned, "sh", home.Java, .. JavaArguments()], configuration.Limits);
        Server = new IPEndPoint(IPAddress.Parse(configuration.Address), configuration.NativePort);
    }

    public IPEndPoint Server { get; }

    public string? Limits => _process.Limits;

    public bool IsRunning => _process.IsRunning;

    public int? ProcessId => _process.Id;

    /// <summary>Starts the process; it takes some seconds until it answers.</summary>
    public void Start()
    {
        foreach (string name in (string[])["conf", "logs", "data", "commitlog", "saved_caches", "hints", "cdc_raw", "tmp"])
        {
            Directory.CreateDirectory(Path.Combine(_configuration.Folder, name));
        }

        File.WriteAllText(ConfigurationFile, _configuration.Yaml);
        _process.Start();
    }

    /// <summary>Whether it answers clients.</summary>
    /// <exception cref="TargetException">It has ended.</exception>
    public bool IsReady()
    {
        if (!IsRunning)
        {
            throw new TargetException($"The Cassandra node at {Server} does not start: {LastOfLog()}", isUnreachable: true);
        }

        try
        {
            CqlConnection.Open(Server, new CqlConnectionOptions { RequestTimeout = TimeSpan.FromSeconds(10) }).Dispose();
            return true;
        }
        catch (WireException)
        {
            return false;
        }
    }

    /// <summary>Ends the process, letting it write what it still holds if it can: it may be stopped, or hang.</summary>
    public void End() => _process.End();

    public void Dispose() => _process.Dispose();

    private string ConfigurationFile => Path.Combine(_configuration.Folder, "conf", "cassandra.yaml");

    private IEnumerable<string> JavaArguments()
    {
        string temporary = Path.Combine(_configuration.Folder, "tmp");
        return
        [
            .. _home.JavaOptions,
            "-XX:+UseParallelGC", "-XX:+ExitOnOutOfMemoryError", "-XX:+PerfDisableSharedMem", "-Xss512k", "-Djava.net.preferIPv4Stack=true",
            string.Create(CultureInfo.InvariantCulture, $"-Xms{_configuration.HeapMb / 4}m"),
            string.Create(CultureInfo.InvariantCulture, $"-Xmx{_configuration.HeapMb}m"),
            string.Create(CultureInfo.InvariantCulture, $"-XX:MaxDirectMemorySize={NodeConfiguration.MemoryBesideTheHeapMb(_configuration.HeapMb)}m"),
            .. Directory.EnumerateFiles(Path.Combine(_home.Folder, "lib"), "jamm-*.jar").Take(1).Select(j => $"-javaagent:{j}"),
            $"-Djava.io.tmpdir={temporary}", $"-Djna.tmpdir={temporary}", $"-Dio.netty.native.workdir={temporary}",
            $"-Dorg.xerial.snappy.tempdir={temporary}", $"-DZstdTempFolder={temporary}",
            $"-Dcassandra.config=file://{ConfigurationFile}",
            $"-Dlogback.configurationFile={Path.Combine(_home.Folder, "conf", "logback.xml")}",
            $"-Dcassandra.logdir={Path.Combine(_configuration.Folder, "logs")}", $"-Dcassandra.storagedir={_configuration.Folder}",
            string.Create(CultureInfo.InvariantCulture, $"-Dcassandra.jmx.local.port={_configuration.JmxPort}"),
            "-Dcassandra-foreground=yes",

            // A ring of known nodes with given tokens need not wait and see who else there is.
            "-Dcassandra.skip_wait_for_gossip_to_settle=0", "-Dcassandra.superuser_setup_delay_ms=0", "-Dcassandra.ring_delay_ms=5000",
            "-Dcassandra.consistent.rangemovement=false", "-Dcassandra.consistent.simultaneousmoves.allow=true",
            "-cp", Path.Combine(_home.Folder, "lib", "*"), "org.apache.cassandra.service.CassandraDaemon",
        ];
    }

    /// <summary>What its log says went wrong, and where it got to.</summary>
    public string LastOfLog() => ServerProcess.Tail(Path.Combine(_configuration.Folder, "logs", "system.log"), Path.Combine(_configuration.Folder, OutputLog));
}
