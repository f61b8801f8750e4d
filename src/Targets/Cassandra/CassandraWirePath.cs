using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Cassandra.Endpoints;
using DbIngest.Targets.Cassandra.Shared;
using DbIngest.Targets.Cassandra.Writing;
using DbIngest.Wire;

namespace DbIngest.Targets.Cassandra;

/// <summary>Writes by our own client: a connection to each node for each writer, or a few that all writers share.</summary>
/// <param name="cluster">The cluster; the target's.</param>
/// <param name="endpoint">How it is written to.</param>
/// <param name="shape">How rows travel.</param>
internal sealed class CassandraWirePath(CassandraCluster cluster, CassandraEndpoint endpoint, WriteShape shape) : IWritePath
{
    private CassandraTable? _table;
    private SharedConnections? _shared;
    private bool _isKeyed;

    /// <inheritdoc/>
    public string Client => WriteClient.Wire;

    /// <inheritdoc/>
    public string Version
    {
        get
        {
            using var connection = cluster.OpenAny();
            string ours = BuildStamp.Of(typeof(CassandraWirePath)).Version;
            return $"DbIngest {ours}, CQL native protocol {connection.Version}";
        }
    }

    /// <inheritdoc/>
    public IReadOnlyDictionary<string, string> Settings { get; } = endpoint.Connections is { } connections
        ? new Dictionary<string, string>
        {
            ["connections_to_a_node_for_all_sources"] =
            connections.ToString(System.Globalization.CultureInfo.InvariantCulture)
        }
        : [];

    /// <inheritdoc/>
    public void Use(TrialTable table)
    {
        _table = CassandraTable.Of(endpoint, table);
        _isKeyed = table.IsKeyed;

        // The order of a record's writes is kept by one writer's clock: with a mix each lane has connections of its own.
        _shared = endpoint.Connections is { } connections && !table.IsKeyed
            ? new SharedConnections(cluster, _table, shape, connections) : null;
    }

    /// <inheritdoc/>
    public IBatchWriter OpenWriter(int source, CancellationToken cancellation = default)
    {
        try
        {
            var table = _table ?? throw new TargetException("The target was neither prepared nor attached.");
            return _shared?.OpenWriter() as IBatchWriter ?? new CassandraWriter(cluster, table, shape, _isKeyed);
        }
        catch (WireException exception)
        {
            throw CassandraErrors.OfTarget("No writer can be opened", exception);
        }
    }

    /// <summary>Nothing is kept between writers.</summary>
    public void Dispose()
    {
    }
}
