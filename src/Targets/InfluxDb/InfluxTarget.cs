using System.Globalization;
using DbIngest.Abstractions.Audit;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Http;
using DbIngest.Targets.InfluxDb.Server;
using DbIngest.Targets.Servers;
using DbIngest.Wire;

namespace DbIngest.Targets.InfluxDb;

/// <summary>An InfluxDB server, foreign or private.</summary>
/// <param name="contract">The contract.</param>
/// <param name="endpoint">How it is written to.</param>
/// <param name="server">The server.</param>
/// <param name="api">What its version is told.</param>
/// <param name="own">Our part in a private server; null for a foreign one.</param>
internal sealed class InfluxTarget(DurabilityContract contract, InfluxEndpoint endpoint, InfluxServer server, InfluxApi api, ServerLease<PrivateHttpServer>? own)
    : HttpTarget(InfluxDefinition.Product1, contract, server.Place, own is null ? endpoint.At(server.Place) : endpoint.At(own.Server), own, api.Program)
{
    private TrialTable? _table;

    private TrialTable Table => _table ?? throw new TargetException("The target was neither prepared nor attached.");

    /// <inheritdoc/>
    public override void Attach(TrialTable table, CancellationToken cancellation = default) => _table = table;

    /// <inheritdoc/>
    protected override HttpSession Session() => server.Session();

    /// <inheritdoc/>
    protected override (string Product, string Protocol) Describe(IDictionary<string, string> settings, CancellationToken cancellation)
    {
        settings["series"] = _table is null ? "one a source" : string.Create(CultureInfo.InvariantCulture, $"{_table.Sources}: one a source, the tag");
        settings["compression_of_requests"] = endpoint.IsCompressed ? "gzip, fastest" : "none";
        settings["settled_by"] = api.SettledBy;
        settings["space_is"] = api.SpaceIs;
        foreach (var (name, value) in api.Settings(cancellation))
        {
            settings[name] = value;
        }

        return (api.Product, "line protocol");
    }

    /// <inheritdoc/>
    protected override void Create()
    {
        Drop();
        api.Create(CancellationToken.None);
    }

    /// <inheritdoc/>
    protected override IBatchWriter Writer(HttpSession session, CancellationToken cancellation) => new InfluxWriter(session, api, endpoint.IsCompressed, Table.Schema, cancellation);

    /// <inheritdoc/>
    protected override void AwaitQuiet(CancellationToken cancellation) => api.AwaitQuiet(cancellation);

    /// <inheritdoc/>
    protected override DiskSpace Space(CancellationToken cancellation)
    {
        string[] folders = Own is null ? [] : [.. new[] { "data", "wal" }.Select(f => Path.Combine(Own.Server.Folder, f, endpoint.Database)).Where(Directory.Exists)];
        var files = folders.Select(FileSpace.OfFolder).ToList();
        return new DiskSpace(api.FileBytes(cancellation), 0, 0, Own is null ? null : files.Sum(f => f.ApparentBytes), Own is null ? null : files.Sum(f => f.AllocatedBytes));
    }

    /// <inheritdoc/>
    public override bool AuditsShares => true;

    /// <inheritdoc/>
    protected override void Read(StoredContent audit, CancellationToken cancellation) => new InfluxAudit(server, api, Table.Schema).Run(audit, cancellation);

    /// <inheritdoc/>
    protected override void Drop() => api.Drop(CancellationToken.None);

    /// <inheritdoc/>
    protected override TargetException Failure(string what, WireException error) => InfluxErrors.OfTarget(what, error);
}
