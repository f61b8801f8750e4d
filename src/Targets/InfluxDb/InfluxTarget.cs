using System.Globalization;
using DbIngest.Abstractions.Audit;
using DbIngest.Abstractions.Operations;
using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Http;
using DbIngest.Targets.InfluxDb.Server;
using DbIngest.Targets.Servers;

namespace DbIngest.Targets.InfluxDb;

/// <summary>
/// An InfluxDB server, open as a target. <see cref="InfluxDefinition"/> opens it, and trials, source processes and
/// <c>verify</c> call it. Prepare and Clean drop the endpoint's database or bucket with everything in it, so it must be used
/// for nothing else. What settling waits for depends on the server's version (<see cref="InfluxApi"/>).
/// </summary>
/// <remarks>
/// A sweep stores the description before its first trial, and <c>--resume</c> refuses a sweep whose settings differ. A setting
/// that differs by itself from one start to the next must stand in <see cref="TargetDescription.ChangingSettings"/>.
/// </remarks>
/// <param name="opening">The server and how to use it.</param>
/// <param name="endpoint">How to store records.</param>
/// <param name="server">Sends requests outside the timed path.</param>
/// <param name="api">Requests of the server's version.</param>
internal sealed class InfluxTarget(ServerOpening opening, InfluxEndpoint endpoint, InfluxServer server, InfluxApi api)
    : ServerTarget<TrialTable>(opening, api.Program)
{
    private const string Time = "time";

    /// <inheritdoc/>
    protected override string Store => "database";

    /// <summary>Refuses a value with the name of the timestamp: the server drops such a field without a word.</summary>
    protected override TrialTable TableOf(TrialTable table) => table.Schema.Values.All(value => value.Name != Time) ? table
        : throw new TargetException($"InfluxDB keeps the name {Time} for the timestamp of a point; give the value another name.");

    /// <inheritdoc/>
    protected override ServerFacts Describe(IDictionary<string, string> settings, CancellationToken cancellation)
    {
        settings["connections_a_writer"] = "1";
        settings["series"] = Used is null ? "one a source"
            : string.Create(CultureInfo.InvariantCulture, $"{Used.Sources}: one a source, the tag");
        settings["compression_of_requests"] = endpoint.IsCompressed ? "gzip, fastest" : "none";
        settings["settled_by"] = api.SettledBy;
        settings["space_is"] = api.SpaceIs;
        foreach (var (name, value) in api.Settings(cancellation))
        {
            settings[name] = value;
        }

        return new(api.Product, "line protocol over HTTP/1.1") { Repeats = Repeats.KeepsOne };
    }

    /// <summary>
    /// Creates the database. Statements are never cancelled midway: the server would still run them, perhaps after the statements
    /// of the next verb.
    /// </summary>
    protected override void Create(CancellationToken cancellation)
    {
        Drop(cancellation);
        api.Create(CancellationToken.None);
    }

    /// <summary>Does nothing: the database keeps the values that it is sent.</summary>
    protected override void Widen(TrialTable whole, IReadOnlyList<ValueColumn> added, CancellationToken cancellation)
    {
    }

    /// <inheritdoc/>
    protected override IBatchWriter Writer(int source, CancellationToken cancellation) =>
        HttpSession.Hand(server.Session(),
            session => new InfluxWriter(session, api, endpoint.IsCompressed, Table.Schema, cancellation));

    /// <inheritdoc/>
    protected override ITimeQueries Questions(CancellationToken cancellation) => api.Questions(Table.Schema, cancellation)
        ?? throw new TargetException(
            $"{api.Product} answers no questions about time ranges here, as versions 1 and 2 do; leave --queries out.");

    /// <inheritdoc/>
    protected override void AwaitQuiet(CancellationToken cancellation) => api.AwaitQuiet(cancellation);

    /// <inheritdoc/>
    protected override DiskSpace Space(CancellationToken cancellation)
    {
        long bytes = api.FileBytes(cancellation);
        if (PrivateServer is not { } own)
        {
            return new DiskSpace(bytes, 0, 0);
        }

        FileSpace[] files = [.. new[] { "data", "wal" }.Select(name => Path.Combine(own.Folder, name, endpoint.Database))
            .Where(Directory.Exists).Select(FileSpace.OfFolder)];
        return new DiskSpace(bytes, 0, 0, files.Sum(f => f.ApparentBytes), files.Sum(f => f.AllocatedBytes));
    }

    /// <inheritdoc/>
    public override bool AuditsShares => true;

    /// <inheritdoc/>
    protected override void Read(StoredContent audit, CancellationToken cancellation) =>
        new InfluxAudit(server, api, Table.Schema).Run(audit, cancellation);

    /// <summary>Drops the database. Never cancelled midway, as in <see cref="Create"/>.</summary>
    protected override void Drop(CancellationToken cancellation) => api.Drop(CancellationToken.None);
}
