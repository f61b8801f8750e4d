using DbIngest.Abstractions.Endpoints;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Deploying;
using DbIngest.Targets.Postgres.Server;
using DbIngest.Targets.Postgres.Sessions;
using DbIngest.Targets.Postgres.Stores;
using DbIngest.Targets.Servers;

namespace DbIngest.Targets.Postgres;

/// <summary>PostgreSQL, written to by binary COPY.</summary>
public sealed class PostgresDefinition : TargetDefinition, IDeployable
{
    /// <summary>One a work folder and extension.</summary>
    private static readonly ServerPool<(string Folder, string? Extension), LocalServer> PrivateServers = new();

    /// <inheritdoc/>
    public override string Name => "postgres";

    /// <inheritdoc/>
    public DeploymentRecipes Deploying => PostgresContainer.Recipes;

    /// <inheritdoc/>
    public override string Summary => "PostgreSQL (one binary COPY and one transaction a batch)";

    /// <inheritdoc/>
    public override DataModel Model => DataModel.Relational;

    /// <inheritdoc/>
    public override string Needs =>
        "installed server binaries (a private server is started), or --endpoint with host:port, a postgresql:// URI or an "
        + "Npgsql connection string, and the password in DBINGEST_POSTGRES_PASSWORD";

    /// <inheritdoc/>
    public override IReadOnlyList<WriteClient> Clients { get; } =
        [new(WriteClient.Wire) { IsKeyed = true, IsDefault = true }, new(WriteClient.Driver) { IsKeyed = true }];

    /// <inheritdoc/>
    public override IReadOnlyList<DurabilityContract> Contracts => PostgresContracts.All;

    /// <inheritdoc/>
    public override EndpointOptions Options => PostgresOptions.All;

    /// <inheritdoc/>
    public override bool StartsServer => true;

    /// <inheritdoc/>
    public override bool NamesServer(string endpoint) => !endpoint.TrimStart().StartsWith('?');

    /// <inheritdoc/>
    public override ITarget Open(TargetOptions options)
    {
        var contract = Contract(options.Durability);
        var client = Client(options.Client);
        if (options.Endpoint is { } named && NamesServer(named))
        {
            return PostgresTarget.Connect(PostgresEndpoint.Parse(named, options.Password), contract, client,
                options.RequestTimeout, lease: null);
        }

        var values = OfPrivateServer(options.Endpoint);
        var store = PostgresStore.Of(values);
        string folder = Path.GetFullPath(options.WorkFolder);
        var lease = PrivateServers.Acquire(
            (folder, store.Extension),
                () => LocalServer.Start(folder, tcpPort: null, options.Say, options.Cancellation, options.ServerLimits, store,
                options.Connections));
        try
        {
            lease.Server.EnsureRunning(options.Cancellation);
            return PostgresTarget.Connect(lease.Server.Endpoint.With(values), contract, client, options.RequestTimeout, lease);
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
            if (options.Endpoint is null || !NamesServer(options.Endpoint))
            {
                var binaries = PostgresBinaries.Find();
                binaries.Require(PostgresStore.Of(OfPrivateServer(options.Endpoint)).Extension);
                return new(true, $"{binaries.Version()} in {binaries.Folder}: a private server is started for a run");
            }

            var endpoint = PostgresEndpoint.Parse(options.Endpoint, options.Password);
            using var sessions = new PostgresSessions(endpoint, TimeSpan.FromSeconds(5));
            using var connection = sessions.Open();
            return new(true, $"PostgreSQL {connection.PostgreSqlVersion} at {endpoint}");
        }
        catch (Exception e) when (e is TargetException or ArgumentException)
        {
            return new(false, e.Message);
        }
    }

    private static EndpointValues OfPrivateServer(string? endpoint)
    {
        var values = PostgresOptions.All.Read(endpoint);
        return values.Given.Keys.FirstOrDefault(name => !PostgresOptions.IsOfTable(name)) is { } other
            ? throw new ArgumentException(
                $"--endpoint: {other} is for a server that is named: write HOST[:PORT] before the question mark, or leave it "
                + $"out for a private server.")
            : values;
    }
}
