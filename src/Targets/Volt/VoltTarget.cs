using System.Globalization;
using DbIngest.Abstractions.Audit;
using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Servers;
using DbIngest.Wire.Volt;

namespace DbIngest.Targets.Volt;

/// <summary>
/// A VoltDB server or cluster, open as a target. <see cref="VoltDefinition"/> opens it, and trials, source processes and
/// <c>verify</c> call it. Prepare and Clean drop the endpoint's table with its procedures, and nothing else. The space that it
/// measures is memory, as VoltDB keeps records in memory only.
/// </summary>
/// <param name="opening">The server and how to use it.</param>
/// <param name="endpoint">How to store records.</param>
/// <param name="server">Opens sessions.</param>
internal sealed class VoltTarget(ServerOpening opening, VoltEndpoint endpoint, VoltSessions server)
    : SessionTarget<VoltConnection, VoltTrialTable>(opening)
{
    /// <summary>
    /// Timeout of a change of the catalogue, which stops all partitions and compiles procedures. Dropping a large table, or
    /// adding columns to it, takes long too.
    /// </summary>
    private static readonly TimeSpan ChangeTimeout = TimeSpan.FromMinutes(5);

    private static readonly string[] ShownProperties =
        ["sitesperhost", "kfactor", "hostcount", "snapshotenabled", "snapshotfrequency", "commandlogenabled", "commandlogmode",
            "commandlogfreqtime", "commandlogfreqtxns", "temptablesmaxsize", "querytimeout"];

    /// <inheritdoc/>
    public override bool AuditsShares => true;

    /// <inheritdoc/>
    protected override VoltConnection Open(TimeSpan timeout) => server.Open(timeout);

    /// <inheritdoc/>
    protected override TimeSpan TimeoutOf(ServerVerb verb) =>
        verb is ServerVerb.Prepare or ServerVerb.AddValues or ServerVerb.Clean ? ChangeTimeout : base.TimeoutOf(verb);

    /// <inheritdoc/>
    protected override VoltTrialTable TableOf(TrialTable table) => new(endpoint, table);

    /// <inheritdoc/>
    protected override ServerFacts Describe(VoltConnection session, IDictionary<string, string> settings)
    {
        var deployment = VoltCatalog.Deployment(session);
        var overview = VoltCatalog.Overview(session);
        int nodes = Opening.Address.Nodes.Count;
        settings["way"] = endpoint.IsLoad
            ? string.Create(CultureInfo.InvariantCulture, $"@LoadSinglepartitionTable, at most {endpoint.Rows} records a call")
            : "the table's insert, a call a record";
        settings["calls_unanswered"] = string.Create(CultureInfo.InvariantCulture, $"at most {endpoint.Calls} a writer");
        settings["table"] =
            $"partitioned by source, {(Used?.HasKey ?? endpoint.HasKey ? "primary key (source, sequence)" : "no index")}";
        settings["connections_a_writer"] = nodes == 1 ? "1"
            : string.Create(CultureInfo.InvariantCulture, $"1, sources in turn to {nodes} nodes");
        settings["session.encrypted"] = session.IsEncrypted ? "yes" : "no";
        settings["space_is"] =
            "memory, as the server counts it: the rows, which it allocates in blocks of 2 MiB a partition, and its estimate "
            + "of the index; all copies; nothing of it is disk";
        foreach (string property in ShownProperties.Where(deployment.ContainsKey))
        {
            settings["deployment." + property] = deployment[property];
        }

        int copies = VoltCatalog.Copies(deployment);
        return new($"VoltDB {overview.GetValueOrDefault("VERSION")}{(overview.GetValueOrDefault("LICENSE") is { Length: > 0 } ? string.Empty : " Community Edition")}", "client wire protocol 1")
        {
            Copies = new Copies(copies, copies),
            InMemory = true,
            Repeats = Used?.HasKey ?? endpoint.HasKey ? Repeats.Refuses : Repeats.KeepsBoth,
        };
    }

    /// <inheritdoc/>
    protected override void Create(VoltConnection session, CancellationToken cancellation)
    {
        VoltCatalog.Change(session, Table.Drop, cancellation);
        VoltCatalog.Change(session, Table.Create, cancellation);
    }

    /// <summary>Adds the columns, and the procedures that write and read them, in one change.</summary>
    protected override void Widen(VoltTrialTable whole, IReadOnlyList<ValueColumn> added, CancellationToken cancellation) =>
        On(ServerVerb.AddValues, session =>
        {
            VoltCatalog.Add(session, whole, added, cancellation);
            return true;
        }, cancellation);

    /// <inheritdoc/>
    protected override IBatchWriter Writer(int source, CancellationToken cancellation) =>
        new VoltWriter(server, Table, endpoint, source, cancellation);

    /// <summary>Waits until all partitions have run their queued work.</summary>
    protected override void AwaitQuiet(VoltConnection session, CancellationToken cancellation) => session.Call("@Quiesce");

    /// <inheritdoc/>
    protected override DiskSpace Space(VoltConnection session, CancellationToken cancellation) =>
        VoltSpace.Measure(session, Table, cancellation);

    /// <inheritdoc/>
    protected override void Read(VoltConnection session, StoredContent audit, CancellationToken cancellation) =>
        VoltAudit.Run(session, Table, TimeoutOf(ServerVerb.Audit), audit, cancellation);

    /// <inheritdoc/>
    protected override void Drop(VoltConnection session, CancellationToken cancellation) =>
        VoltCatalog.Change(session, Table.Drop, cancellation);

    /// <inheritdoc/>
    public override IReadOnlyList<int> ServerProcesses() => PrivateServer?.Processes ?? [];
}
