using DbIngest.Abstractions.Endpoints;
using DbIngest.Abstractions.Operations;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Deploying;
using DbIngest.Targets.Servers;
using DbIngest.Wire;

namespace DbIngest.Targets.SqlServer;

/// <summary>
/// Registers Microsoft SQL Server, written by bulk loads of DbIngest's own client or of the vendor's driver. Where Babelfish for
/// PostgreSQL answers, the target adapts to it. <c>TargetCatalog</c> holds one instance, by which runs, <c>verify</c> and source
/// processes open their targets. It starts no server and changes no setting of one.
/// </summary>
public sealed class SqlServerDefinition : ServerDefinition, IDeployable
{
    internal const string TargetName = "sqlserver";

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
    public override bool StartsServer => false;

    /// <inheritdoc/>
    public override bool AddsValues => true;

    /// <inheritdoc/>
    public override bool NamesServer(string endpoint) => !endpoint.TrimStart().StartsWith('?');

    /// <inheritdoc/>
    public override IReadOnlyList<WriteClient> Clients { get; } =
    [
        new(WriteClient.Driver)
        {
            IsDefault = true,
            Operations = RecordOperations.All,
            Package = new("Microsoft.Data.SqlClient", "SqlClientVersion"),
        },
        new(WriteClient.Wire) { Operations = RecordOperations.All },
    ];

    /// <inheritdoc/>
    public override IReadOnlyList<DurabilityContract> Contracts => SqlServerContracts.All;

    /// <summary>None. An endpoint without a server has this machine's address itself, with the name of its database.</summary>
    private protected override ServerAddress? Local => null;

    private protected override string Remedy =>
        "Name it by --endpoint HOST[,PORT] or a connection string; a container of it: docker run -e ACCEPT_EULA=Y -e "
        + "MSSQL_SA_PASSWORD=... -p 1433:1433 mcr.microsoft.com/mssql/server";

    private protected override ServerEndpoint Parse(string? endpoint) => SqlServerEndpoint.Parse(endpoint);

    /// <summary>Asks through the wire client where possible, since it needs no ICU.</summary>
    private protected override string Product(ServerEndpoint endpoint, ServerAddress address, TargetOptions options)
    {
        var sqlServer = (SqlServerEndpoint)endpoint;
        return Sessions(sqlServer, options, isByDriver: sqlServer.IsIntegrated || sqlServer.Instance is not null)
            .Run(SqlServerSessions.Master, SqlServerSettings.Version, options.Cancellation);
    }

    private protected override ITarget Connect(ServerEndpoint endpoint, ServerOpening opening)
    {
        var sqlServer = (SqlServerEndpoint)endpoint;
        var sessions = Sessions(sqlServer, opening.Options, Client(opening.Options.Client).Name == WriteClient.Driver);
        var database = new SqlServerDatabase(sqlServer, opening.Contract, () => sessions.Babelfish is not null);
        sessions.Run(SqlServerSessions.Master, session =>
        {
            sessions.Recognise(session, opening.Contract);
            if (sessions.Babelfish is not null)
            {
                Babelfish.Check(session, sqlServer, sessions.Driver);
            }

            database.Look(session);
            SqlServerSettings.CheckMemory(session, sqlServer.ServerMemoryMb);
            return true;
        }, opening.Options.Cancellation);
        return new SqlServerTarget(opening, sessions, database);
    }

    private protected override TargetException Failure(string what, WireException error) =>
        SqlServerErrors.OfTarget(what, error);

    private static SqlServerSessions Sessions(SqlServerEndpoint endpoint, TargetOptions options, bool isByDriver) =>
        isByDriver ? new SqlServerDriverSessions(endpoint, options) : new SqlServerWireSessions(endpoint, options);
}
