using System.Globalization;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Couchbase.Cluster;
using DbIngest.Wire;

namespace DbIngest.Targets.Couchbase;

/// <summary>Writes by our own client: a connection of each writer to each node.</summary>
/// <param name="cluster">The cluster; the target's.</param>
/// <param name="endpoint">How it is written to.</param>
/// <param name="contract">What an acknowledgement is to mean.</param>
internal sealed class CouchbaseWirePath(CouchbaseCluster cluster, CouchbaseEndpoint endpoint, DurabilityContract contract)
    : IWritePath
{
    private CouchbaseTable? _table;

    /// <inheritdoc/>
    public string Client => WriteClient.Wire;

    /// <inheritdoc/>
    public string Version =>
        $"DbIngest {BuildStamp.Of(typeof(CouchbaseWirePath)).Version}, key-value protocol (memcached binary)";

    /// <inheritdoc/>
    public IReadOnlyDictionary<string, string> Settings { get; } = new Dictionary<string, string>
    {
        ["connections_a_writer"] = "1 to each node",
        ["requests_in_flight_a_connection"] = endpoint.Window.ToString(CultureInfo.InvariantCulture),
        ["write"] = "ADD, one request a record",
        ["wire_compression"] = "none",
    };

    /// <inheritdoc/>
    public void Use(TrialTable table) => _table = CouchbaseTable.Of(endpoint, contract, cluster, table);

    /// <inheritdoc/>
    public IBatchWriter OpenWriter(int source, CancellationToken cancellation = default)
    {
        try
        {
            return new CouchbaseWriter(cluster, _table
                ?? throw new TargetException("The target was neither prepared nor attached."), cancellation);
        }
        catch (WireException exception)
        {
            throw CouchbaseErrors.OfTarget("No writer can be opened", exception);
        }
    }

    /// <summary>Nothing is kept between writers.</summary>
    public void Dispose()
    {
    }
}
