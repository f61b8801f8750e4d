using DbIngest.Abstractions.Targets;
using DbIngest.Mongo.Endpoint;
using DbIngest.Targets.Cassandra;
using DbIngest.Targets.Cassandra.Endpoints;
using DbIngest.Targets.Hybrid;
using DbIngest.Targets.Mongo;
using DbIngest.Targets.Postgres;
using DbIngest.Targets.Sqlite;
using DbIngest.Targets.Tests.Cassandra;
using DbIngest.Targets.Tests.Postgres;

namespace DbIngest.Targets.Tests.Hybrid;

/// <summary>Control data in SQLite, records in PostgreSQL.</summary>
public sealed class SqlitePostgres() : HybridDefinition(new SqliteDefinition(), new PostgresDefinition());

/// <summary>Control data in PostgreSQL, records in Cassandra: study 1's layout with servers that can run here.</summary>
public sealed class PostgresCassandra() : HybridDefinition(new PostgresDefinition(), new CassandraDefinition());

/// <summary>Control data in SQLite, records in MongoDB.</summary>
public sealed class SqliteMongo() : HybridDefinition(new SqliteDefinition(), new MongoDefinition());

/// <summary>Two transactional databases: everything that every target must do, the hybrid must as well.</summary>
[Collection("postgres")]
[Needs("postgres")]
public sealed class SqlitePostgresConformanceTests(PostgresFixture fixture) : TargetConformance<SqlitePostgres>
{
    protected override string? NoTearingReason =>
        "Half a batch would be whole to a hybrid, with control data of its own: HybridTests tear the records alone.";

    protected override string? Endpoint => HybridEndpoint.Join(string.Empty, fixture.Endpoint);

    protected override string BadEndpoint => HybridEndpoint.Join(string.Empty, "postgresql://127.0.0.1:1/nowhere");

    protected override bool IsAvailable(DurabilityContract contract) =>
        !contract.Name.StartsWith("remote", StringComparison.Ordinal);
}

/// <summary>A transactional and an idempotent database.</summary>
[Collection("cassandra")]
[Needs("cassandra")]
[Needs("postgres")]
public sealed class PostgresCassandraConformanceTests(CassandraFixture fixture, PostgresFixture control)
    : TargetConformance<PostgresCassandra>, IClassFixture<PostgresFixture>
{
    protected override string? NoTearingReason =>
        "Half a batch would be whole to a hybrid, with control data of its own: HybridTests tear the records alone.";

    protected override string? Endpoint => HybridEndpoint.Join(control.Endpoint, fixture.Endpoint);

    protected override string BadEndpoint => HybridEndpoint.Join("postgresql://127.0.0.1:1/nowhere", "127.0.0.1:1");

    protected override int SabotageRecordsPerSource => 600;

    // SqlitePostgresConformanceTests starts servers of a hybrid, CassandraConformanceTests those of Cassandra: a node that is
    // lost in each verb, and starts again, takes a minute and a half.
    protected override bool StartsPrivate => false;

    // The record is stored once under its key, but its row of control data twice.
    protected override bool StoresDuplicates => false;

    protected override bool NoticesDuplicates => true;

    protected override bool IsAvailable(DurabilityContract contract) => !CassandraContracts.IsSynced(contract);
}

/// <summary>Records under object ids made of source and sequence, at the endpoint of the tests.</summary>
[Trait("Suite", "Slow")]
public sealed class SqliteMongoConformanceTests : TargetConformance<SqliteMongo>
{
    private readonly Deployment _set = Deployment.ReplicaSet(1);

    protected override string? NoTearingReason =>
        "Half a batch would be whole to a hybrid, with control data of its own: HybridTests tear the records alone.";

    protected override string? Endpoint =>
        HybridEndpoint.Join(string.Empty, $"mongodb://{_set.Primary.Name}/dbingest?replicaSet=rs0&id=sequence_objectid");

    protected override string BadEndpoint => HybridEndpoint.Join(string.Empty, "mongodb://127.0.0.1:1");

    protected override bool StartsPrivate => false;

    protected override int SabotageRecordsPerSource => 600;

    protected override int ManyRecords => 5_000;

    // The record is stored once under its key, but its row of control data twice.
    protected override bool StoresDuplicates => false;

    protected override bool NoticesDuplicates => true;

    protected override string? NoQuestionsReason => "The endpoint of the tests aggregates no records.";

    protected override void CloseServer()
    {
        _set.Dispose();
        _set.Failures.ShouldBeEmpty();
    }
}
