using System.Globalization;

namespace DbIngest.Targets.Cassandra.Server;

/// <summary>
/// The command line of a node, the same for a private one and a deployed one. What depends on the distribution is looked up where
/// the node is.
/// </summary>
internal static class CassandraCommand
{
    /// <summary>Where the configuration is, in the node's folder.</summary>
    public const string ConfigurationFile = "conf/cassandra.yaml";

    // The distribution's own flags open those doors of Java's modules that Cassandra needs open: its Java 17 options file has one
    // name in the vendor's archive, and may have a shorter one. No pinned memory, since the machine is shared. The shell becomes
    // the server.
    private const string Start = """
        home=$1; shift
        for f in "$home/conf/jvm17.options" "$home/conf/jvm17-server.options"; do
          if [ -e "$f" ]; then doors=$(sed -n 's/^[[:space:]]*\(--add-.*\|-D.*\)$/\1/p' "$f"); break; fi
        done
        for f in "$home"/lib/jamm-*.jar; do [ -e "$f" ] && doors="$doors -javaagent:$f"; break; done
        java=$1; shift
        set -f
        set -- "$java" $doors "$@"
        ulimit -l 0 2>/dev/null
        if [ "$(id -u)" = 0 ] && command -v setpriv >/dev/null; then set -- setpriv --bounding-set -ipc_lock --inh-caps -ipc_lock "$@"; fi
        exec "$@"
        """;

    /// <summary>The folders that a node needs in its own.</summary>
    public static IReadOnlyList<string> Folders { get; } =
        ["conf", "logs", "data", "commitlog", "saved_caches", "hints", "cdc_raw", "tmp"];

    /// <summary>The command line.</summary>
    /// <param name="home">The distribution's folder, on the node's machine.</param>
    /// <param name="java">The Java program there.</param>
    /// <param name="configuration">The node's configuration.</param>
    /// <param name="userCopies">On how many nodes its users are.</param>
    public static IReadOnlyList<string> Of(string home, string java, CassandraConfiguration configuration, int userCopies = 1)
    {
        string temporary = Path.Combine(configuration.Folder, "tmp");
        return
        [
            "sh", "-c", Start, "sh", home, java,
            "-XX:+UseParallelGC", "-XX:+ExitOnOutOfMemoryError", "-XX:+PerfDisableSharedMem", "-Xss512k",
                "-Djava.net.preferIPv4Stack=true",
            string.Create(CultureInfo.InvariantCulture, $"-Xms{configuration.HeapMb / 4}m"),
            string.Create(CultureInfo.InvariantCulture, $"-Xmx{configuration.HeapMb}m"),
            string.Create(CultureInfo.InvariantCulture,
                $"-XX:MaxDirectMemorySize={CassandraConfiguration.MemoryBesideTheHeapMb(configuration.HeapMb)}m"),
            $"-Djava.io.tmpdir={temporary}", $"-Djna.tmpdir={temporary}", $"-Dio.netty.native.workdir={temporary}",
            $"-Dorg.xerial.snappy.tempdir={temporary}", $"-DZstdTempFolder={temporary}",
            $"-Dcassandra.config=file://{Path.Combine(configuration.Folder, ConfigurationFile)}",
            $"-Dlogback.configurationFile={Path.Combine(home, "conf", "logback.xml")}",
            $"-Dcassandra.logdir={Path.Combine(configuration.Folder, "logs")}", $"-Dcassandra.storagedir={configuration.Folder}",
            string.Create(CultureInfo.InvariantCulture, $"-Dcassandra.jmx.local.port={configuration.JmxPort}"),
            "-Dcassandra-foreground=yes",

            // A ring of known nodes with given tokens need not wait and see who else there is.
            "-Dcassandra.skip_wait_for_gossip_to_settle=0", "-Dcassandra.ring_delay_ms=5000",
            "-Dcassandra.consistent.rangemovement=false", "-Dcassandra.consistent.simultaneousmoves.allow=true",
            // The first user is tried for again after this while, until as many nodes are there as hold it.
            $"-Dcassandra.superuser_setup_delay_ms={(userCopies > 1 ? "1000" : "0")}",
            .. userCopies > 1 ? [string.Create(CultureInfo.InvariantCulture, $"-Dcassandra.system_auth.default_rf={userCopies}")]
                : Array.Empty<string>(),
            "-cp", Path.Combine(home, "lib", "*"), "org.apache.cassandra.service.CassandraDaemon",
        ];
    }
}
