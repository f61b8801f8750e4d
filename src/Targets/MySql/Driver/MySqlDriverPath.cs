using System.Globalization;
using DbIngest.Abstractions.Targets;

namespace DbIngest.Targets.MySql;

/// <summary>
/// The write path of the vendor's driver (MySqlConnector), selected by <c>--client driver</c>.
/// <see cref="MySqlFamilyDefinition"/> opens it together with the target, which creates and measures the table. Each writer
/// owns its connection, so no connection may be pooled.
/// </summary>
internal sealed class MySqlDriverPath : IWritePath
{
    private readonly MySqlEndpoint _endpoint;
    private readonly MySqlSessions _server;
    private readonly DriverConnections _connections;
    private MySqlTable? _table;

    private MySqlDriverPath(string endpoint, TargetOptions options)
    {
        _endpoint = MySqlEndpoint.Parse(MySqlOptions.OfMariaDb, endpoint);
        _server = new MySqlSessions(_endpoint.Connection(_endpoint.Address!, options));
        _connections = new DriverConnections(_server.Options);
    }

    /// <inheritdoc/>
    public string Client => WriteClient.Driver;

    /// <inheritdoc/>
    public string Version => $"MySqlConnector {BuildStamp.Of(typeof(MySqlConnector.MySqlConnection)).Number}";

    /// <inheritdoc/>
    public IReadOnlyDictionary<string, string> Settings => new Dictionary<string, string>
    {
        ["way"] = _endpoint.DriverWay == "load" ? "MySqlBulkCopy (LOAD DATA LOCAL)" : "prepared",
        ["rows_a_statement"] = _endpoint.DriverWay == "load" ? "a batch"
            : string.Create(CultureInfo.InvariantCulture, $"at most {_endpoint.DriverRows}"),
        ["driver_calls"] = _endpoint.DriverIsAsync ? "async: the source's thread waits" : "sync, on the source's thread",
        ["driver_pooling"] = "false",
    };

    /// <summary>Creates the write path. Connects nowhere yet.</summary>
    public static IWritePath Open(string endpoint, TargetOptions options) => new MySqlDriverPath(endpoint, options);

    /// <inheritdoc/>
    public void Use(TrialTable table) => _table = new MySqlTable(_endpoint, table);

    /// <inheritdoc/>
    public IBatchWriter OpenWriter(int source, CancellationToken cancellation = default) =>
        new MySqlDriverWriter(_connections, _server, _table!, _endpoint, cancellation);

    /// <summary>Releases nothing: writers own their connections.</summary>
    public void Dispose()
    {
    }
}
