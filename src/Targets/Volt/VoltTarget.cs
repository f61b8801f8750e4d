using System.Globalization;
using DbIngest.Abstractions.Audit;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Servers;
using DbIngest.Wire;

namespace DbIngest.Targets.Volt;

/// <summary>A VoltDB server, foreign or private.</summary>
internal sealed class VoltTarget : ITarget
{
    /// <summary>A change of the catalogue stops all partitions and compiles; dropping a large table takes its time.</summary>
    private static readonly TimeSpan ChangePatience = TimeSpan.FromMinutes(5);

    private static readonly string[] ShownProperties =
        ["sitesperhost", "kfactor", "hostcount", "snapshotenabled", "snapshotfrequency", "commandlogenabled", "commandlogmode", "commandlogfreqtime", "commandlogfreqtxns", "temptablesmaxsize", "querytimeout"];

    private readonly DurabilityContract _contract;
    private readonly VoltEndpoint _endpoint;
    private readonly VoltServer _server;
    private readonly ServerLease<PrivateVolt>? _own;
    private VoltRecords? _records;

    private VoltTarget(DurabilityContract contract, VoltEndpoint endpoint, VoltServer server, ServerLease<PrivateVolt>? own)
    {
        _contract = contract;
        _endpoint = endpoint;
        _server = server;
        _own = own;
    }

    /// <inheritdoc/>
    public string AttachEndpoint => _endpoint.At(_server.Place);

    /// <summary>The port for administrators of a private server; null for a foreign one.</summary>
    internal int? AdminPort => _own?.Server.Ports.Admin;

    private VoltRecords Records => _records ?? throw new TargetException("The target was neither prepared nor attached.");

    /// <summary>Connects once, to see that the server is there and keeps the contract.</summary>
    /// <param name="contract">The contract.</param>
    /// <param name="endpoint">How it is written to.</param>
    /// <param name="server">The server.</param>
    /// <param name="own">Our part in a private server, the target's from now on unless this throws; null for a foreign one.</param>
    /// <exception cref="TargetException">It is not, or does not.</exception>
    public static VoltTarget Connect(DurabilityContract contract, VoltEndpoint endpoint, VoltServer server, ServerLease<PrivateVolt>? own)
    {
        server.Run("The server cannot be used", connection => VoltContracts.Check(contract, VoltCatalog.Deployment(connection)));
        return new(contract, endpoint, server, own);
    }

    /// <inheritdoc/>
    public TargetDescription Describe(CancellationToken cancellation = default) => _server.Run("The server cannot be described", connection =>
    {
        var deployment = VoltCatalog.Deployment(connection);
        var overview = VoltCatalog.Overview(connection);
        var settings = new SortedDictionary<string, string>(StringComparer.Ordinal)
        {
            ["way"] = _endpoint.IsLoad
                ? string.Create(CultureInfo.InvariantCulture, $"@LoadSinglepartitionTable, at most {_endpoint.Rows} records a call")
                : "the table's insert, a call a record",
            ["calls_unanswered"] = string.Create(CultureInfo.InvariantCulture, $"at most {_endpoint.Calls} a writer"),
            ["table"] = $"partitioned by source, {(_records?.HasKey ?? _endpoint.HasKey ? "primary key (source, sequence)" : "no index")}",
            ["connections_a_writer"] = _server.Place.Nodes.Count == 1 ? "1" : string.Create(CultureInfo.InvariantCulture, $"1, sources in turn to {_server.Place.Nodes.Count} nodes"),
            ["session.encrypted"] = connection.IsEncrypted ? "yes" : "no",
            ["space_is"] = "memory, as the server counts it: the rows, which it allocates in blocks of 2 MiB a partition, and its estimate of the index; all copies; nothing of it is disk",
        };
        foreach (string property in ShownProperties.Where(deployment.ContainsKey))
        {
            settings["deployment." + property] = deployment[property];
        }

        if (_own?.Server.Server.Limits is { } limits)
        {
            settings[TargetDescription.LimitsSetting] = limits;
        }

        int copies = VoltCatalog.Copies(deployment);
        return new TargetDescription
        {
            Database = VoltDefinition.Database,
            Client = WriteClient.Wire,
            ServerVersion = $"VoltDB {overview.GetValueOrDefault("VERSION")}{(overview.GetValueOrDefault("LICENSE") is { Length: > 0 } ? string.Empty : " Community Edition")}",
            DriverVersion = $"{VoltEndpoint.Agent}, client wire protocol 1",
            Durability = _contract.Name,
            DurabilityMeaning = _contract.Meaning,
            Survives = _contract.Survives,
            Copies = new Copies(copies, copies),
            InMemory = true,
            Endpoint = _own is null ? _server.Place.ToString() : "private server",
            Placement = _server.Place.IsLocal ? "local" : "remote",
            Servers = _server.Place.Nodes,
            Homes = _own?.Server.Configuration.Home.NamedBy is { } home ? [home] : null,
            Configuration = _own?.Server.Configuration.Description ?? TargetDescription.FoundConfiguration,
            Settings = settings,
        };
    }, cancellation: cancellation);

    /// <inheritdoc/>
    public void Prepare(TrialTable table, CancellationToken cancellation = default)
    {
        cancellation.ThrowIfCancellationRequested();
        var records = new VoltRecords(_endpoint, table);
        _own?.Server.EnsureRunning(cancellation, mayForget: true);
        _server.Run("The table cannot be prepared", connection =>
        {
            VoltCatalog.Change(connection, records.Drop, cancellation);
            VoltCatalog.Change(connection, records.Create, cancellation);
        }, ChangePatience, cancellation);
        _records = records;
    }

    /// <inheritdoc/>
    public void Attach(TrialTable table, CancellationToken cancellation = default)
    {
        cancellation.ThrowIfCancellationRequested();
        _records = new VoltRecords(_endpoint, table);
    }

    /// <inheritdoc/>
    public IBatchWriter OpenWriter(int source, CancellationToken cancellation = default)
    {
        cancellation.ThrowIfCancellationRequested();
        try
        {
            return new VoltWriter(_server, Records, _endpoint, source, cancellation);
        }
        catch (WireException e)
        {
            throw VoltErrors.OfTarget($"No writer can be opened ({_server.Place})", e);
        }
    }

    /// <summary>Waits until all partitions have carried out what they have taken.</summary>
    public void Settle(CancellationToken cancellation) => _server.Run("The server cannot be settled", static connection => { connection.Call("@Quiesce"); }, cancellation: cancellation);

    /// <inheritdoc/>
    public DiskSpace MeasureSpace(CancellationToken cancellation = default)
    {
        var records = Records;
        return _server.Run("The memory cannot be measured", connection => VoltSpace.Measure(connection, records, cancellation), cancellation: cancellation);
    }

    /// <inheritdoc/>
    public bool AuditsShares => true;

    /// <inheritdoc/>
    public void Audit(StoredContent audit, CancellationToken cancellation)
    {
        var records = Records;
        _server.Run("The table cannot be read", connection => VoltAudit.Run(connection, records, audit, cancellation), cancellation: cancellation);
    }

    /// <inheritdoc/>
    public void Clean(CancellationToken cancellation = default)
    {
        if (_records is { } records)
        {
            _server.Run("The table cannot be dropped", connection => VoltCatalog.Change(connection, records.Drop, cancellation), ChangePatience, cancellation);
            _records = null;
        }
    }

    /// <inheritdoc/>
    public IReadOnlyList<int> ServerProcesses() => _own?.Server.Server.Processes ?? [];

    /// <inheritdoc/>
    public void Dispose() => _own?.Dispose();

    /// <summary>Starts the server again, where it is ours and died.</summary>
    internal void EnsureRunning(CancellationToken cancellation) => _own?.Server.EnsureRunning(cancellation);
}
