using DbIngest.Core.Audit;
using DbIngest.Core.Targets;
using DbIngest.Targets;
using DbIngest.Targets.Cassandra;

namespace DbIngest.Drivers.Cassandra;

/// <summary>
/// The target as our own client has it, with the same table, contracts, settling, audit and disk space; only its writers are
/// the driver's.
/// </summary>
internal sealed class DriverTarget : ITarget
{
    private readonly ITarget _wire;
    private readonly TargetOptions _options;
    private readonly CassandraEndpoint _endpoint;
    private readonly WriteShape _shape;
    private DriverSession _session;
    private DriverTable? _table;

    /// <summary>Connects the driver to the cluster that a target is connected to.</summary>
    /// <param name="wire">The target; this one's from now on.</param>
    /// <param name="contract">Its contract.</param>
    /// <param name="options">How it was opened.</param>
    /// <exception cref="TargetException">The driver cannot connect.</exception>
    public DriverTarget(ITarget wire, DurabilityContract contract, TargetOptions options)
    {
        _wire = wire;
        _options = options;
        _endpoint = CassandraEndpoint.Parse(wire.AttachEndpoint);
        _shape = WriteShape.Of(contract, _endpoint);
        _session = Connect();
    }

    /// <inheritdoc/>
    public string AttachEndpoint => _wire.AttachEndpoint;

    /// <inheritdoc/>
    public TargetDescription Describe(CancellationToken cancellation = default)
    {
        var wire = _wire.Describe(cancellation);
        return wire with
        {
            Client = OfficialDrivers.Client,
            DriverVersion = _session.Version,
            Settings = new SortedDictionary<string, string>(wire.Settings.Concat(DriverSession.Settings).ToDictionary(), StringComparer.Ordinal),
        };
    }

    /// <inheritdoc/>
    public void Prepare(TrialTable table, CancellationToken cancellation = default)
    {
        _wire.Prepare(table, cancellation);
        Use(table);
    }

    /// <inheritdoc/>
    public void Attach(TrialTable table, CancellationToken cancellation = default)
    {
        _wire.Attach(table, cancellation);
        Use(table);
    }

    /// <inheritdoc/>
    public IBatchWriter OpenWriter(int source, CancellationToken cancellation = default) => Guard("No writer can be opened", () =>
    {
        var table = _table ?? throw new TargetException("The target was neither prepared nor attached.");
        table.Prepare();
        return new DriverWriter(table, _shape);
    });

    /// <inheritdoc/>
    public void Settle(CancellationToken cancellation) => _wire.Settle(cancellation);

    /// <inheritdoc/>
    public DiskSpace MeasureSpace(CancellationToken cancellation = default) => _wire.MeasureSpace(cancellation);

    /// <inheritdoc/>
    public void Audit(StoredContent audit, CancellationToken cancellation) => _wire.Audit(audit, cancellation);

    /// <inheritdoc/>
    public void Clean(CancellationToken cancellation = default) => _wire.Clean(cancellation);

    /// <inheritdoc/>
    public IReadOnlyList<int> ServerProcesses() => _wire.ServerProcesses();

    /// <inheritdoc/>
    public void Dispose()
    {
        _session.Dispose();
        _wire.Dispose();
    }

    private static T Guard<T>(string what, Func<T> action)
    {
        try
        {
            return action();
        }
        catch (Exception exception) when (DriverErrors.IsOfDriver(exception))
        {
            throw DriverErrors.OfTarget(what, exception);
        }
    }

    private DriverSession Connect() =>
        DriverSession.Connect(CassandraEndpoint.Parse(_wire.AttachEndpoint), _options, _shape.Consistency);

    private void Use(TrialTable table) => _table = Guard("The driver cannot use the table", () =>
    {
        try
        {
            _session.LearnReplicas(_endpoint.Keyspace);
        }
        catch (Exception exception) when (DriverErrors.IsOfDriver(exception))
        {
            // The nodes were down and are back: the driver itself would find that out later only.
            _session.Dispose();
            _session = Connect();
        }

        _session.SendsTimestamps = table.IsKeyed;
        return new DriverTable(_session.Session, new CassandraTable(_endpoint.Keyspace, table.Schema, _endpoint.Bucket));
    });
}
