using System.Globalization;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Http;
using DbIngest.Targets.QuestDb.Server;
using DbIngest.Targets.Servers;
using DbIngest.Wire.Http;

namespace DbIngest.Targets.QuestDb;

/// <summary>A private server of QuestDB.</summary>
/// <param name="Home">The distribution.</param>
/// <param name="CommitMode">What a commit waits for.</param>
/// <param name="HeapMb">Java's heap at most, in MiB.</param>
/// <param name="WorkFolder">Where its files go.</param>
/// <param name="Limits">What it may take at most.</param>
internal sealed record QuestDbConfiguration(QuestDbHome Home, string CommitMode, int HeapMb, string WorkFolder,
    ServerLimits? Limits) : HttpServerPlan(
    "questdb",
    "QuestDB",
    Home.Place,
    string.Create(
        CultureInfo.InvariantCulture,
            $"vendor's defaults but for the heap ({HeapMb} MiB), loopback alone, no PostgreSQL protocol, no "
            + $"telemetry{(CommitMode == "nosync" ? string.Empty : $", cairo.commit.mode={CommitMode}")}"),

    // Beside the heap: code, threads, buffers of columns that are sorted and merged. Files are mapped, which the system can take
    // back.
    HeapMb + 1024,
    WorkFolder,
    Limits)
{
    /// <inheritdoc/>
    public override ServerHome? NamedBy => Home.NamedBy;

    /// <inheritdoc/>
    protected override void Ask(ServerAddress address, HttpConnectionOptions options) => new QuestDbServer(address, options)
        .Info(CancellationToken.None);

    /// <inheritdoc/>
    protected override IReadOnlyList<string> Command(string folder, IReadOnlyList<int> ports) =>
    [
        Home.Java, "-XX:+UseParallelGC", string.Create(CultureInfo.InvariantCulture, $"-Xmx{HeapMb}m"),
            $"-XX:ErrorFile={folder}/hs_err.log", "-XX:-UsePerfData",
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
