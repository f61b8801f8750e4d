using DbIngest.Abstractions.Endpoints;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Deploying;

namespace DbIngest.Targets.SqlServer;

/// <summary>Microsoft SQL Server, written to by bulk loads.</summary>
public sealed class SqlServerDefinition : TargetDefinition, IDeployable
{
    internal const string TargetName = "sqlserver";

    private const string Ways =
        "Name it by --endpoint HOST[,PORT] or a connection string; a container of it: docker run -e ACCEPT_EULA=Y -e "
        + "MSSQL_SA_PASSWORD=... -p 1433:1433 mcr.microsoft.com/mssql/server";

    private static readonly TimeSpan ProbeTimeout = TimeSpan.FromSeconds(2);

    /// <inheritdoc/>
    public override string Name => TargetName;

    /// <inheritdoc/>
    public DeploymentRecipes Deploying => SqlServerContainer.Recipes;

    /// <inheritdoc/>
    public override string Summary => "Microsoft SQL Server (one bulk load and one transaction a batch)";

    /// <inheritdoc/>
    public override DataModel Model => DataModel.Relational;

    /// <inheritdoc/>
    public override string Needs =>
        "a server at localhost,1433, or --endpoint HOST[,PORT][?OPTION=VALUE&...], (localdb)\\NAME on Windows, or a SqlClient "
        + "connection string; the password in "
        + "DBINGEST_SQLSERVER_PASSWORD; --client driver also ICU";

    /// <inheritdoc/>
    public override string LicenceNotice =>
        "Microsoft's licence terms of SQL Server (those that the container's users accept, of SQL Server 2017 Developer, "
        + "clause \"Benchmark Testing\"; volume licences had the like) allow results of "
        + "benchmark tests to be disclosed to third parties only with Microsoft's prior written approval. Read the terms of "
        + "the edition and version that was measured before publishing.";

    /// <inheritdoc/>
    public override EndpointOptions Options => SqlServerOptions.All;

    /// <inheritdoc/>
    public override bool NamesServer(string endpoint) => !endpoint.TrimStart().StartsWith('?');

    /// <inheritdoc/>
    public override IReadOnlyList<WriteClient> Clients { get; } =
    [
        new(WriteClient.Driver) { IsDefault = true, Package = new("Microsoft.Data.SqlClient", "SqlClientVersion") },
        new(WriteClient.Wire),
    ];

    /// <inheritdoc/>
    public override IReadOnlyList<DurabilityContract> Contracts => SqlServerContracts.All;

    /// <inheritdoc/>
    public override ITarget Open(TargetOptions options)
    {
        var contract = Contract(options.Durability);
        var client = Client(options.Client);
        var endpoint = SqlServerEndpoint.Parse(options.Endpoint, options.Password);
        SqlServerSessions sessions = client.Name == WriteClient.Wire ? new WireSessions(endpoint, options)
            : new DriverSessions(endpoint, options);
        try
        {
            return SqlServerTarget.Connect(sessions, contract);
        }
        catch (TargetException e) when (e.IsUnreachable && options.Endpoint is null)
        {
            throw new TargetException($"{e.Message} {Ways}", e, isUnreachable: true);
        }
    }

    /// <inheritdoc/>
    public override TargetAvailability Probe(TargetOptions options)
    {
        try
        {
            var endpoint = SqlServerEndpoint.Parse(options.Endpoint, options.Password);
            var probing = options with { RequestTimeout = ProbeTimeout };
            SqlServerSessions sessions = endpoint.IsIntegrated || endpoint.Instance is not null
                ? new DriverSessions(endpoint, probing) : new WireSessions(endpoint, probing);
            string version = sessions.Run("reading its version", SqlServerSessions.Master, SqlServerSettings.Version);
            return new(true, $"{version} at {endpoint}");
        }
        catch (Exception e) when (e is TargetException or ArgumentException)
        {
            return new(false, options.Endpoint is null ? $"{e.Message} {Ways}" : e.Message);
        }
    }
}
