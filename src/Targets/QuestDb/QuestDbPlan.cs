using System.Globalization;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Http;
using DbIngest.Targets.QuestDb.Server;
using DbIngest.Targets.Servers;
using DbIngest.Wire.Http;

namespace DbIngest.Targets.QuestDb;

/// <summary>
/// The plan of a private QuestDB server: the vendor's defaults except heap, ports and telemetry. <see cref="QuestDbDefinition"/>
/// makes it and <see cref="PrivateServer"/> starts it. <see cref="QuestDbRecipe"/> deploys the same process. It requires no
/// password, so it must listen only on loopback or in the run's private network.
/// </summary>
/// <param name="Home">The distribution.</param>
/// <param name="CommitMode">Value of <c>cairo.commit.mode</c>, which is the durability level.</param>
/// <param name="HeapMb">Largest heap of Java in MiB.</param>
/// <param name="WorkFolder">The folder in which the server's folder is made.</param>
/// <param name="Limits">Resource limits of the server. Null for none.</param>
internal sealed record QuestDbPlan(QuestDbHome Home, string CommitMode, int HeapMb, string WorkFolder,
    ServerLimits? Limits) : HttpServerPlan(
    "questdb",
    "QuestDB",
    Home.Place,
    string.Create(
        CultureInfo.InvariantCulture,
            $"vendor's defaults but for the heap ({HeapMb} MiB), loopback alone, no PostgreSQL protocol, no "
            + $"telemetry{(CommitMode == "nosync" ? string.Empty : $", cairo.commit.mode={CommitMode}")}"),

    // 1 GiB for code, threads and buffers for sorting and merging, in addition to the heap. Files are mapped, and the system
    // can take their memory back.
    HeapMb + 1024,
    WorkFolder,
    Limits)
{
    // The server unpacks its native library there, and leaves it behind when it is killed.
    private const string NativeFolder = "native";

    /// <inheritdoc/>
    public override IReadOnlyList<LogSign> Signs =>
    [
        new(ServerStart.OutputLog, " merged partition ", "partition merged"),
        new(ServerStart.OutputLog, "squashing partitions", "partitions squashed"),
    ];

    /// <inheritdoc/>
    public override ServerHome? NamedBy => Home.NamedBy;

    /// <inheritdoc/>
    protected override void Ask(ServerAddress address, HttpConnectionOptions options) => new QuestDbServer(address, options)
        .Info(CancellationToken.None);

    /// <inheritdoc/>
    protected override IReadOnlyList<string> Folders => [NativeFolder];

    /// <inheritdoc/>
    protected override IReadOnlyList<string> Command(string folder, IReadOnlyList<int> ports) =>
    [
        Home.Java, "-XX:+UseParallelGC", string.Create(CultureInfo.InvariantCulture, $"-Xmx{HeapMb}m"),
            $"-XX:ErrorFile={folder}/hs_err.log", "-XX:-UsePerfData", $"-Djava.io.tmpdir={folder}/{NativeFolder}",
        .. Home.Program, "-d", folder,
    ];

    /// <inheritdoc/>
    protected override IReadOnlyDictionary<string, string> Files(string folder, string address, IReadOnlyList<int> ports) =>
        new Dictionary<string, string>(StringComparer.Ordinal)
        {
            ["conf/server.conf"] = string.Create(CultureInfo.InvariantCulture, $"""
            http.bind.to={address}:{ports[0]}
            http.min.enabled=false
            pg.enabled=false
            line.tcp.net.bind.to={address}:{ports[1]}
            telemetry.enabled=false
            cairo.commit.mode={CommitMode}

            """),
        };
}
