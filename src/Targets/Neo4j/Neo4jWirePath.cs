using DbIngest.Abstractions.Targets;
using DbIngest.Wire;

namespace DbIngest.Targets.Neo4j;

/// <summary>Writes by our own client: a connection for each writer.</summary>
/// <param name="server">The server; the target's.</param>
/// <param name="endpoint">How it is written to.</param>
internal sealed class Neo4jWirePath(Neo4jServer server, Neo4jEndpoint endpoint) : IWritePath
{
    private Neo4jGraph? _graph;

    /// <inheritdoc/>
    public string Client => WriteClient.Wire;

    /// <inheritdoc/>
    public string Version => server.Run("The server cannot be described", static connection => $"{Neo4jEndpoint.Agent}, Bolt {connection.Version}");

    /// <inheritdoc/>
    public IReadOnlyDictionary<string, string> Settings { get; } = new Dictionary<string, string> { ["connections_a_writer"] = "1" };

    /// <inheritdoc/>
    public void Use(TrialTable table) => _graph = new Neo4jGraph(endpoint, table);

    /// <inheritdoc/>
    public IBatchWriter OpenWriter(int source, CancellationToken cancellation = default)
    {
        var graph = _graph ?? throw new TargetException("The target was neither prepared nor attached.");
        try
        {
            return new Neo4jWriter(server, graph, endpoint.Rows, cancellation);
        }
        catch (WireException e)
        {
            throw Neo4jErrors.OfTarget($"No writer can be opened ({server.Place})", e);
        }
    }

    /// <summary>Nothing is kept between writers.</summary>
    public void Dispose()
    {
    }
}
