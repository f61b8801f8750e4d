using System.Net;
using DbIngest.Abstractions.Endpoints;
using DbIngest.Abstractions.Operations;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.MySql.Server;
using DbIngest.Targets.Servers;
using DbIngest.Wire;

namespace DbIngest.Targets.MySql;

/// <summary>
/// Base of the registrations of MySQL and MariaDB, which share protocol, table, clients and durability levels.
/// <see cref="MySqlDefinition"/> and <see cref="MariaDbDefinition"/> derive from it. A private server is always MariaDB. It
/// changes no setting of a server that runs already, and refuses one that does not keep the durability level.
/// </summary>
public abstract class MySqlFamilyDefinition : ServerDefinition
{
    /// <inheritdoc/>
    public override DataModel Model => DataModel.Relational;

    /// <inheritdoc/>
    public override bool IsServed => true;

    /// <inheritdoc/>
    public override bool ReadsWithoutIndex => true;

    /// <inheritdoc/>
    public override bool AddsValues => true;

    /// <inheritdoc/>
    public override bool AnswersTimeQueries => true;

    /// <inheritdoc/>
    public override IReadOnlyList<WriteClient> Clients { get; } =
    [
        new(WriteClient.Wire)
        {
            Operations = RecordOperations.AllAndFind,
            TellsAbsence = true,
            KeepsLedger = true,
            SeriesAre = WriteClient.IndexedSeries,
            IsDefault = true,
        },
        new(WriteClient.Driver)
        {
            Operations = RecordOperations.AllAndFind,
            TellsAbsence = true,
            KeepsLedger = true,
            SeriesAre = WriteClient.IndexedSeries,
            IsAsync = true,
            Package = new("MySqlConnector", "MySqlConnectorVersion"),
        },
    ];

    /// <inheritdoc/>
    public override IReadOnlyList<DurabilityContract> Contracts => MySqlContracts.All;

    /// <inheritdoc/>
    public override EndpointOptions Options => StartsServer ? MySqlOptions.OfMariaDb : MySqlOptions.OfMySql;

    private protected override ServerAddress? Local => StartsServer ? null
        : new(scheme: null, new DnsEndPoint("localhost", MySqlEndpoint.DefaultPort));

    private protected override OpenDriver Driver { get; } = static (endpoint, _, options) =>
        MySqlDriverPath.Open(endpoint, options);

    private protected override ServerEndpoint Parse(string? endpoint) => MySqlEndpoint.Parse(Options, endpoint);

    private protected override void Check(ServerEndpoint endpoint, DurabilityContract contract, WriteClient client) =>
        ((MySqlEndpoint)endpoint).CheckFor(client.Name);

    private protected override string Product(ServerEndpoint endpoint, ServerAddress address, TargetOptions options)
    {
        using var session = new MySqlSessions(((MySqlEndpoint)endpoint).Connection(address, options)).Open();
        return MySqlTarget.Product(session);
    }

    private protected override PrivateServerPlan PlanPrivate(ServerEndpoint endpoint, DurabilityContract contract,
        TargetOptions options) => new MariaDbPlan(
        MariaDbHome.Find(endpoint.Home),
        MySqlContracts.Value(contract),
        ((MySqlEndpoint)endpoint).BufferPoolMb,
        options.Connections,
        Further: null,
        Path.GetFullPath(options.WorkFolder),
        options.ServerLimits);

    private protected override ITarget Connect(ServerEndpoint endpoint, ServerOpening opening)
    {
        var mySql = (MySqlEndpoint)endpoint;
        var server = new MySqlSessions(mySql.Connection(opening.Address, opening.Options));
        using var session = server.Open();
        MySqlContracts.Check(opening.Contract, session);
        var target = new MySqlTarget(opening, mySql, server);
        target.FindProcess(session);
        session.Close();
        return target;
    }

    private protected override TargetException Failure(string what, WireException error) => MySqlErrors.OfTarget(what, error);
}
