using System.Globalization;
using DbIngest.Abstractions.Targets;

namespace DbIngest.Targets.Volt.Server;

/// <summary>What decides which private server is meant: equal ones are shared.</summary>
/// <param name="Home">The distribution.</param>
/// <param name="HeapMb">Java's heap, in MiB.</param>
/// <param name="Sites">Its partitions.</param>
/// <param name="SnapshotS">Seconds between automatic snapshots; null for none.</param>
/// <param name="WorkFolder">Where its files go.</param>
/// <param name="Limits">What it may take at most.</param>
internal sealed record VoltConfiguration(VoltHome Home, int HeapMb, int Sites, int? SnapshotS, string WorkFolder, ServerLimits? Limits)
{
    /// <summary>Opens what Java hides of its own from version 9 on, and what server and client of the vendor reach for; as its script does.</summary>
    public static readonly IReadOnlyList<string> JavaAccess =
    [
        .. ((string[])["java.lang", "sun.nio.ch", "java.net", "java.nio", "java.util", "java.util.concurrent", "java.util.concurrent.atomic", "jdk.internal.ref"])
            .Select(package => $"--add-opens=java.base/{package}=ALL-UNNAMED"),
        "--add-exports=java.base/jdk.internal.ref=ALL-UNNAMED",
    ];

    /// <summary>Prepares the folder at the first start, then becomes the server. Its arguments are Java, the folder, and what the server is told beside its folder.</summary>
    private const string Script =
        """
        java=$1; folder=$2; shift 2
        [ -e "$folder/root/.initialized" ] || "$java" "@$folder/java.options" org.voltdb.VoltDB initialize deployment "$folder/deployment.xml" voltdbroot "$folder/root" force || exit 1
        exec "$java" "@$folder/java.options" org.voltdb.VoltDB probe voltdbroot "$folder/root" "$@"
        """;

    /// <summary>How it differs from what the vendor ships.</summary>
    public string Description => string.Create(
        CultureInfo.InvariantCulture,
        $"vendor's defaults but for {Sites} partitions, a heap of {HeapMb} MiB, {(SnapshotS is { } seconds ? $"a snapshot every {seconds} s" : "no automatic snapshots")}; loopback alone, no passwords, no HTTP");

    /// <summary>The program and its arguments.</summary>
    /// <param name="folder">Its folder.</param>
    /// <param name="ports">Its ports.</param>
    public IReadOnlyList<string> Command(string folder, VoltPorts ports) =>
    [
        "sh", "-c", Script, "sh", Home.Java, folder, "mesh", Loopback(ports.Internal), "hostcount", "1", "internalinterface", "127.0.0.1", "externalinterface", "127.0.0.1", "publicinterface", "127.0.0.1",
        "port", Loopback(ports.Client), "adminport", Loopback(ports.Admin), "httpport", Loopback(ports.Http), "internalport", Loopback(ports.Internal), "zkport", Loopback(ports.ZooKeeper),
        "replicationport", Loopback(ports.Replication),
    ];

    /// <summary>Writes its deployment, and Java's options.</summary>
    /// <param name="folder">Its folder.</param>
    public void Write(string folder)
    {
        string snapshot = SnapshotS is { } seconds
            ? string.Create(CultureInfo.InvariantCulture, $"""<snapshot enabled="true" frequency="{seconds}s" retain="2" prefix="dbingest"/>""")
            : """<snapshot enabled="false"/>""";
        File.WriteAllText(
            Path.Combine(folder, "deployment.xml"),
            string.Create(CultureInfo.InvariantCulture, $"""
            <?xml version="1.0"?>
            <deployment>
              <cluster sitesperhost="{Sites}" kfactor="0"/>
              <httpd enabled="false"/>
              {snapshot}
            </deployment>

            """));
        File.WriteAllLines(
            Path.Combine(folder, "java.options"),
            [
                string.Create(CultureInfo.InvariantCulture, $"-Xmx{HeapMb}m"), "-Djava.awt.headless=true", "-XX:-UsePerfData", "-XX:+ExitOnOutOfMemoryError", Quoted("-Djava.io.tmpdir=" + folder),
                Quoted($"-XX:ErrorFile={folder}/hs_err.log"), Quoted("-Djava.library.path=" + Path.GetDirectoryName(Home.Archive)),
                .. JavaAccess, "-cp", Quoted(Home.ClassPath),
            ]);
    }

    private static string Loopback(int port) => string.Create(CultureInfo.InvariantCulture, $"127.0.0.1:{port}");

    private static string Quoted(string value) => "\"" + value.Replace("\\", "\\\\", StringComparison.Ordinal) + "\"";
}
