using System.Net;
using DbIngest.Abstractions.Audit;
using DbIngest.Abstractions.Resources;
using DbIngest.Abstractions.Targets;

namespace DbIngest.Targets.SqlServer;

/// <summary>One SQL Server under one durability contract.</summary>
internal sealed class SqlServerTarget : ITarget
{
    private static readonly TimeSpan QuietPatience = TimeSpan.FromMinutes(30);

    private readonly SqlServerSessions _sessions;
    private readonly SqlServerEndpoint _endpoint;
    private readonly DurabilityContract _contract;
    private readonly SqlServerDatabase _database;
    private readonly SqlServerPath _path;
    private readonly Lock _lock = new();
    private readonly List<SqlServerResources> _readers = [];
    private TrialTable? _table;
    private long _logStart;

    private SqlServerTarget(SqlServerSessions sessions, DurabilityContract contract)
    {
        _sessions = sessions;
        _endpoint = sessions.Endpoint;
        _contract = contract;
        _database = new SqlServerDatabase(_endpoint, contract, () => IsBabelfish);
        _path = new SqlServerPath(sessions);
    }

    public string AttachEndpoint => _endpoint.WithoutPassword;

    /// <summary>Connects once, to see that the server is there and can do what is asked.</summary>
    /// <param name="sessions">The client.</param>
    /// <param name="contract">The contract.</param>
    /// <exception cref="TargetException">It is not, or cannot.</exception>
    public static SqlServerTarget Connect(SqlServerSessions sessions, DurabilityContract contract)
    {
        var target = new SqlServerTarget(sessions, contract);
        sessions.Run("reading its settings", SqlServerSessions.Master, session =>
        {
            sessions.Recognise(session, contract);
            if (target.IsBabelfish)
            {
                Babelfish.Check(session, target._endpoint);
            }

            target._database.Look(session);
            target.CheckMemory(session);
        });
        return target;
    }

    public TargetDescription Describe(CancellationToken cancellation = default)
    {
        string version = string.Empty;
        _sessions.Run("reading its version", SqlServerSessions.Master, session =>
        {
            _database.Look(session);
            version = SqlServerSettings.Version(session);
        }, cancellation: cancellation);
        string? found = _database.IsFound ? _endpoint.Database : null;
        var settings = _sessions.Run("reading its settings", found
            ?? SqlServerSessions.Master, session => _sessions.Babelfish is { } babelfish ? Babelfish.Settings(session, babelfish)
            : SqlServerSettings.Read(session, found), cancellation: cancellation);
        if (!_database.IsFound && !IsBabelfish)
        {
            settings["database.recovery"] = _endpoint.Recovery.ToUpperInvariant();
            settings["database.delayed_durability"] = SqlServerContracts.Setting(_contract);
            settings["database.files"] = FormattableString.Invariant(
                $"created for the run: data {_endpoint.DataMb} MB, log {_endpoint.LogMb} MB, each grows by a quarter");
        }

        settings["table.store"] = _endpoint.Store;
        settings["table.compression"] = _endpoint.Compression;
        settings["settle"] = "CHECKPOINT"
            + (_endpoint.Store == SqlServerOptions.Columnstore ? ", closed row groups compressed by ALTER INDEX REORGANIZE"
            : string.Empty);
        foreach (var (key, value) in _path.Settings)
        {
            settings[key] = value;
        }

        if (IsBabelfish)
        {
            settings["settle"] = "nothing: Babelfish takes CHECKPOINT and does nothing";
            settings["postgres.synchronous_commit"] = _sessions.Commit + ", set by each writer";
            settings["client.lock"] = "none: Babelfish has no locks of bulk loads";
        }

        return new()
        {
            Database = SqlServerDefinition.TargetName,
            Client = _path.Client,
            ServerVersion = version,
            DriverVersion = _path.Version,
            Durability = _contract.Name,
            DurabilityMeaning = _contract.Meaning,
            Survives = _contract.Survives,
            Endpoint = _endpoint.ToString(),
            Placement = _endpoint.IsLocal ? "local" : "remote",
            Servers = [new DnsEndPoint(_endpoint.Host, _endpoint.Port)],
            Configuration = TargetDescription.FoundConfiguration,
            Settings = settings,
            LicenceNotice = IsBabelfish ? Babelfish.LicenceNotice : null,
        };
    }

    public void Prepare(TrialTable table, CancellationToken cancellation = default)
    {
        _sessions.Run("creating the database", SqlServerSessions.Master, _database.Create, QuietPatience,
            cancellation: cancellation);
        _logStart = _sessions.Run("preparing the table", _endpoint.Database, session =>
        {
            session.Execute(SqlServerTable.Drop);
            foreach (string statement in new SqlServerTable(table.Schema, _endpoint).Create)
            {
                session.Execute(statement);
            }

            // Every trial begins just after a checkpoint, so that each has the same share of them.
            if (!IsBabelfish)
            {
                session.Execute("CHECKPOINT");
            }

            return SqlServerSpace.Log(session, IsBabelfish);
        }, QuietPatience, cancellation: cancellation);
        Use(table);
    }

    public void Attach(TrialTable table, CancellationToken cancellation = default)
    {
        _logStart = _sessions.Run("attaching to the table", _endpoint.Database,
            session => SqlServerSpace.Log(session, IsBabelfish), cancellation: cancellation);
        Use(table);
    }

    public IBatchWriter OpenWriter(int source, CancellationToken cancellation = default) =>
        _path.OpenWriter(source, cancellation);

    public void Settle(CancellationToken cancellation) => _sessions.Run("flushing to disk", _endpoint.Database, session =>
    {
        if (IsBabelfish)
        {
            return;
        }

        session.Execute("CHECKPOINT");
        if (_endpoint.Store == SqlServerOptions.Columnstore)
        {
            CompressClosedGroups(session, cancellation);
            session.Execute("CHECKPOINT");
        }
    }, QuietPatience, cancellation: cancellation);

    public DiskSpace MeasureSpace(CancellationToken cancellation = default) =>
        _sessions.Run("measuring its disk space", _endpoint.Database,
            session => SqlServerSpace.Measure(session, _logStart, _endpoint.Store, IsBabelfish), cancellation: cancellation);

    public void Audit(StoredContent audit, CancellationToken cancellation) =>
        _sessions.Run("reading the records back", _endpoint.Database,
            session => SqlServerAudit.Run(session, new SqlServerTable(Table.Schema, _endpoint), audit, cancellation),
            cancellation: cancellation, progress: () => audit.RowsRead);

    public void Clean(CancellationToken cancellation = default)
    {
        bool isFound = _sessions.Run("dropping the database", SqlServerSessions.Master, _database.DropUnlessFound, QuietPatience,
            cancellation: cancellation);
        if (isFound)
        {
            _sessions.Run("dropping the table", _endpoint.Database, session => session.Execute(SqlServerTable.Drop),
                cancellation: cancellation);
        }

        _table = null;
    }

    /// <summary>None: what the server uses it says itself, see <see cref="OpenReaders"/>.</summary>
    public IReadOnlyList<int> ServerProcesses() => [];

    public IReadOnlyList<IResourceReader> OpenReaders()
    {
        lock (_lock)
        {
            // Those of the trial before are not asked any more.
            _readers.ForEach(reader => reader.Dispose());
            _readers.Clear();
            if (SqlServerResources.Open(_sessions, _endpoint.IsLocal) is { } reader)
            {
                _readers.Add(reader);
            }

            return [.. _readers];
        }
    }

    public void Dispose()
    {
        lock (_lock)
        {
            _readers.ForEach(reader => reader.Dispose());
            _readers.Clear();
        }

        _path.Dispose();
    }

    private bool IsBabelfish => _sessions.Babelfish is not null;

    private TrialTable Table => _table ?? throw new InvalidOperationException("Prepare or Attach comes first.");

    private void Use(TrialTable table)
    {
        _table = table;
        _path.Use(table);
    }

    private void CheckMemory(ISqlSession session)
    {
        if (_endpoint.ServerMemoryMb is { } wanted && SqlServerSettings.MaxServerMemoryMb(session) is var has && has != wanted)
        {
            throw new TargetException(FormattableString.Invariant(
                $"The server's max server memory is {has} MB, and server_memory asks for {wanted}: EXEC sp_configure 'show advanced options', 1; RECONFIGURE; EXEC sp_configure 'max server memory (MB)', {wanted}; RECONFIGURE"));
        }
    }

    /// <summary>
    /// Does what the tuple mover does within some minutes. Open groups stay as they are, as they would: below 102,400 rows a
    /// batch they get everything.
    /// </summary>
    private static void CompressClosedGroups(ISqlSession session, CancellationToken cancellation)
    {
        session.Execute($"ALTER INDEX ALL ON {SqlServerTable.Name} REORGANIZE");
        Waiting.Until(
            () =>
            {
                using var rows = session.Query(
                    $"SELECT COUNT_BIG(*) FROM sys.column_store_row_groups WHERE object_id = "
                    + $"OBJECT_ID({SqlServerTable.NameInText}) AND state_description IN (N'CLOSED', N'INVISIBLE')");
                return rows.Read() && rows.Int64() == 0;
            },
            TimeSpan.FromMilliseconds(100),
            QuietPatience,
            () => new TargetException(
                $"The server still compresses row groups after {QuietPatience.TotalMinutes:0} minutes: its figures would not "
                + $"be those of a quiet server."),
            cancellation);
    }
}
