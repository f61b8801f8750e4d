using System.Diagnostics;
using DbIngest.Core.Targets;
using DbIngest.Wire;

namespace DbIngest.Targets.MySql;

/// <summary>Writes by the driver's bulk copy.</summary>
internal sealed class DriverPath : IWritePath
{
    private readonly MySqlEndpoint _endpoint;
    private readonly MySqlServer _server;
    private readonly DriverConnections _connections;
    private MySqlTable? _table;

    private DriverPath(string endpoint, TargetOptions options)
    {
        _endpoint = MySqlEndpoint.Parse(MySqlOptions.OfMariaDb, endpoint);
        _server = MySqlFamilyDefinition.Server(_endpoint, _endpoint.Server, options, options.RequestTimeout);
        _connections = new DriverConnections(_server.Options);
    }

    /// <inheritdoc/>
    public string Client => WriteClient.Driver;

    /// <inheritdoc/>
    public string Version => $"MySqlConnector {FileVersionInfo.GetVersionInfo(typeof(MySqlConnector.MySqlConnection).Assembly.Location).ProductVersion!.Split('+')[0]}";

    /// <inheritdoc/>
    public IReadOnlyDictionary<string, string> Settings { get; } = new Dictionary<string, string>
    {
        ["way"] = "MySqlBulkCopy (LOAD DATA LOCAL)",
        ["rows_a_statement"] = "a batch",
        ["driver_pooling"] = "false",
    };

    /// <summary>Makes the path.</summary>
    public static IWritePath Open(string endpoint, TargetOptions options) => new DriverPath(endpoint, options);

    /// <inheritdoc/>
    public void Use(TrialTable table) => _table = new MySqlTable(_endpoint, table);

    /// <inheritdoc/>
    public IBatchWriter OpenWriter(int source, CancellationToken cancellation = default)
    {
        var table = _table ?? throw new TargetException("The target was neither prepared nor attached.");
        try
        {
            return new DriverWriter(_connections, _server, table);
        }
        catch (WireException error)
        {
            throw MySqlErrors.OfTarget($"No writer can be opened ({_server.Name})", error);
        }
    }

    /// <summary>Nothing is kept between writers.</summary>
    public void Dispose()
    {
    }
}
