using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Neo4j;
using DbIngest.Targets.Servers;
using Neo4j.Driver;

namespace DbIngest.Drivers.Neo4j;

/// <summary>
/// Opens writers that use the Neo4j driver, for <c>--client driver</c>, with the statements and transactions of this project's
/// own client. <c>ServerTarget</c> opens one when it opens itself, and passes each new table to it before it asks for writers.
/// Each writer has its own driver with one connection. Several threads may call <see cref="OpenWriter"/> at once.
/// </summary>
internal sealed class Neo4jDriverPath : IWritePath
{
    private readonly Neo4jEndpoint _endpoint;
    private readonly Neo4jSessions _server;
    private readonly Neo4jDriverFactory _drivers;
    private Neo4jGraph? _graph;

    private Neo4jDriverPath(string endpoint, TargetOptions options)
    {
        _endpoint = Neo4jEndpoint.Parse(endpoint);
        var connection = _endpoint.Connection(_endpoint.Address!, options);
        _server = new Neo4jSessions(connection, _endpoint.Database);
        _drivers = new Neo4jDriverFactory(connection);
    }

    /// <inheritdoc/>
    public string Client => WriteClient.Driver;

    /// <inheritdoc/>
    public string Version => $"Neo4j.Driver {BuildStamp.Of(typeof(IDriver)).Number}";

    /// <inheritdoc/>
    public IReadOnlyDictionary<string, string> Settings { get; } = new Dictionary<string, string>
    {
        ["driver_instances"] =
            "one a writer, with one connection: the server lists a writer by its driver's agent, so that a lost one can be "
            + "asked about",
        ["driver_retries"] = "none: the pipeline retries and counts",
        ["driver_rows"] = "a list of lists of boxed values",
    };

    /// <summary>Creates the path without connecting. Registered as <see cref="Targets.OpenDriver"/>.</summary>
    public static IWritePath Open(string endpoint, DurabilityContract contract, TargetOptions options) =>
        new Neo4jDriverPath(endpoint, options);

    /// <inheritdoc/>
    public void Use(TrialTable table) => _graph = new Neo4jGraph(_endpoint, table);

    /// <inheritdoc/>
    public IBatchWriter OpenWriter(int source, CancellationToken cancellation = default) =>
        new Neo4jDriverWriter(_drivers, _server, _graph!, _endpoint.Rows, cancellation);

    /// <summary>Does nothing: each writer owns its driver.</summary>
    public void Dispose()
    {
    }
}
