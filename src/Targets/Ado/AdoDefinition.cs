using DbIngest.Abstractions.Endpoints;
using DbIngest.Abstractions.Operations;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Deploying;

namespace DbIngest.Targets.Ado;

/// <summary>
/// Registers any relational database that has an ADO.NET provider. Runs, <c>verify</c> and source processes open their targets by
/// it, and <c>targets</c> probes databases. <c>TargetCatalog</c> holds one instance for all runs of a process, so the definition
/// must keep nothing of an open target. It starts no server: the endpoint names the provider's assembly, a connection string and
/// a dialect. Its one durability level promises a commit, and does not check what a commit of that database survives.
/// </summary>
public sealed class AdoDefinition : TargetDefinition, IDeployable
{
    /// <inheritdoc/>
    public override string Name => "ado";

    /// <inheritdoc/>
    public DeploymentRecipes Deploying => OracleContainer.Recipes;

    /// <inheritdoc/>
    public override string Summary =>
        "Any ADO.NET provider (Oracle, Db2, Firebird, ...: INSERT of many rows with parameters, DbBatch, or its bulk copy)";

    /// <inheritdoc/>
    public override string Needs =>
        "--endpoint \"CONNECTION STRING?provider=FILE&dialect=NAME\", the provider's assembly with what it needs beside it, "
        + "and the password in DBINGEST_ADO_PASSWORD";

    /// <inheritdoc/>
    public override IReadOnlyList<WriteClient> Clients { get; } =
        [new(WriteClient.Driver) { Operations = RecordOperations.All }];

    /// <inheritdoc/>
    public override DataModel Model => DataModel.Relational;

    /// <inheritdoc/>
    public override IReadOnlyList<DurabilityContract> Contracts { get; } =
    [
        new("commit", "An acknowledged batch is committed; what that survives is as the database is configured, which is not "
            + "looked at.", Survival.Nothing),
    ];

    /// <inheritdoc/>
    public override EndpointOptions Options => AdoOptions.All;

    /// <inheritdoc/>
    public override string WithWholePaths(string endpoint, string folder) =>
        base.WithWholePaths(AdoEndpoint.IsOneString(endpoint) ? AdoEndpoint.Parse(endpoint).Text : endpoint, folder);

    /// <inheritdoc/>
    public override string? LicenceNotice =>
        "Some databases that are reached by a provider are under licences that restrict the publishing of benchmark results. "
        + "Oracle's Technology Network licences (\"Ownership and Restrictions\") forbid it without Oracle's "
        + "prior consent, while its Free Use Terms and Conditions say nothing of it; IBM is said to allow it for Db2 to who "
        + "publishes the whole method and follows its guidance. Read the licence that you have before you publish.";

    /// <inheritdoc/>
    public override ITarget Open(TargetOptions options)
    {
        var contract = Contract(options.Durability);
        Client(options.Client);
        var endpoint = Parse(options);
        return AdoTarget.Connect(Name, contract, endpoint, Sessions(endpoint, options));
    }

    /// <inheritdoc/>
    public override TargetAvailability Probe(TargetOptions options)
    {
        try
        {
            var endpoint = Parse(options);
            var sessions = Sessions(endpoint, options with { RequestTimeout = TimeSpan.FromSeconds(5) });
            using var connection = sessions.Open();
            return new(true, $"{sessions.Dialect.Name} {connection.ServerVersion} by {sessions.Provider.Version}");
        }
        catch (Exception e) when (e is TargetException or ArgumentException)
        {
            return new(false, e.Message);
        }
    }

    private static AdoEndpoint Parse(TargetOptions options) => options.Endpoint is { } text
        ? AdoEndpoint.Parse(text)
        : throw new ArgumentException("--endpoint: ado needs one: --endpoint \"CONNECTION STRING?provider=FILE&dialect=NAME\".");

    private static AdoSessions Sessions(AdoEndpoint endpoint, TargetOptions options) =>
        new(AdoProvider.Load(endpoint.Provider), Dialect.Find(endpoint.Dialect), endpoint.ConnectionString(options.Password),
            options.RequestTimeout);
}
