using System.Globalization;
using System.Net;
using System.Security.Authentication;
using Cassandra;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Cassandra;
using DbIngest.Targets.Cassandra.Endpoints;
using DbIngest.Targets.Cassandra.Writing;
using DbIngest.Wire.Cql;
using DbIngest.Wire.Cql.Frames;
using DriverCluster = Cassandra.Cluster;

namespace DbIngest.Drivers.Cassandra;

/// <summary>
/// The connected Cassandra driver: one session for all writers, as the vendor recommends. <see cref="CassandraDriverPath"/>
/// opens one with the target and owns it, and opens another one if the nodes were away when a table begins. The driver must
/// never retry a request itself, since the pipeline retries and counts.
/// </summary>
internal sealed class CassandraDriverSession : IDisposable
{
    /// <summary>
    /// Connections per node. The driver's default is 1, and a second one under load. The number is fixed so that trials are
    /// alike.
    /// </summary>
    private const int Connections = 2;

    // The protocol's maximum: the writers already bound the number of requests in flight.
    private const int RequestsPerConnection = 32_767;

    private readonly DriverCluster _cluster;

    private CassandraDriverSession(DriverCluster cluster, ISession session)
    {
        _cluster = cluster;
        Session = session;
    }

    /// <summary>The driver's session, which is thread-safe.</summary>
    public ISession Session { get; }

    /// <summary>The driver's package, its version, and the protocol version agreed with the server.</summary>
    public string Version => string.Create(
        CultureInfo.InvariantCulture,
        $"CassandraCSharpDriver {BuildStamp.Of(typeof(DriverCluster)).Version}, CQL native protocol "
        + $"{Session.BinaryProtocolVersion}");

    /// <summary>The settings that differ from the driver's defaults, for the manifest.</summary>
    public static IReadOnlyDictionary<string, string> Settings { get; } = new Dictionary<string, string>
    {
        ["driver_connections_a_node"] = Connections.ToString(CultureInfo.InvariantCulture),
        ["driver_load_balancing"] = "token-aware, then round-robin within the data centre",
    };

    /// <summary>Connects.</summary>
    /// <param name="endpoint">Nodes, user and encryption.</param>
    /// <param name="options">Password and time-outs.</param>
    /// <param name="consistency">The consistency level of every request.</param>
    /// <exception cref="ArgumentException">The endpoint has an option that the driver does not support.</exception>
    /// <exception cref="Abstractions.Targets.TargetException">No node can be reached, or all reject the login.</exception>
    public static CassandraDriverSession Connect(CassandraEndpoint endpoint, TargetOptions options, CqlConsistency consistency)
    {
        if (endpoint.IsCompressed)
        {
            throw new ArgumentException(
                "--endpoint: compression=lz4: the driver compresses no request; leave the option or --client driver out.");
        }

        if (endpoint.Connections is not null)
        {
            throw new ArgumentException(
                "--endpoint: connections: the driver's are fixed; leave the option or --client driver out.");
        }

        var wire = endpoint.Connection(options);
        int timeout = (int)Math.Min(int.MaxValue, wire.RequestTimeout.TotalMilliseconds);
        var builder = DriverCluster.Builder()
            .AddContactPoints(endpoint.Address!.Nodes.Cast<IPEndPoint>())
            .WithPoolingOptions(new PoolingOptions()
                .SetCoreConnectionsPerHost(HostDistance.Local, Connections)
                .SetMaxConnectionsPerHost(HostDistance.Local, Connections)
                .SetMaxRequestsPerConnection(RequestsPerConnection))
            .WithSocketOptions(new SocketOptions()
                .SetConnectTimeoutMillis((int)wire.ConnectTimeout.TotalMilliseconds)
                .SetReadTimeoutMillis(timeout))
            .WithQueryTimeout(timeout)
            .WithQueryOptions(new QueryOptions().SetConsistencyLevel((ConsistencyLevel)(int)consistency))

            // The pipeline retries and counts. A node that went down is tried once per second, as by this project's own client.
            .WithRetryPolicy(FallthroughRetryPolicy.Instance)
            .WithReconnectionPolicy(new ConstantReconnectionPolicy(1000))
            .WithTimestampGenerator(new ServerTimestamps());
        if (endpoint.Protocol is { } protocol)
        {
            builder.WithMaxProtocolVersion((ProtocolVersion)protocol);
        }

        if (endpoint.User is { } user)
        {
            builder.WithCredentials(user, options.Password?.Reveal() ?? string.Empty);
        }

        if (wire.Tls is { } tls)
        {
            var ssl = new SSLOptions(
                SslProtocols.None, checkCertificateRevocation: false,
                    (_, certificate, chain, errors) => tls.Trusts(certificate, chain, errors))
                .SetHostNameResolver(address => tls.ServerName ?? address.ToString());
            builder.WithSSL(tls.ClientCertificate is { } own ? ssl.SetCertificateCollection([own.TargetCertificate]) : ssl);
        }

        var cluster = builder.Build();
        try
        {
            var session = cluster.Connect();
            return endpoint.Protocol is { } asked && session.BinaryProtocolVersion != asked
                ? throw new ArgumentException(
                    $"--endpoint: protocol={asked}: the driver speaks version {session.BinaryProtocolVersion} with this "
                    + $"server; leave the option or --client driver out.")
                : new CassandraDriverSession(cluster, session);
        }
        catch (Exception exception) when (CassandraDriverErrors.IsOfDriver(exception))
        {
            cluster.Dispose();
            throw CassandraDriverErrors.OfTarget("The driver cannot connect", exception);
        }
        catch
        {
            cluster.Dispose();
            throw;
        }
    }

    /// <summary>Loads a keyspace's replicas, by which the driver routes. It would load them by itself, but later.</summary>
    public void LearnReplicas(string keyspace) => _cluster.RefreshSchema(keyspace);

    /// <inheritdoc/>
    public void Dispose() => _cluster.Dispose();

    /// <summary>
    /// Leaves timestamps to the server. Writes of records that are changed later carry their own, which <see cref="WriterClock"/>
    /// provides: the driver's clock knows nothing of other processes, and does not tell which timestamp a write had.
    /// </summary>
    private sealed class ServerTimestamps : ITimestampGenerator
    {
        public long Next() => long.MinValue;
    }
}
