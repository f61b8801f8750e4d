using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Ado;
using DbIngest.Targets.Cassandra;
using DbIngest.Targets.Cassandra.Endpoints;
using DbIngest.Targets.ClickHouse;
using DbIngest.Targets.Cockroach;
using DbIngest.Targets.Couchbase;
using DbIngest.Targets.InfluxDb;
using DbIngest.Targets.Mongo;
using DbIngest.Targets.MySql;
using DbIngest.Targets.Neo4j;
using DbIngest.Targets.Postgres;
using DbIngest.Targets.QuestDb;
using DbIngest.Targets.SqlServer;

namespace DbIngest.Targets.Tests.Containers;

public sealed class PostgresImage() : VendorContainer("postgres");

public sealed class TimescaleImage() : VendorContainer("timescaledb");

public sealed class MariaDbImage() : VendorContainer("mariadb");

public sealed class MySqlImage() : VendorContainer("mysql");

public sealed class SqlServerImage() : VendorContainer("sqlserver");

public sealed class OracleImage() : VendorContainer("oracle");

public sealed class CockroachImage() : VendorContainer("cockroach");

public sealed class CassandraImage() : VendorContainer("cassandra");

public sealed class ScyllaImage() : VendorContainer("scylladb");

public sealed class MongoImage() : VendorContainer("mongodb");

public sealed class CouchbaseImage() : VendorContainer("couchbase");

public sealed class ClickHouseImage() : VendorContainer("clickhouse");

public sealed class InfluxImage() : VendorContainer("influxdb");

public sealed class InfluxThreeImage() : VendorContainer("influxdb3");

public sealed class QuestDbImage() : VendorContainer("questdb");

public sealed class Neo4jImage() : VendorContainer("neo4j");

[Collection("images")]
public sealed class PostgresImageConformanceTests(PostgresImage image)
    : ImageConformance<PostgresDefinition, PostgresImage>(image)
{
    protected override string BadEndpoint => "postgresql://127.0.0.1:1/nowhere";

    // One server has no standby.
    protected override bool IsAvailable(DurabilityContract contract) =>
        !contract.Name.StartsWith("remote", StringComparison.Ordinal);
}

[Collection("images")]
public sealed class TimescaleImageConformanceTests(TimescaleImage image)
    : ImageConformance<PostgresDefinition, TimescaleImage>(image)
{
    protected override string? Endpoint => base.Endpoint + "?store=timescale";

    protected override string BadEndpoint => "postgresql://127.0.0.1:1/nowhere?store=timescale";

    protected override bool IsAvailable(DurabilityContract contract) =>
        !contract.Name.StartsWith("remote", StringComparison.Ordinal);
}

[Collection("images")]
public sealed class MariaDbImageConformanceTests(MariaDbImage image) : ImageConformance<MariaDbDefinition, MariaDbImage>(image)
{
    // One value of the server, which has the default.
    protected override bool IsAvailable(DurabilityContract contract) => contract.Name == "flush-1";
}

[Collection("images")]
public sealed class MySqlImageConformanceTests(MySqlImage image) : ImageConformance<MySqlDefinition, MySqlImage>(image)
{
    protected override bool IsAvailable(DurabilityContract contract) => contract.Name == "flush-1";
}

[Collection("images")]
[Needs("accepted-licence")]
public sealed class SqlServerImageConformanceTests(SqlServerImage image)
    : ImageConformance<SqlServerDefinition, SqlServerImage>(image)
{
    protected override string BadEndpoint => "127.0.0.1,1";
}

/// <summary>Oracle, by the vendor's provider, which is in no build.</summary>
[Collection("images")]
[Needs("oracle-provider")]
public sealed class OracleImageConformanceTests(OracleImage image) : ImageConformance<AdoDefinition, OracleImage>(image)
{
    /// <summary>The provider's file; null where the environment names none.</summary>
    public static string? Provider => Environment.GetEnvironmentVariable("DBINGEST_ORACLE_PROVIDER") is { Length: > 0 } file
        ? file : null;

    protected override string? Endpoint => $"{base.Endpoint}&provider={Provider}";

    protected override string BadEndpoint => $"Data Source=//127.0.0.1:1/nowhere?dialect=oracle&provider={Provider}";

    // Every value becomes an object: ADO.NET knows no other way.
    protected override int AllocatedBytesPerRecord => 4_000;
}

[Collection("images")]
public sealed class CockroachImageConformanceTests(CockroachImage image)
    : KeyedImageConformance<CockroachDefinition, CockroachImage>(image)
{
    protected override int ManyRecords => 5_000;
}

[Collection("images")]
public sealed class CassandraImageConformanceTests(CassandraImage image)
    : KeyedImageConformance<CassandraDefinition, CassandraImage>(image)
{
    // The node syncs its commit log at intervals.
    protected override bool IsAvailable(DurabilityContract contract) => !CassandraContracts.IsSynced(contract);
}

[Collection("images")]
public sealed class ScyllaImageConformanceTests(ScyllaImage image)
    : KeyedImageConformance<CassandraDefinition, ScyllaImage>(image)
{
    protected override bool IsAvailable(DurabilityContract contract) => !CassandraContracts.IsSynced(contract);
}

[Collection("images")]
public sealed class MongoImageConformanceTests(MongoImage image) : KeyedImageConformance<MongoDefinition, MongoImage>(image)
{
    protected override string BadEndpoint => "mongodb://127.0.0.1:1";

    protected override int ManyRecords => 5_000;
}

[Collection("images")]
public sealed class CouchbaseImageConformanceTests(CouchbaseImage image)
    : KeyedImageConformance<CouchbaseDefinition, CouchbaseImage>(image)
{
    protected override string BadEndpoint => "couchbase://127.0.0.1:1/bench";

    protected override int ManyRecords => 5_000;

    // One node replicates to nobody.
    protected override bool IsAvailable(DurabilityContract contract) => contract.Name == "memory";
}

[Collection("images")]
public sealed class ClickHouseImageConformanceTests(ClickHouseImage image)
    : ImageConformance<ClickHouseDefinition, ClickHouseImage>(image);

[Collection("images")]
public sealed class InfluxImageConformanceTests(InfluxImage image) : KeyedImageConformance<InfluxDefinition, InfluxImage>(image)
{
    protected override bool IsAvailable(DurabilityContract contract) => contract.Name == "fsync";
}

[Collection("images")]
public sealed class InfluxThreeImageConformanceTests(InfluxThreeImage image)
    : KeyedImageConformance<InfluxDefinition, InfluxThreeImage>(image);

[Collection("images")]
public sealed class QuestDbImageConformanceTests(QuestDbImage image)
    : KeyedImageConformance<QuestDbDefinition, QuestDbImage>(image)
{
    protected override bool IsAvailable(DurabilityContract contract) => contract.Name == "nosync";
}

[Collection("images")]
public sealed class Neo4jImageConformanceTests(Neo4jImage image) : KeyedImageConformance<Neo4jDefinition, Neo4jImage>(image)
{
    protected override int ManyRecords => 1_000;
}
