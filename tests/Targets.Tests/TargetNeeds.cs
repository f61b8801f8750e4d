using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Postgres.Server;
using DbIngest.Targets.Servers;
using DbIngest.Targets.SqlServer;
using DbIngest.Targets.Tests.Cassandra;
using DbIngest.Targets.Tests.ClickHouse;
using DbIngest.Targets.Tests.Cockroach;
using DbIngest.Targets.Tests.Containers;
using DbIngest.Targets.Tests.Couchbase;
using DbIngest.Targets.Tests.InfluxDb;
using DbIngest.Targets.Tests.Mongo;
using DbIngest.Targets.Tests.MySql;
using DbIngest.Targets.Tests.Neo4j;
using DbIngest.Targets.Tests.Postgres;
using DbIngest.Targets.Tests.QuestDb;
using DbIngest.Targets.Tests.Servers;
using DbIngest.Targets.Tests.Volt;

namespace DbIngest.Targets.Tests;

/// <summary>What these tests need.</summary>
internal sealed class TargetNeeds : NeedCatalog
{
    private const string Beside = "put it into the folder that DBINGEST_SERVERS names";

    protected override IEnumerable<Need> All =>
    [
        new("postgres", "apt-get install postgresql", () => Refusal(() => PostgresBinaries.Find())),
        new("timescale", "install TimescaleDB into PostgreSQL", () => StoreServers.SkipReason("timescale")),
        new("citus", "install Citus into PostgreSQL", () => StoreServers.SkipReason("citus")),
        new("mariadb", "apt-get install mariadb-server", () => MariaDbServers.SkipReason),
        new("cassandra", "set CASSANDRA_HOME", () => CassandraServers.SkipReason),
        new("mongodb", "set DBINGEST_MONGODB_ENDPOINT", () => MongoServers.SkipReason),
        new("ferretdb", Beside, () => MongoServers.NoFerret),
        new("couchbase", "set DBINGEST_COUCHBASE_ENDPOINT", () => CouchbaseServers.SkipReason),
        new("couchbase-mock", Beside + ", and unset DBINGEST_COUCHBASE_ENDPOINT", () => CouchbaseServers.Named is null
            ? CouchbaseServers.NoMock : "A named cluster cannot fail on command."),
        new("cbc", "put libcouchbase's tools into the folder that DBINGEST_PEERS names", () => VendorToolTests.SkipReason),
        new("cockroach", Beside, () => CockroachNode.SkipReason),
        new("voltdb", "set VOLTDB_HOME", () => VoltServers.SkipReason),
        new("neo4j", "set NEO4J_HOME", () => Neo4jServers.SkipReason),
        new("questdb", "set QUESTDB_HOME", () => QuestDbFixture.SkipReason),
        new("influxdb", "apt-get install influxdb", () => InfluxFixture.SkipReason),
        new("clickhouse", "apt-get install clickhouse-server", () => ClickHouseFixture.SkipReason),
        new("icu", "apt-get install libicu72", () => SqlServerCultures.Missing),
        new("containers", "set DBINGEST_CONTAINERS=true, with docker or podman", VendorContainer.FindMissing),
        new("accepted-licence", "read SQL Server's licence and set ACCEPT_EULA=Y",
            () => Environment.GetEnvironmentVariable("ACCEPT_EULA") == "Y" ? null
            : "SQL Server's image starts for those who accept its licence."),
        new("oracle-provider", "set DBINGEST_ORACLE_PROVIDER to Oracle.ManagedDataAccess.dll",
            () => OracleImageConformanceTests.Provider is null ? "There is no provider of Oracle." : null),
        new("mount", "run the tests as root, where a file system can be mounted", MemoryDisk.FindMissing),
        new("own disk", "run the tests as root, with e2fsprogs and loop devices",
            () => PrivateDisk.Missing() is { } why ? $"No disk can be made for a server: {why}." : null),
        new("own network", "run the tests as root, with iproute2 and python3",
            () => PrivateNetwork.Missing() is { } why ? $"No network can be made for a server: {why}."
            : Programs.OnPath("python3") is null ? "There is no python3." : null),
        new("cgroup", "run the tests as root, where control groups can be made", () => LimitedGroupTests.FindMissing()),
        new("network", "connect the machine to a network", ThisMachineTests.FindMissing),
        new("long", "set DBINGEST_LONG_TESTS=true", () => Environment.GetEnvironmentVariable("DBINGEST_LONG_TESTS") == "true"
            ? null : "Its time-outs take minutes."),
    ];

    private static string? Refusal(Action find)
    {
        try
        {
            find();
            return null;
        }
        catch (TargetException exception)
        {
            return exception.Message;
        }
    }
}
