using DbIngest.Core.Endpoints;
using DbIngest.Core.Targets;

namespace DbIngest.Targets.Cockroach;

/// <summary>CockroachDB, written to over PostgreSQL's protocol.</summary>
public sealed class CockroachDefinition : TargetDefinition
{
    /// <inheritdoc/>
    public override string Name => "cockroach";

    /// <inheritdoc/>
    public override string Summary => "CockroachDB (prepared UPSERT of many rows, or COPY; one transaction a batch, hash-sharded key, sources over all nodes)";

    /// <inheritdoc/>
    public override string Needs =>
        "a node at localhost:26257, or --endpoint [USER@]HOST[:PORT][,HOST[:PORT]...][/DATABASE][?OPTION=VALUE&...], and the password in DBINGEST_COCKROACH_PASSWORD; the user must be an administrator";

    /// <inheritdoc/>
    public override DataModel Model => DataModel.NewSql;

    /// <inheritdoc/>
    public override string? LicenceNotice =>
        "CockroachDB from version 24.3 on, and what was published of 23.1 to 24.2 since then, is under the CockroachDB Software License (\"Limitations and Obligations\"): who discloses a benchmark discloses, to Cockroach "
        + "Labs too, all that is needed to repeat it, and CockroachDB may not be compared with products whose own terms restrict benchmarks or their publishing (SQL Server, Couchbase and Oracle among them). "
        + "The Business Source License of versions before does not restrict benchmarks. Read the one that you have before you measure or publish.";

    /// <inheritdoc/>
    public override IReadOnlyList<WriteClient> Clients { get; } = [new(WriteClient.Wire)];

    /// <inheritdoc/>
    public override IReadOnlyList<DurabilityContract> Contracts { get; } =
    [
        new("majority", "An acknowledged batch is synced to disk by more than half of the replicas of each range that it touches (table.replicas in the settings): it survives a power cut, and with "
            + "three replicas or more the loss of a node.", Survival.PowerLoss),
    ];

    /// <summary>A minute and a half: until the ranges of a node that is lost have other leaseholders, statements are refused at once.</summary>
    public override RetryDefault? RetryDefault { get; } = new(Retries: 7, DelayS: 1);

    /// <inheritdoc/>
    public override EndpointOptions Options => CockroachOptions.All;

    /// <inheritdoc/>
    public override ITarget Open(TargetOptions options)
    {
        var contract = Contract(options.Durability);
        Client(options.Client);
        var endpoint = CockroachEndpoint.Parse(options.Endpoint);
        var cluster = new CockroachCluster(endpoint, options.Password, options.RequestTimeout);
        cluster.Run("The cluster cannot be used", CockroachTarget.Version);
        return new CockroachTarget(Name, contract, endpoint, cluster);
    }

    /// <inheritdoc/>
    public override TargetAvailability Probe(TargetOptions options)
    {
        try
        {
            var endpoint = CockroachEndpoint.Parse(options.Endpoint);
            return new(true, $"{new CockroachCluster(endpoint, options.Password, TimeSpan.FromSeconds(2)).Run("The cluster cannot be used", CockroachTarget.Version)} at {endpoint.Show}");
        }
        catch (Exception e) when (e is TargetException or ArgumentException)
        {
            return new(false, e.Message);
        }
    }
}
