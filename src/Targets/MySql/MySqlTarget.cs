using DbIngest.Abstractions.Audit;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.MySql.Server;
using DbIngest.Targets.Servers;
using DbIngest.Wire.MySql;

namespace DbIngest.Targets.MySql;

/// <summary>One MySQL or MariaDB server under one durability contract.</summary>
internal sealed class MySqlTarget : ITarget
{
    /// <summary>What is flushed after a long trial can take longer than any request.</summary>
    private static readonly TimeSpan FlushPatience = TimeSpan.FromMinutes(30);

    private readonly string _name;
    private readonly DurabilityContract _contract;
    private readonly MySqlEndpoint _endpoint;
    private readonly MySqlServer _server;
    private readonly IWritePath _path;
    private readonly ServerLease<MySqlPrivateServer>? _own;
    private readonly int? _process;
    private MySqlTable? _table;
    private bool _isFlushed = true;
    private long _logStart;

    private MySqlTarget(string name, DurabilityContract contract, MySqlEndpoint endpoint, MySqlServer server, ServerLease<MySqlPrivateServer>? own, int? process, Func<string, IWritePath>? driver)
    {
        _name = name;
        _contract = contract;
        _endpoint = endpoint;
        _server = server;
        _own = own;
        _process = process;
        _path = driver?.Invoke(AttachEndpoint) ?? new MySqlPath(server, endpoint);
    }

    /// <inheritdoc/>
    public string AttachEndpoint => _endpoint.At(_server.Place);

    private bool IsLocal => OwnMachine.Has(_server.Place);

    private MySqlTable Table => _table ?? throw new TargetException("The target was neither prepared nor attached.");

    /// <summary>Connects once, to see that the server is there and keeps the contract.</summary>
    /// <param name="name">The database's name.</param>
    /// <param name="contract">The contract.</param>
    /// <param name="endpoint">How it is written to.</param>
    /// <param name="server">The server.</param>
    /// <param name="own">Our part in a private server, the target's from now on unless this throws; null for a foreign one.</param>
    /// <param name="driver">Makes the vendor's driver, by the endpoint of an open target, the way that batches take; null for our own client.</param>
    /// <exception cref="TargetException">It is not, or does not.</exception>
    public static MySqlTarget Connect(
        string name, DurabilityContract contract, MySqlEndpoint endpoint, MySqlServer server, ServerLease<MySqlPrivateServer>? own, Func<string, IWritePath>? driver = null)
    {
        int? process = server.Run("The server cannot be used", connection =>
        {
            MySqlContracts.Check(contract, MySqlSettings.Read(connection));
            return own is null && OwnMachine.Has(server.Place) ? MySqlProcess.Of(connection) : null;
        });
        return new(name, contract, endpoint, server, own, process, driver);
    }

    /// <inheritdoc/>
    public TargetDescription Describe(CancellationToken cancellation = default) => _server.Run("The server cannot be described", connection =>
    {
        var settings = MySqlSettings.Read(connection);
        foreach (var (key, value) in _path.Settings)
        {
            settings[key] = value;
        }

        settings["table.engine"] = "InnoDB";
        settings["table.key"] = _table?.HasKey ?? _endpoint.HasKey ? "primary key (source, sequence)" : "none; with a mix of operations the primary key (source, sequence)";
        settings["session.encrypted"] = connection.IsEncrypted ? "yes" : "no";
        settings["settle"] = _isFlushed ? "FLUSH TABLES ... FOR EXPORT" : "nothing (the user may not FLUSH TABLES): dirty pages may be in memory";
        if (_own?.Server.Limits is { } limits)
        {
            settings[TargetDescription.LimitsSetting] = limits;
        }

        return new TargetDescription
        {
            Database = _name,
            Client = _path.Client,
            ServerVersion = (connection.IsMariaDb ? "MariaDB " : "MySQL ") + connection.ServerVersion,
            DriverVersion = _path.Version,
            Durability = _contract.Name,
            DurabilityMeaning = _contract.Meaning,
            Survives = _contract.Survives,
            Endpoint = _own is null ? _server.Name : "private server",
            Placement = IsLocal ? "local" : "remote",
            Servers = [_server.Place],
            Configuration = _own?.Server.Configuration.Description ?? TargetDescription.FoundConfiguration,
            Settings = settings,
        };
    }, cancellation: cancellation);

    /// <inheritdoc/>
    public void Prepare(TrialTable table, CancellationToken cancellation = default)
    {
        _own?.Server.EnsureRunning(cancellation);
        var made = new MySqlTable(_endpoint, table);
        try
        {
            Make(made, cancellation);
        }
        catch (TargetException e) when (_own is not null && MySqlErrors.IsFull(e))
        {
            // The table of the trial before fills the disk, and dropping it takes room as well. Nothing of it is needed.
            _own.Server.Renew(cancellation);
            Make(made, cancellation);
        }

        Use(table);
    }

    /// <inheritdoc/>
    public void Attach(TrialTable table, CancellationToken cancellation = default)
    {
        _logStart = _server.Run("The table cannot be attached to", MySqlSpace.LogBytes, cancellation: cancellation);
        Use(table);
    }

    /// <inheritdoc/>
    public IBatchWriter OpenWriter(int source, CancellationToken cancellation = default) => _path.OpenWriter(source, cancellation);

    /// <inheritdoc/>
    public void Settle(CancellationToken cancellation)
    {
        _own?.Server.EnsureRunning(cancellation);
        _isFlushed = _server.Run("The table cannot be flushed", connection => TryFlush(connection, Table), FlushPatience, cancellation);
    }

    /// <inheritdoc/>
    public DiskSpace MeasureSpace(CancellationToken cancellation = default) =>
        _server.Run("The disk space cannot be measured", connection => MySqlSpace.Measure(connection, Table, _logStart, IsLocal), cancellation: cancellation);

    /// <inheritdoc/>
    public bool AuditsShares => Table.HasKey;

    /// <inheritdoc/>
    public void Audit(StoredContent audit, CancellationToken cancellation)
    {
        _own?.Server.EnsureRunning(cancellation);
        _server.Run("The table cannot be read", connection =>
        {
            MySqlAudit.Run(connection, Table, audit, cancellation);
            return true;
        }, cancellation: cancellation);
    }

    /// <inheritdoc/>
    public void Clean(CancellationToken cancellation = default)
    {
        if (_table is { } table)
        {
            _server.Run("The table cannot be dropped", connection => connection.Execute(table.Drop), cancellation: cancellation);
            _table = null;
        }
    }

    /// <inheritdoc/>
    public IReadOnlyList<int> ServerProcesses() => (_own is null ? MySqlProcess.IfThere(_process) : _own.Server.ProcessId) is { } id ? [id] : [];

    /// <inheritdoc/>
    public void Dispose()
    {
        _path.Dispose();
        _own?.Dispose();
    }

    private void Make(MySqlTable made, CancellationToken cancellation) => _logStart = _server.Run("The table cannot be prepared", connection =>
    {
        MySqlContracts.Check(_contract, MySqlSettings.Read(connection));
        if (connection.Query($"SELECT 1 FROM information_schema.SCHEMATA WHERE SCHEMA_NAME = '{made.Database}'").Count == 0)
        {
            connection.Execute($"CREATE DATABASE IF NOT EXISTS `{made.Database}`");
        }

        connection.Execute(made.Drop);
        connection.Execute(made.Create);
        _isFlushed = TryFlush(connection, made);
        return MySqlSpace.LogBytes(connection);
    }, cancellation: cancellation);

    private void Use(TrialTable table)
    {
        _table = new MySqlTable(_endpoint, table);
        _path.Use(table);
    }

    /// <summary>
    /// Writes all changed pages of the table to its file, and returns when they are there: what FOR EXPORT is for. No setting of the server is touched.
    /// </summary>
    private static bool TryFlush(MySqlConnection connection, MySqlTable table)
    {
        try
        {
            connection.Execute($"FLUSH TABLES {table.Name} FOR EXPORT");
            connection.Execute("UNLOCK TABLES");
            return true;
        }
        catch (MySqlServerException e) when (MySqlErrors.IsUnprivileged(e))
        {
            return false;
        }
    }
}
