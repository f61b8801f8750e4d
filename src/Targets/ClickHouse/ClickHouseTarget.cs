using System.Globalization;
using DbIngest.Abstractions.Audit;
using DbIngest.Abstractions.Operations;
using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.ClickHouse.Server;
using DbIngest.Targets.Http;
using DbIngest.Targets.Queries;
using DbIngest.Targets.Servers;
using DbIngest.Wire;
using DbIngest.Wire.Http;

namespace DbIngest.Targets.ClickHouse;

/// <summary>
/// A ClickHouse server, open as a target. <see cref="ClickHouseDefinition"/> opens it, and trials, source processes and
/// <c>verify</c> call it. Prepare and Clean drop the endpoint's table and nothing else. Settling flushes nothing: it waits
/// until no merge is under way, or with <c>settle=optimize</c> merges the table into one part.
/// </summary>
/// <remarks>
/// A sweep stores the description before its first trial, and <c>--resume</c> refuses a sweep whose settings differ. A setting
/// that differs by itself from one start to the next must stand in <see cref="TargetDescription.ChangingSettings"/>.
/// </remarks>
/// <param name="opening">The server and how to use it.</param>
/// <param name="endpoint">How to store records.</param>
/// <param name="server">Runs SQL on the server.</param>
/// <param name="hasAsyncInsert">
/// True if the server supports collecting insertions and acknowledging them later, which every insertion then turns off.
/// </param>
/// <param name="isByDriver">True if the vendor's driver sends the batches.</param>
internal sealed class ClickHouseTarget(ServerOpening opening, ClickHouseEndpoint endpoint, ClickHouseServer server,
    bool hasAsyncInsert, bool isByDriver)
    : ServerTarget<ClickHouseTable>(opening, "clickhouse-serv")
{
    internal const string AsyncInsert = "async_insert";

    // OPTIMIZE may merge nothing while the server merges parts by itself, but hardly this often in succession.
    private const int MostMerges = 20;

    private static readonly TimeSpan Interval = TimeSpan.FromMilliseconds(100);

    private InsertionGroup _group = new();

    /// <inheritdoc/>
    protected override ClickHouseTable TableOf(TrialTable table) => new(endpoint.Table, table);

    /// <inheritdoc/>
    protected override ServerFacts Describe(IDictionary<string, string> settings, CancellationToken cancellation)
    {
        settings["connections_a_writer"] = isByDriver ? "2" : "1";
        settings["table"] =
            "MergeTree, one partition, ordered by source and sequence, LZ4; parts_to_delay_insert 1000, parts_to_throw_insert "
            + "3000";
        settings["settled_by"] = endpoint.Optimizes ? "OPTIMIZE TABLE FINAL" : "no merge under way";
        settings["insertions"] = endpoint.Groups ? "of all batches that wait for one to end, those of a process" : "one a batch";
        settings[AsyncInsert] = hasAsyncInsert ? "0" : "not known to this version";
        if (Used is not null && server.Query(Used.Parts, cancellation) is [[var parts, _]])
        {
            settings["parts"] = parts;
        }

        return new(server.Product(cancellation), "RowBinary over HTTP/1.1") { Repeats = Repeats.KeepsBoth };
    }

    /// <summary>
    /// Creates the table. Statements are never cancelled midway: the server would still run them, perhaps after the statements of
    /// the next verb.
    /// </summary>
    protected override void Create(CancellationToken cancellation)
    {
        using var session = server.Session();
        server.Query(session, Table.Drop, CancellationToken.None);
        server.Query(session, Table.Create, CancellationToken.None, Table.CreateSettings);
    }

    /// <summary>
    /// Adds the columns. Never cancelled midway, as in <see cref="Create"/>. Writers with the columns get their own group, since
    /// one insertion holds rows of one shape.
    /// </summary>
    protected override void Widen(ClickHouseTable whole, IReadOnlyList<ValueColumn> added, CancellationToken cancellation)
    {
        var known = server.Query(whole.ColumnNames, cancellation).Select(row => row[0])
            .ToHashSet(StringComparer.Ordinal);
        ValueColumn[] missing = [.. added.Where(value => !known.Contains(value.Name))];
        try
        {
            _ = missing.Length == 0 ? [] : server.Query(whole.Add(missing), cancellation);
        }
        catch (HttpStatusException refused) when (ClickHouseErrors.IsColumnThere(refused))
        {
            // Another process has added them meanwhile, all in one statement.
        }

        _group = new InsertionGroup();
    }

    /// <inheritdoc/>
    protected override string Client => isByDriver ? WriteClient.Driver : base.Client;

    /// <inheritdoc/>
    protected override string Program => isByDriver ? DriverInsertions.Version : base.Program;

    /// <inheritdoc/>
    protected override IBatchWriter Writer(int source, CancellationToken cancellation) =>
        HttpSession.Hand(server.Session(), session =>
    {
        var settings = ClickHouseWriter.Settings(server, hasAsyncInsert ? AsyncInsert : null);
        var (address, options) = (Opening.Address, Opening.Options);
        IInsertions sending = isByDriver
            ? new DriverInsertions(address, endpoint.Connection(address, options), options.Password, Table, settings,
                cancellation)
            : endpoint.Groups ? new GroupedInsertions(new WireInsertions(session, Table, settings), _group)
            : new WireInsertions(session, Table, settings);
        try
        {
            return isByDriver
                ? new ClickHouseWriter(server, session, Table, sending, cancellation)
                : new ClickHouseReadingWriter(server, session, Table, sending, cancellation);
        }
        catch
        {
            sending.Dispose();
            throw;
        }
    });

    /// <inheritdoc/>
    protected override ITimeQueries Questions(CancellationToken cancellation)
    {
        var text = new ClickHouseQueryText(Table);
        return HttpSession.Hand(server.Session(), session => new HttpTimeQueries(session, (connection, query) =>
            server.Query(connection, text.Of(query), CancellationToken.None).Select(TimeQueryText.RowOf), cancellation));
    }

    /// <summary>
    /// Waits until no merge is under way and, with <c>settle=optimize</c>, until one part holds all rows. OPTIMIZE reports
    /// success without a merge while the server merges parts by itself, and when the disk has no room for one more part.
    /// </summary>
    protected override void AwaitQuiet(CancellationToken cancellation)
    {
        using var session = server.Session();
        AwaitNoMerge(session, cancellation);
        for (int attempt = 1; endpoint.Optimizes; attempt++)
        {
            MergeAll(session, cancellation);
            AwaitNoMerge(session, cancellation);
            long parts = long.Parse(server.Query(session, Table.Parts, cancellation)[0][0], CultureInfo.InvariantCulture);
            if (parts <= 1)
            {
                return;
            }

            if (attempt == MostMerges)
            {
                throw new TargetException(
                    $"The server leaves {parts} parts of {Table.Name} unmerged after {MostMerges} times OPTIMIZE TABLE FINAL: "
                    + "its disk may have no room for the merged part beside them; take settle=idle.");
            }
        }
    }

    /// <summary>Merges all parts into one. A merge that takes longer than a request goes on without its client.</summary>
    private void MergeAll(HttpSession session, CancellationToken cancellation)
    {
        try
        {
            server.Query(session, Table.Optimize, cancellation);
        }
        catch (ConnectionLostException late) when (late.IsTimeout)
        {
            // The merge goes on. AwaitNoMerge waits for it as for merges that the server began.
        }
    }

    private void AwaitNoMerge(HttpSession session, CancellationToken cancellation)
    {
        bool wasIdle = false;
        Waiting.Until(
            () =>
            {
                bool isIdle = server.Query(session, Table.Work, cancellation) is [["0"]];
                bool isQuiet = isIdle && wasIdle;
                wasIdle = isIdle;
                return isQuiet;
            },
            Interval,
            ServerTimeouts.Quiet,
            () => new TargetException($"The server still merges after {ServerTimeouts.Quiet.TotalMinutes:0} minutes."),
            cancellation);
    }

    /// <inheritdoc/>
    protected override DiskSpace Space(CancellationToken cancellation)
    {
        long data = long.Parse(server.Query(Table.Parts, cancellation)[0][1], CultureInfo.InvariantCulture);
        string? folder = PrivateServer is { } own
            ? Path.Combine(own.Folder, "data", "data", endpoint.Database, Table.Name) : null;
        FileSpace? files = folder is not null && Directory.Exists(folder) ? FileSpace.OfFolder(folder) : null;
        return new DiskSpace(data, 0, 0, files?.ApparentBytes, files?.AllocatedBytes);
    }

    /// <inheritdoc/>
    public override bool AuditsShares => true;

    /// <inheritdoc/>
    protected override void Read(StoredContent audit, CancellationToken cancellation) => ParallelRead.Run(
        ParallelRead.Threads,
        part =>
        {
            using var partition = audit.OpenPartition();
            using var session = server.Session();
            using var cut = cancellation.Register(session.Cut);
            using var rows = new RowBinary(Table.Table.Schema);
            var connection = session.Connection();
            server.Ask(connection, Table.Select(part, ParallelRead.Threads, audit.Share));
            rows.Decode(connection.ReadLong, partition);
        },
        cancellation);

    /// <summary>Drops the table. Never cancelled midway, as in <see cref="Create"/>.</summary>
    protected override void Drop(CancellationToken cancellation) => server.Query(Table.Drop, CancellationToken.None);
}
