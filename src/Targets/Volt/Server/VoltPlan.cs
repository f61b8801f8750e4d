using System.Globalization;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Servers;
using DbIngest.Wire.Volt;

namespace DbIngest.Targets.Volt.Server;

/// <summary>
/// The plan of a private VoltDB server: the vendor's defaults except memory, partitions and snapshots.
/// <see cref="VoltDefinition"/> makes it, and <see cref="PrivateServer"/> starts it. It listens on loopback only and requires no
/// password, so it must never be put on a network.
/// </summary>
/// <param name="Home">The distribution.</param>
/// <param name="HeapMb">Java's heap in MiB.</param>
/// <param name="Sites">Number of partitions.</param>
/// <param name="SnapshotS">Seconds between automatic snapshots. Null for none.</param>
/// <param name="WorkFolder">The folder in which the server's folder is made.</param>
/// <param name="Limits">Resource limits of the server. Null for none.</param>
internal sealed record VoltPlan(VoltHome Home, int HeapMb, int Sites, int? SnapshotS, string WorkFolder,
    ServerLimits? Limits) : OneProcessPlan(
    "voltdb",
    "VoltDB",
    Home.Archive,
    string.Create(
        CultureInfo.InvariantCulture,
        $"vendor's defaults but for {Sites} partitions, a heap of {HeapMb} MiB, "
        + $"{(SnapshotS is { } seconds ? $"a snapshot every {seconds} s" : "no automatic snapshots")}; loopback alone, no "
        + $"passwords, no HTTP"),
    MemoryMb: null,
    WorkFolder,
    Limits)
{
    /// <summary>
    /// Java options that open internals to the vendor's server and client, which Java hides from version 9 on. The vendor's
    /// script sets the same.
    /// </summary>
    public static readonly IReadOnlyList<string> JavaAccess =
    [
        .. ((string[])["java.lang", "sun.nio.ch", "java.net", "java.nio", "java.util", "java.util.concurrent",
            "java.util.concurrent.atomic", "jdk.internal.ref"])
            .Select(package => $"--add-opens=java.base/{package}=ALL-UNNAMED"),
        "--add-exports=java.base/jdk.internal.ref=ALL-UNNAMED",
    ];

    /// <summary>
    /// Prepares the folder at the first start, then becomes the server. Arguments: Java, the folder, and the server's arguments.
    /// </summary>
    private const string Script =
        """
        java=$1; folder=$2; shift 2
        [ -e "$folder/root/.initialized" ] || "$java" "@$folder/java.options" org.voltdb.VoltDB initialize deployment "$folder/deployment.xml" voltdbroot "$folder/root" force || exit 1
        exec "$java" "@$folder/java.options" org.voltdb.VoltDB probe voltdbroot "$folder/root" "$@"
        """;

    /// <inheritdoc/>
    public override ServerHome? NamedBy => Home.NamedBy;

    /// <inheritdoc/>
    public override string Announcement => $"Starting a {Name} of {Product} from {Program}; it keeps all records in memory.";

    /// <summary>
    /// Ports for clients, administrators, HTTP (switched off), other nodes, the built-in coordination service, and the first of
    /// three for replication.
    /// </summary>
    protected override int Ports => 6;

    /// <inheritdoc/>
    protected override IReadOnlyList<string> Logs => ["root/log/volt.log"];

    /// <inheritdoc/>
    protected override void Ask(PlannedNode node)
    {
        using var session = VoltConnection.Open(
            new() { Server = Server(node), ConnectTimeout = ServerTimeouts.Ready, RequestTimeout = ServerTimeouts.Ready });
        session.Call("@Ping");
    }

    /// <inheritdoc/>
    protected override IReadOnlyList<string> Command(string folder, IReadOnlyList<int> ports) =>
    [
        "sh", "-c", Script, "sh", Home.Java, folder, "mesh", Loopback(ports[3]), "hostcount", "1", "internalinterface",
            "127.0.0.1", "externalinterface", "127.0.0.1", "publicinterface", "127.0.0.1",
        "port", Loopback(ports[0]), "adminport", Loopback(ports[1]), "httpport", Loopback(ports[2]), "internalport",
            Loopback(ports[3]), "zkport", Loopback(ports[4]),
        "replicationport", Loopback(ports[5]),
    ];

    /// <inheritdoc/>
    protected override IReadOnlyDictionary<string, string> Files(string folder, string address, IReadOnlyList<int> ports) =>
        new Dictionary<string, string>(StringComparer.Ordinal)
        {
            ["deployment.xml"] = string.Create(CultureInfo.InvariantCulture, $"""
            <?xml version="1.0"?>
            <deployment>
              <cluster sitesperhost="{Sites}" kfactor="0"/>
              <httpd enabled="false"/>
              {(SnapshotS is { } seconds ? string.Create(CultureInfo.InvariantCulture, $"""<snapshot enabled="true" frequency="{seconds}s" retain="2" prefix="dbingest"/>""") : """<snapshot enabled="false"/>""")}
            </deployment>

            """),
            ["java.options"] = string.Join('\n', (string[])[
            string.Create(CultureInfo.InvariantCulture, $"-Xmx{HeapMb}m"), "-Djava.awt.headless=true", "-XX:-UsePerfData",
            "-XX:+ExitOnOutOfMemoryError",
            EscapedText.Quoted("-Djava.io.tmpdir=" + folder),
            EscapedText.Quoted($"-XX:ErrorFile={folder}/hs_err.log"),
            EscapedText.Quoted("-Djava.library.path=" + Path.GetDirectoryName(Home.Archive)),
            .. JavaAccess, "-cp", EscapedText.Quoted(Home.ClassPath), string.Empty]),
        };

    private static string Loopback(int port) => string.Create(CultureInfo.InvariantCulture, $"127.0.0.1:{port}");
}
