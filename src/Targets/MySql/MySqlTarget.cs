using System.Globalization;
using DbIngest.Abstractions.Audit;
using DbIngest.Abstractions.Operations;
using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Servers;
using DbIngest.Wire.MySql;

namespace DbIngest.Targets.MySql;

/// <summary>
/// A table of a MySQL or MariaDB server, open as a target. <see cref="MySqlFamilyDefinition"/> opens it, and trials, source
/// processes, <c>verify</c> and <c>serve</c> call it. Prepare and Clean drop the table with its data, and nothing else. For
/// <c>serve</c> it creates a missing table, and never drops or alters one. It changes no setting of the server.
/// </summary>
/// <param name="opening">The server and how to use it.</param>
/// <param name="endpoint">How to store records.</param>
/// <param name="server">Opens sessions.</param>
internal sealed class MySqlTarget(ServerOpening opening, MySqlEndpoint endpoint, MySqlSessions server)
    : SessionTarget<MySqlConnection, MySqlTable>(opening)
{
    /// <summary>Timeout of the flush after a trial, which can take longer than any other request.</summary>
    private static readonly TimeSpan FlushTimeout = TimeSpan.FromMinutes(30);

    // Whether the user may flush. Null until it was tried.
    private bool? _isFlushed;

    // Process id of a local server that was running before. Null if unknown.
    private int? _process;

    // Bytes of the server's logs when the trial began.
    private long _logStart;

    /// <inheritdoc/>
    public override bool AuditsShares => Table.HasKey;

    /// <summary>Product and version of a server.</summary>
    /// <param name="session">A session.</param>
    public static string Product(MySqlConnection session) =>
        $"{(session.IsMariaDb ? "MariaDB" : "MySQL")} {session.ServerVersion}";

    /// <inheritdoc/>
    public override IReadOnlyList<int> ServerProcesses() => PrivateServer?.Processes
        ?? (MySqlProcess.IfThere(_process) is { } id ? [id] : []);

    /// <summary>
    /// Finds the server's process on this machine, when the target is opened and again in each Prepare: a server that was
    /// started again since has another one.
    /// </summary>
    /// <param name="session">A session.</param>
    public void FindProcess(MySqlConnection session) =>
        _process = PrivateServer is null && Opening.Address.IsLocal ? MySqlProcess.Of(session) : null;

    /// <inheritdoc/>
    protected override ITimeQueries Questions(CancellationToken cancellation) =>
        new MySqlTimeQueries(server, Table.Name, Table.Schema, cancellation);

    /// <inheritdoc/>
    protected override MySqlConnection Open(TimeSpan timeout) => server.Open(timeout);

    /// <inheritdoc/>
    protected override void Leave(MySqlConnection session) => session.Close();

    /// <inheritdoc/>
    protected override TimeSpan TimeoutOf(ServerVerb verb) => verb == ServerVerb.Settle ? FlushTimeout : base.TimeoutOf(verb);

    /// <inheritdoc/>
    protected override MySqlTable TableOf(TrialTable table) => new(endpoint, table);

    /// <inheritdoc/>
    protected override ServerFacts Describe(MySqlConnection session, IDictionary<string, string> settings)
    {
        foreach (var (name, value) in MySqlSettings.Read(session))
        {
            settings[name] = value;
        }

        if (!HasDriver)
        {
            settings["way"] = endpoint.Way;
            settings["rows_a_statement"] = endpoint.Way == "load" ? "a batch" : endpoint.Rows is { } rows
                ? string.Create(CultureInfo.InvariantCulture, $"at most {rows}") : "as many as the server takes";
        }

        settings["table.engine"] = "InnoDB";
        settings["table.key"] = Used?.HasKey ?? endpoint.HasKey ? "primary key (source, sequence)"
            : "none; with a mix of operations the primary key (source, sequence)";
        settings["session.encrypted"] = session.IsEncrypted ? "yes" : "no";
        _isFlushed ??= MayFlush(session);
        settings["settle"] = _isFlushed.Value ? "FLUSH TABLES ... FOR EXPORT"
            : "nothing (the user may not FLUSH TABLES): dirty pages may be in memory";
        return new(Product(session), "MySQL protocol 4.1")
        {
            Repeats = Used?.HasKey ?? endpoint.HasKey ? Repeats.Refuses : Repeats.KeepsBoth,
        };
    }

    /// <inheritdoc/>
    protected override void Create(MySqlConnection session, CancellationToken cancellation)
    {
        MySqlContracts.Check(Opening.Contract, session);
        FindProcess(session);
        if (session.Query($"SELECT 1 FROM information_schema.SCHEMATA WHERE SCHEMA_NAME = '{Table.Database}'").Count == 0)
        {
            session.Execute($"CREATE DATABASE IF NOT EXISTS `{Table.Database}`");
        }

        session.Execute(Table.Drop);
        session.Execute(Table.Create);
        AwaitQuiet(session, cancellation);
    }

    /// <inheritdoc/>
    protected override void CreateMissing(CancellationToken cancellation) => On(ServerVerb.Ensure, session =>
    {
        MySqlContracts.Check(Opening.Contract, session);
        FindProcess(session);
        MySqlServedTable.Ensure(session, Table);
        return true;
    }, cancellation);

    /// <inheritdoc/>
    protected override void Begin(CancellationToken cancellation) =>
        _logStart = On(ServerVerb.Attach, MySqlSpace.LogBytes, cancellation);

    /// <inheritdoc/>
    protected override void Widen(MySqlTable whole, IReadOnlyList<ValueColumn> added, CancellationToken cancellation) =>
        On(ServerVerb.AddValues, session =>
        {
            try
            {
                return session.Execute(Table.Add(added));
            }
            catch (MySqlServerException e) when (e.Code == MySqlErrors.DuplicateColumn)
            {
                // Another process has added them, all in one statement.
                return default;
            }
        }, cancellation);

    /// <inheritdoc/>
    protected override IBatchWriter Writer(int source, CancellationToken cancellation) =>
        new MySqlWriter(server, Table, endpoint, cancellation);

    /// <summary>
    /// Writes all dirty pages of the table to its file by <c>FLUSH TABLES ... FOR EXPORT</c> and returns when they are written. A
    /// user without the privilege skips this, and the description says so.
    /// </summary>
    protected override void AwaitQuiet(MySqlConnection session, CancellationToken cancellation)
    {
        try
        {
            session.Execute($"FLUSH TABLES {Table.Name} FOR EXPORT");
            session.Execute("UNLOCK TABLES");
            _isFlushed = true;
        }
        catch (MySqlServerException e) when (MySqlErrors.IsUnprivileged(e))
        {
            _isFlushed = false;
        }
    }

    /// <summary>
    /// True if the user may flush tables. Tries it with a table that does not exist, because the description is recorded before
    /// the first trial: the server checks the privileges before it misses the table.
    /// </summary>
    private bool MayFlush(MySqlConnection session)
    {
        try
        {
            session.Execute($"FLUSH TABLES `{endpoint.Database}`.`dbingest_missing` FOR EXPORT");
            session.Execute("UNLOCK TABLES");
            return true;
        }
        catch (MySqlServerException e)
        {
            return !MySqlErrors.IsUnprivileged(e);
        }
    }

    /// <inheritdoc/>
    protected override DiskSpace Space(MySqlConnection session, CancellationToken cancellation) =>
        MySqlSpace.Measure(session, Table, _logStart, Opening.Address.IsLocal);

    /// <inheritdoc/>
    protected override void Read(MySqlConnection session, StoredContent audit, CancellationToken cancellation) =>
        MySqlAudit.Run(session, Table, audit, cancellation);

    /// <inheritdoc/>
    protected override void Drop(MySqlConnection session, CancellationToken cancellation) => session.Execute(Table.Drop);

    /// <inheritdoc/>
    protected override bool IsFull(TargetException error) => MySqlErrors.IsFull(error);
}
