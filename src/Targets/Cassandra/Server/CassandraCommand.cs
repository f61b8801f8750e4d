using System.Globalization;

namespace DbIngest.Targets.Cassandra.Server;

/// <summary>
/// Builds the command line of a node. <see cref="CassandraPlan"/> (private servers) and <see cref="CassandraRecipe"/>
/// (deployments) call it when they plan nodes, so that both measure the same server. The command runs a shell on the node's
/// machine, which finds the flags and files that depend on the distribution. This class starts nothing itself.
/// </summary>
internal static class CassandraCommand
{
    /// <summary>Path of the configuration within the node's folder.</summary>
    public const string ConfigurationFile = "conf/cassandra.yaml";

    // Reads the flags for Java's modules from the distribution's options file for Java 17, which has one of two names. The server
    // may pin no memory, since the machine is shared. The shell becomes the server (exec).
    private const string Start = """
        home=$1; shift
        for f in "$home/conf/jvm17.options" "$home/conf/jvm17-server.options"; do
          if [ -e "$f" ]; then doors=$(sed -n 's/^[[:space:]]*\(--add-.*\|-D.*\)$/\1/p' "$f"); break; fi
        done
        java=$1; shift
        for f in "$home"/lib/jamm-*.jar; do [ -e "$f" ] && set -- "-javaagent:$f" "$@"; break; done
        set -f
        set -- "$java" $doors "$@"
        ulimit -l 0 2>/dev/null
        if [ "$(id -u)" = 0 ] && command -v setpriv >/dev/null; then set -- setpriv --bounding-set -ipc_lock --inh-caps -ipc_lock "$@"; fi
        exec "$@"
        """;

    /// <summary>Folders that a node needs within its own.</summary>
    public static IReadOnlyList<string> Folders { get; } =
        ["conf", "logs", "data", "commitlog", "saved_caches", "hints", "cdc_raw", "tmp"];

    /// <summary>Builds the command line.</summary>
    /// <param name="home">Folder of the distribution on the node's machine.</param>
    /// <param name="java">Path of the Java program there.</param>
    /// <param name="configuration">Configuration of the node.</param>
    /// <param name="userCopies">Number of nodes that store the users.</param>
    public static IReadOnlyList<string> Of(string home, string java, CassandraConfiguration configuration, int userCopies = 1)
    {
        string temporary = Path.Combine(configuration.Folder, "tmp");
        return
        [
            "sh", "-c", Start, "sh", home, java,
            "-XX:+UseParallelGC", "-XX:+ExitOnOutOfMemoryError", "-XX:+PerfDisableSharedMem", "-Xss512k",
            .. configuration.Address.Contains(':', StringComparison.Ordinal) ? Array.Empty<string>()
                : ["-Djava.net.preferIPv4Stack=true"],
            string.Create(CultureInfo.InvariantCulture, $"-Xms{configuration.HeapMb / 4}m"),
            string.Create(CultureInfo.InvariantCulture, $"-Xmx{configuration.HeapMb}m"),
            string.Create(CultureInfo.InvariantCulture,
                $"-XX:MaxDirectMemorySize={CassandraConfiguration.MemoryBesideTheHeapMb(configuration.HeapMb)}m"),
            $"-Djava.io.tmpdir={temporary}", $"-Djna.tmpdir={temporary}", $"-Dio.netty.native.workdir={temporary}",
            $"-Dorg.xerial.snappy.tempdir={temporary}", $"-DZstdTempFolder={temporary}",
            $"-Dcassandra.config=file://{UrlPath(Path.Combine(configuration.Folder, ConfigurationFile))}",
            $"-Dlogback.configurationFile={Path.Combine(home, "conf", "logback.xml")}",
            $"-Dcassandra.logdir={Path.Combine(configuration.Folder, "logs")}", $"-Dcassandra.storagedir={configuration.Folder}",
            string.Create(CultureInfo.InvariantCulture, $"-Dcassandra.jmx.local.port={configuration.JmxPort}"),
            "-Dcassandra-foreground=yes",

            // Nodes with given tokens in a known ring need not wait for each other.
            "-Dcassandra.skip_wait_for_gossip_to_settle=0", "-Dcassandra.ring_delay_ms=5000",
            "-Dcassandra.consistent.rangemovement=false", "-Dcassandra.consistent.simultaneousmoves.allow=true",
            // The node tries to create the first user again after this time, until enough nodes run to store it.
            $"-Dcassandra.superuser_setup_delay_ms={(userCopies > 1 ? "1000" : "0")}",
            .. userCopies > 1 ? [string.Create(CultureInfo.InvariantCulture, $"-Dcassandra.system_auth.default_rf={userCopies}")]
                : Array.Empty<string>(),
            "-cp", Path.Combine(home, "lib", "*"), "org.apache.cassandra.service.CassandraDaemon",
        ];
    }

    // Java takes what follows these characters for a query, a fragment or an encoded character.
    private static string UrlPath(string file) => file.Replace("%", "%25", StringComparison.Ordinal)
        .Replace("?", "%3F", StringComparison.Ordinal).Replace("#", "%23", StringComparison.Ordinal);
}
