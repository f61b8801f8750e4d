using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Cassandra;
using DbIngest.Targets.Cassandra.Endpoints;
using DbIngest.Targets.Cassandra.Writing;

namespace DbIngest.Drivers.Cassandra;

/// <summary>
/// Opens writers that use the Cassandra driver, for <c>--client driver</c>: one session for all writers, as the vendor
/// recommends. <c>ServerTarget</c> opens one when it opens itself, and passes each new table to it before it asks for writers. If
/// the driver lost its nodes before a table, it connects anew. Several threads may call <see cref="OpenWriter"/> at once.
/// </summary>
internal sealed class CassandraDriverPath : IWritePath
{
    private readonly string _attach;
    private readonly TargetOptions _options;
    private readonly CassandraEndpoint _endpoint;
    private readonly WriteShape _shape;
    private CassandraDriverSession _session;
    private CassandraDriverTable? _table;
    private WriterClock? _clock;

    private CassandraDriverPath(string endpoint, DurabilityContract contract, TargetOptions options)
    {
        _attach = endpoint;
        _options = options;
        _endpoint = CassandraEndpoint.Parse(endpoint);
        _shape = WriteShape.Of(contract, _endpoint);
        _session = Connect();
    }

    /// <inheritdoc/>
    public string Client => WriteClient.Driver;

    /// <inheritdoc/>
    public string Version => _session.Version;

    /// <inheritdoc/>
    public IReadOnlyDictionary<string, string> Settings => CassandraDriverSession.Settings;

    /// <summary>Connects the driver. Registered as <see cref="Targets.OpenDriver"/>.</summary>
    public static IWritePath Open(string endpoint, DurabilityContract contract, TargetOptions options) =>
        new CassandraDriverPath(endpoint, contract, options);

    /// <inheritdoc/>
    public void Use(TrialTable table) => _table = Guard("The driver cannot use the table", () =>
    {
        // Values that are added to the records (--add-values) leave the keyspace as it is, and other writers use the session.
        if (table.Schema.AddedCount == 0)
        {
            RenewSession();
            _clock = null;
        }

        return new CassandraDriverTable(_session.Session, CassandraTable.Of(_endpoint, table));
    });

    /// <inheritdoc/>
    public IBatchWriter OpenWriter(int source, CancellationToken cancellation = default) => Guard("No writer can be opened", () =>
    {
        _table!.Prepare();
        return new CassandraDriverWriter(_table, _shape, WriterClock.Shared(ref _clock, _table.Table, source));
    });

    /// <inheritdoc/>
    public void Dispose() => _session.Dispose();

    private void RenewSession()
    {
        try
        {
            _session.LearnReplicas(_endpoint.Keyspace);
        }
        catch (Exception exception) when (CassandraDriverErrors.IsOfDriver(exception))
        {
            // The nodes were down and are back. The driver would notice only later.
            _session.Dispose();
            _session = Connect();
        }
    }

    private static T Guard<T>(string what, Func<T> action)
    {
        try
        {
            return action();
        }
        catch (Exception exception) when (CassandraDriverErrors.IsOfDriver(exception))
        {
            throw CassandraDriverErrors.OfTarget(what, exception);
        }
    }

    private CassandraDriverSession Connect() =>
        CassandraDriverSession.Connect(CassandraEndpoint.Parse(_attach), _options, _shape.Consistency);
}
