using System.Diagnostics;
using System.Globalization;
using System.Net;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Cockroach.Sessions;
using DbIngest.Targets.Servers;
using DbIngest.Wire.Pg;

namespace DbIngest.Targets.Cockroach.Server;

/// <summary>
/// The plan of a private CockroachDB: one node or a cluster on loopback. <see cref="CockroachDefinition"/> makes it, and <see
/// cref="PrivateServer"/> starts it. The cluster counts as started once all nodes see each other and each system range has its
/// replicas. Nodes use no certificates, so they must never be put on a network.
/// </summary>
/// <param name="Vendors">Path of the vendor's program.</param>
/// <param name="Home">The environment variable that named its folder. Null if none did.</param>
/// <param name="Asked">The number of nodes that the user asked for. Null for one node.</param>
/// <param name="CacheMb">Memory of each node for cached data in MiB.</param>
/// <param name="SqlMb">Memory of each node for statements in MiB.</param>
/// <param name="WorkFolder">The folder in which the server's folder is made.</param>
/// <param name="Limits">Resource limits of each node. Null for none.</param>
internal sealed record CockroachPlan(string Vendors, ServerHome? Home, int? Asked, int CacheMb, int SqlMb, string WorkFolder,
    ServerLimits? Limits) : PrivateServerPlan(
    "cockroach",
    "CockroachDB",
    Vendors,
    string.Create(
        CultureInfo.InvariantCulture,
            $"vendor's defaults but for {CacheMb} MiB of cache and {SqlMb} MiB for statements a node; loopback alone, no "
            + $"certificates, no reports to the vendor"),
    (Asked ?? 1) * Math.Min(CacheMb + SqlMb + FurtherMb, (Limits?.MemoryBytes ?? long.MaxValue) >> 20),
    WorkFolder,
    Limits)
{
    /// <summary>Memory in MiB that a node needs in addition.</summary>
    private const int FurtherMb = 256;

    private static readonly TimeSpan FormTimeout = TimeSpan.FromSeconds(10);

    /// <summary>The number of nodes.</summary>
    public int Nodes => Asked ?? 1;

    /// <inheritdoc/>
    public override int? AskedNodes => Asked;

    /// <inheritdoc/>
    public override ServerHome? NamedBy => Home;

    /// <inheritdoc/>
    public override string Name => Nodes == 1 ? "private node"
        : string.Create(CultureInfo.InvariantCulture, $"private cluster of {Nodes} nodes");

    /// <inheritdoc/>
    public override string LimitsOf => ", each node";

    /// <summary>Longest start. A new cluster of three has all replicas after half a minute on an idle machine.</summary>
    public override TimeSpan StartTimeout => ServerTimeouts.ClusterStart;

    /// <inheritdoc/>
    public override ServerPlan Layout(string folder, FreePorts free)
    {
        string host = IPAddress.Loopback.ToString();
        int[] ports = [.. Enumerable.Range(0, Nodes).Select(_ => free.Take(IPAddress.Loopback))];
        string? join = Nodes == 1 ? null : string.Join(',', ports.Take(3).Select(Place));
        return new([.. ports.Select((port, i) =>
        {
            var place = new ServerPlace(string.Create(CultureInfo.InvariantCulture, $"n{i + 1}"), host,
                Path.Combine(folder, string.Create(CultureInfo.InvariantCulture, $"n{i + 1}")));
            int http = free.Take(IPAddress.Loopback);
            return new PlannedNode(place,
                CockroachCommand.Node(Vendors, place.Folder, Place(port), Place(http), join, CacheMb, SqlMb))
            {
                Listens = [(host, port), (host, http)],
                Logs = [CockroachCommand.Log],
            };
        })]);
    }

    /// <inheritdoc/>
    public override bool IsWhole(IReadOnlyList<PlannedNode> nodes, CancellationToken cancellation)
    {
        if (!Answers(nodes[0]))
        {
            // Nodes of a cluster answer no client until the cluster is initialised.
            if (Nodes > 1)
            {
                Form(nodes[0], cancellation);
            }

            return false;
        }

        // Replicating a system range during a trial would slow it down, so all of them must be complete.
        int replicas = CockroachRanges.Replicas(Nodes, asked: null);
        return nodes.All(node => Answers(node) && On(node, CockroachRanges.LiveNodes) == Nodes)
            && On(nodes[0], session => CockroachRanges.Below(session, replicas)) == 0;
    }

    /// <inheritdoc/>
    protected override void Ask(PlannedNode node) => On(node, CockroachRanges.LiveNodes);

    private static string Place(int port) => string.Create(CultureInfo.InvariantCulture, $"{IPAddress.Loopback}:{port}");

    private long On(PlannedNode node, Func<PgConnection, long> question) =>
        new CockroachCluster(CockroachEndpoint.Parse(null), new(scheme: null, Server(node)), password: null, ServerTimeouts.Ready)
            .Run("The node does not answer", question);

    private void Form(PlannedNode node, CancellationToken cancellation)
    {
        IReadOnlyList<string> command = CockroachCommand.Form(Vendors, Place(node.Listens[0].Port));
        using var program = Process.Start(
            new ProcessStartInfo(command[0], command.Skip(1)) { RedirectStandardError = true, UseShellExecute = false }
                .WithoutPasswords())!;
        using var limit = CancellationTokenSource.CreateLinkedTokenSource(cancellation);
        limit.CancelAfter(FormTimeout);
        using (limit.Token.Register(() => program.Kill(entireProcessTree: true)))
        {
            program.StandardError.ReadToEnd();
            program.WaitForExit();
        }

        cancellation.ThrowIfCancellationRequested();
    }
}
