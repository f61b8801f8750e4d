using System.Net;
using System.Net.Sockets;
using DbIngest.Abstractions.Endpoints;
using DbIngest.Targets.Http;
using DbIngest.Targets.QuestDb.Server;
using DbIngest.Targets.Servers;
using DbIngest.Wire.Http;

namespace DbIngest.Targets.QuestDb;

/// <summary>
/// The recipe of a QuestDB server. <c>ProcessProvider</c> starts nodes by it, with the process of a private server, and
/// <c>ComposeProvider</c> marks and recognises containers by it. Nodes must have loopback addresses, since the server requires
/// no login.
/// </summary>
internal sealed class QuestDbRecipe : HttpRecipe
{
    /// <inheritdoc/>
    public override string Database => "questdb";

    /// <inheritdoc/>
    public override int DefaultPort => 9000;

    /// <inheritdoc/>
    public override EndpointOptions Settings { get; } = new(
    [
        EndpointOption.Size("heap", "Java's heap, at most") with { Default = "1G" },

        // The server has async, too, which is no durability level: every run would refuse the deployment.
        EndpointOption.Word("commit_mode", "what a commit waits for (`cairo.commit.mode`)", "nosync", "sync")
            with { Default = "nosync" },
    ]);

    /// <summary>Refuses, in addition, addresses that the server cannot listen at: names and IPv6.</summary>
    public override string? Refusal(ServerOrder order) => base.Refusal(order)
        ?? (order.Nodes.All(node => IPAddress.TryParse(node.Address, out var address)
            && address.AddressFamily == AddressFamily.InterNetwork)
            ? null : "QuestDB listens at an IPv4 address alone; write 127.0.0.1 as the node's address");

    /// <inheritdoc/>
    public override string FindHome(string? named)
    {
        QuestDbHome.Find(named);
        return named is null ? string.Empty : Path.GetFullPath(named);
    }

    /// <inheritdoc/>
    protected override int SecondPort(int port) => port + 9;

    /// <inheritdoc/>
    protected override HttpServerPlan PlanOf(ServerOrder order) => new QuestDbPlan(
        QuestDbHome.Of(order.Home.Length > 0 ? order.Home : null), order.Settings.Text("commit_mode")!,
            order.Settings.Mebibytes("heap")!.Value, order.Nodes[0].Folder, order.Limits);

    /// <inheritdoc/>
    protected override bool Mark(ServerAddress place, HttpConnectionOptions options, string name) => new QuestDbServer(place,
        options).Query($"CREATE TABLE IF NOT EXISTS {name} (t TIMESTAMP)", CancellationToken.None).Count >= 0;

    /// <inheritdoc/>
    protected override IEnumerable<string> Names(ServerAddress place, HttpConnectionOptions options) =>
        new QuestDbServer(place, options).Query("SHOW TABLES", CancellationToken.None).Select(row => row[0].GetString()!);
}
