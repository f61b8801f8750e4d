using System.Net;
using DbIngest.Abstractions.Endpoints;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.MySql.Server;
using DbIngest.Targets.Servers;
using DbIngest.Wire;

namespace DbIngest.Targets.MySql;

/// <summary>What MySQL and MariaDB have in common: the protocol, the table, the contracts.</summary>
public abstract class MySqlFamilyDefinition : TargetDefinition
{
    private static readonly TimeSpan ProbeTimeout = TimeSpan.FromSeconds(2);

    /// <summary>One for each configuration and work folder.</summary>
    private static readonly ServerPool<MySqlPrivateConfiguration, MySqlPrivateServer> PrivateServers = new();

    /// <inheritdoc/>
    public override DataModel Model => DataModel.Relational;

    /// <inheritdoc/>
    public override IReadOnlyList<WriteClient> Clients { get; } =
    [
        new(WriteClient.Wire) { IsKeyed = true, IsDefault = true },
        new(WriteClient.Driver) { Package = new("MySqlConnector", "MySqlConnectorVersion") },
    ];

    /// <inheritdoc/>
    public override IReadOnlyList<DurabilityContract> Contracts => MySqlContracts.All;

    /// <inheritdoc/>
    public override EndpointOptions Options => StartsServer ? MySqlOptions.OfMariaDb : MySqlOptions.OfMySql;

    /// <inheritdoc/>
    public override bool NamesServer(string endpoint) => !StartsServer || !endpoint.TrimStart().StartsWith('?');

    /// <inheritdoc/>
    public override ITarget Open(TargetOptions options)
    {
        var contract = Contract(options.Durability);
        var client = Client(options.Client);
        var endpoint = MySqlEndpoint.Parse(Options, options.Endpoint);
        endpoint.CheckFor(client.Name);
        Func<string, IWritePath>? path = client.Name == WriteClient.Driver ? at => MySqlDriverPath.Open(at, options) : null;
        if (endpoint.Server is not null || !StartsServer)
        {
            return MySqlTarget.Connect(Name, contract, endpoint, Server(endpoint, endpoint.Server, options, options.RequestTimeout), own: null, path);
        }

        var configuration = new MySqlPrivateConfiguration(
            MariaDbHome.Find(endpoint.Home), MySqlContracts.Value(contract), endpoint.BufferPoolMb, Path.GetFullPath(options.WorkFolder), options.ServerLimits)
        {
            Connections = options.Connections,
        };
        var lease = PrivateServers.Acquire(configuration, () => MySqlPrivateServer.Start(configuration, options.Say, options.Cancellation));
        try
        {
            lease.Server.EnsureRunning(options.Cancellation);
            return MySqlTarget.Connect(Name, contract, endpoint, Server(endpoint, lease.Server.Socket, options, options.RequestTimeout), lease, path);
        }
        catch
        {
            lease.Dispose();
            throw;
        }
    }

    /// <inheritdoc/>
    public override TargetAvailability Probe(TargetOptions options)
    {
        try
        {
            var endpoint = MySqlEndpoint.Parse(Options, options.Endpoint);
            if (endpoint.Server is null && StartsServer)
            {
                return new(true, $"{MariaDbHome.Find(endpoint.Home).Server}: a private server is started for a run");
            }

            var server = Server(endpoint, endpoint.Server, options, ProbeTimeout);
            using var connection = server.Open();
            return new(true, $"{(connection.IsMariaDb ? "MariaDB" : "MySQL")} {connection.ServerVersion} at {server.Name}");
        }
        catch (WireException e)
        {
            return new(false, MySqlErrors.OfTarget("The server cannot be used", e).Message);
        }
        catch (Exception e) when (e is TargetException or ArgumentException)
        {
            return new(false, e.Message);
        }
    }

    /// <summary>A server, as an endpoint and its options say.</summary>
    internal static MySqlServer Server(MySqlEndpoint endpoint, EndPoint? place, TargetOptions options, TimeSpan timeout) => new(endpoint.Connection(
        place ?? new DnsEndPoint("localhost", 3306),
        () => options.Password?.Reveal() ?? string.Empty,
        timeout < options.ConnectTimeout ? timeout : options.ConnectTimeout,
        timeout));
}
