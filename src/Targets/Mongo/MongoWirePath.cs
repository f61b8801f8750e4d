using System.Globalization;
using DbIngest.Abstractions.Targets;
using DbIngest.Wire;

namespace DbIngest.Targets.Mongo;

/// <summary>Writes by our own client: a connection for each writer, to the primary, or to one of the routers in turn.</summary>
/// <param name="deployment">The deployment; the target's.</param>
/// <param name="endpoint">How it is written to.</param>
/// <param name="contract">What an acknowledgement is to mean.</param>
internal sealed class MongoWirePath(MongoDeployment deployment, MongoEndpoint endpoint, DurabilityContract contract) : IWritePath
{
    private MongoCollection? _collection;
    private int _opened = -1;

    /// <inheritdoc/>
    public string Client => WriteClient.Wire;

    /// <inheritdoc/>
    public string Version
    {
        get
        {
            string ours = BuildStamp.Of(typeof(MongoWirePath)).Version;
            return string.Create(CultureInfo.InvariantCulture,
                $"DbIngest {ours}, OP_MSG, wire version {deployment.Hello.WireVersion}");
        }
    }

    /// <inheritdoc/>
    public IReadOnlyDictionary<string, string> Settings { get; } = new Dictionary<string, string>
    {
        ["connections_a_writer"] = "1",
        ["rows_an_insertion"] = endpoint.Rows.ToString(CultureInfo.InvariantCulture),
        ["insertions_in_flight_a_connection"] = endpoint.Window.ToString(CultureInfo.InvariantCulture),
        ["wire_compression"] = endpoint.ZlibLevel is { } level ? deployment.Hello.HasZlib ? $"zlib, level {level}"
            : "none: the server has no zlib" : "none",
    };

    /// <inheritdoc/>
    public void Use(TrialTable table) => _collection = new MongoCollection(endpoint, contract, deployment.Kind, table);

    /// <inheritdoc/>
    public IBatchWriter OpenWriter(int source, CancellationToken cancellation = default)
    {
        try
        {
            var collection = _collection ?? throw new TargetException("The target was neither prepared nor attached.");
            return new MongoWriter(deployment, collection, Interlocked.Increment(ref _opened) & int.MaxValue, cancellation);
        }
        catch (WireException exception)
        {
            throw MongoErrors.OfTarget("No writer can be opened", exception);
        }
    }

    /// <summary>Nothing is kept between writers.</summary>
    public void Dispose()
    {
    }
}
