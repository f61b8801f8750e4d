using System.Data.Common;
using System.Globalization;
using System.Net;
using DbIngest.Abstractions.Audit;
using DbIngest.Abstractions.Targets;

namespace DbIngest.Targets.Ado;

/// <summary>
/// A database behind an ADO.NET provider, open as a target. <see cref="AdoDefinition"/> opens it, and trials, source processes
/// and <c>verify</c> call it. Each verb uses a new connection. Prepare and Clean drop the endpoint's table and nothing else.
/// It cannot enforce the durability level. If the dialect has no statement that flushes, settling does nothing. If it has no
/// query for space, the measured space is 0. A flush that the database refuses fails no trial: the description says so.
/// </summary>
/// <remarks>
/// A sweep stores the description before its first trial, and <c>--resume</c> refuses a sweep whose settings differ. A setting
/// that differs by itself from one start to the next must stand in <see cref="TargetDescription.ChangingSettings"/>.
/// </remarks>
internal sealed class AdoTarget : ITarget
{
    /// <summary>Rows between two checks for cancellation.</summary>
    private const int RowsBetweenLooks = 4096;

    private readonly string _name;
    private readonly DurabilityContract _contract;
    private readonly AdoEndpoint _endpoint;
    private readonly AdoSessions _sessions;
    private AdoTable? _table;
    // Why the last flush failed. Null after a success, and before the first flush.
    private string? _notFlushed;
    private bool _hasTriedToFlush;

    private AdoTarget(string name, DurabilityContract contract, AdoEndpoint endpoint, AdoSessions sessions)
    {
        _name = name;
        _contract = contract;
        _endpoint = endpoint;
        _sessions = sessions;
    }

    /// <inheritdoc/>
    public string AttachEndpoint => _endpoint.Text;

    private AdoTable Table => _table ?? throw new TargetException("The target was neither prepared nor attached.");

    private Dialect Dialect => _sessions.Dialect;

    // A mix gives the table a key that the endpoint does not ask for.
    private bool HasKey => _table?.HasKey ?? _endpoint.HasKey;

    /// <summary>Connects once, to check that the database answers and that the provider supports the write method.</summary>
    /// <param name="name">The name for <c>--db</c>.</param>
    /// <param name="contract">The durability level, which is not enforced here.</param>
    /// <param name="endpoint">How to store records.</param>
    /// <param name="sessions">Opens connections.</param>
    /// <exception cref="TargetException">The database does not answer, or refuses.</exception>
    /// <exception cref="ArgumentException">The provider does not support the write method.</exception>
    public static AdoTarget Connect(string name, DurabilityContract contract, AdoEndpoint endpoint, AdoSessions sessions)
    {
        using var connection = sessions.Open();
        if (endpoint.Way == "batch" && !connection.CanCreateBatch)
        {
            throw new ArgumentException($"--endpoint: way=batch: {sessions.Provider.Version} has no DbBatch. Take way=rows.");
        }

        if (endpoint.Way == "array")
        {
            AdoArrays.Check(sessions.Provider, connection);
        }

        if (endpoint.Way == "bulkcopy")
        {
            new AdoBulkCopy(sessions.Provider, connection, endpoint.Table, sessions.TimeoutS).Dispose();
        }

        return new(name, contract, endpoint, sessions);
    }

    /// <inheritdoc/>
    public TargetDescription Describe(CancellationToken cancellation = default) =>
        _sessions.Run("The database cannot be described", connection => new TargetDescription
        {
            Database = _name,
            Client = WriteClient.Driver,
            ServerVersion = $"{Dialect.Name} {connection.ServerVersion}",
            DriverVersion = _sessions.Provider.Version,
            Durability = _contract.Name,
            DurabilityMeaning = _contract.Meaning,
            Survives = _contract.Survives,
            Repeats = HasKey ? Repeats.Refuses : Repeats.KeepsBoth,
            Endpoint = connection.DataSource,
            Placement = Placement(connection),
            Configuration = TargetDescription.FoundConfiguration,
            Settings = new SortedDictionary<string, string>(StringComparer.Ordinal)
            {
                ["dialect"] = Dialect.Name,
                ["way"] = _endpoint.Way,
                ["rows_a_statement"] = _endpoint.Way == "bulkcopy" ? "a batch"
                : string.Create(CultureInfo.InvariantCulture, $"at most {_endpoint.Rows}"),
                ["table.key"] = HasKey ? "unique, on (source, sequence)" : "none",
                ["settle"] = Settling(connection, cancellation),
                ["space"] = Dialect["space"] is null ? "not known, shown as 0: the dialect has no query for it"
                : "a query of the dialect",
            },
        }, cancellation);

    /// <inheritdoc/>
    public void Prepare(TrialTable table, CancellationToken cancellation = default)
    {
        _table = new AdoTable(Dialect, _endpoint, table);
        _sessions.Run("The table cannot be prepared", connection =>
        {
            Drop(connection);
            cancellation.ThrowIfCancellationRequested();
            _sessions.Execute(connection, Table.Create);
            if (Table.HasKey)
            {
                _sessions.Execute(connection, Table.Statement("key")!);
            }

            Flush(connection, cancellation);
            return true;
        }, cancellation);
    }

    /// <inheritdoc/>
    public void Attach(TrialTable table, CancellationToken cancellation = default) =>
        _table = new AdoTable(Dialect, _endpoint, table);

    /// <inheritdoc/>
    public IBatchWriter OpenWriter(int source, CancellationToken cancellation = default) =>
        new AdoWriter(_sessions, Table, _endpoint);

    /// <inheritdoc/>
    public void Settle(CancellationToken cancellation) => _sessions.Run("The database cannot be flushed", connection =>
    {
        Flush(connection, cancellation);
        return true;
    }, cancellation);

    /// <inheritdoc/>
    public DiskSpace MeasureSpace(CancellationToken cancellation = default)
    {
        if (Table.Statement("space") is not { } query)
        {
            return new DiskSpace(0, 0, 0);
        }

        long[] bytes = _sessions.Run("The disk space cannot be measured", connection => _sessions.Numbers(connection, query),
            cancellation);
        return bytes.Length == 2
            ? new DiskSpace(bytes[0], bytes[1], 0)
            : throw new TargetException(
                $"The dialect's query for space gives {bytes.Length} columns, and 2 are needed: bytes of data, bytes of "
                + $"indexes.");
    }

    /// <inheritdoc/>
    public void Audit(StoredContent audit, CancellationToken cancellation) =>
        _sessions.Run("The table cannot be read", connection =>
    {
        using var part = audit.OpenPartition();
        using var command = _sessions.Command(connection, Table.ReadAll);
        using var reader = command.ExecuteReader();
        double[] values = new double[audit.ValueCount];
        for (long rows = 0; reader.Read(); rows++)
        {
            if (rows % RowsBetweenLooks == 0 && cancellation.IsCancellationRequested)
            {
                // Without this, closing the reader would first read the rest of the table.
                command.Cancel();
                cancellation.ThrowIfCancellationRequested();
            }

            AdoColumns.Values(reader, values);
            part.Add((int)AdoColumns.Whole(reader, 0), AdoColumns.Whole(reader, 1), AdoColumns.Whole(reader, 2),
                (uint)(int)AdoColumns.Whole(reader, 3), values);
        }

        return true;
    }, cancellation);

    /// <inheritdoc/>
    public void Clean(CancellationToken cancellation = default)
    {
        if (_table is not null)
        {
            _sessions.Run("The table cannot be dropped", connection =>
            {
                Drop(connection);
                return true;
            }, cancellation);
            _table = null;
        }
    }

    /// <inheritdoc/>
    public IReadOnlyList<int> ServerProcesses() => [];

    /// <summary>Releases nothing: verbs and writers own their connections.</summary>
    public void Dispose()
    {
    }

    private void Drop(DbConnection connection)
    {
        string drop = Table.Statement("drop")!;
        if (Table.Statement("exists") is { } exists && _sessions.Numbers(connection, exists) is [0])
        {
            return;
        }

        try
        {
            _sessions.Execute(connection, drop);
        }
        catch (DbException) when (Table.Statement("exists") is null
            && !drop.Contains("IF EXISTS", StringComparison.OrdinalIgnoreCase))
        {
            // The table did not exist. If it did, creating it will fail and say so.
        }
    }

    private void Flush(DbConnection connection, CancellationToken cancellation)
    {
        if (Table.Statement("flush") is { } statement)
        {
            Flush(connection, statement, cancellation);
        }
    }

    private void Flush(DbConnection connection, string statement, CancellationToken cancellation)
    {
        _hasTriedToFlush = true;
        using var command = _sessions.Command(connection, statement);
        command.CommandTimeout = 0;
        using var ending = cancellation.Register(() => ThreadPool.QueueUserWorkItem(_ => Cancel(command)));
        try
        {
            command.ExecuteNonQuery();
            _notFlushed = null;
        }
        catch (DbException e)
        {
            // The user may lack the privilege. The space is then measured before all is on disk, and the description says so.
            cancellation.ThrowIfCancellationRequested();
            _notFlushed = AdoErrors.Describe(e);
        }
    }

    /// <summary>
    /// Describes what settling does. A sweep records the description before its first trial, so this method tries a flush that
    /// names no table beforehand, to learn whether the user has the privilege.
    /// </summary>
    private string Settling(DbConnection connection, CancellationToken cancellation)
    {
        if (Dialect["flush"] is not { } statement)
        {
            return "nothing: the dialect has no statement for it";
        }

        if (!_hasTriedToFlush && !statement.Contains('{', StringComparison.Ordinal))
        {
            Flush(connection, statement, cancellation);
        }

        return _notFlushed is null ? statement : "nothing: " + _notFlushed;
    }

    private static void Cancel(DbCommand command)
    {
        try
        {
            command.Cancel();
        }
        catch (Exception e) when (AdoErrors.IsProviders(e) || e is NullReferenceException)
        {
            // The command has ended meanwhile.
        }
    }

    private string Placement(DbConnection connection)
    {
        if ((_endpoint.Placement ?? Dialect["placement"]) is { } said)
        {
            return said;
        }

        string host = HostOf(connection.DataSource);
        return host.Length == 0 || ThisMachine.Has(host) ? "local" : "remote";
    }

    /// <summary>
    /// The host in a provider's name of its server: <c>tcp://host:port</c>, <c>tcp:host,port</c>, <c>host:port/service</c>, or a
    /// socket's folder, which is on this machine. An IPv6 address has brackets where the provider asks for them.
    /// </summary>
    /// <param name="dataSource">The name of the server.</param>
    /// <returns>The host. Empty if the name has none.</returns>
    internal static string HostOf(string dataSource)
    {
        string place = dataSource.Split("//")[^1];
        if (place.StartsWith('/'))
        {
            return "localhost";
        }

        place = place.StartsWith("tcp:", StringComparison.OrdinalIgnoreCase) ? place[4..] : place;
        if (place.StartsWith('['))
        {
            return place[1..].Split(']')[0];
        }

        // Without a scheme a port follows a comma, or there is none.
        string alone = place.Split(',', '/', '\\')[0].Trim();
        if (!dataSource.Contains("//", StringComparison.Ordinal) && IPAddress.TryParse(alone, out _))
        {
            return alone;
        }

        string beforePort = place[..Math.Max(0, place.LastIndexOf(':'))];
        string host = beforePort.Contains(':', StringComparison.Ordinal) && IPAddress.TryParse(beforePort, out _) ? beforePort
            : place.Split(',', ':', '/', '\\')[0].Trim();
        return host is "." or "(local)" ? "localhost" : host;
    }
}
