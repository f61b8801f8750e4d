using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Cassandra;
using DbIngest.Targets.ClickHouse;
using DbIngest.Targets.InfluxDb;
using DbIngest.Targets.MySql;
using DbIngest.Targets.Neo4j;
using DbIngest.Targets.Postgres;
using DbIngest.Targets.QuestDb;
using DbIngest.Targets.SqlServer;
using DbIngest.Targets.Volt;

namespace DbIngest.Bench.Prepared;

/// <summary>A protocol, and the endpoint by which the product's client speaks it through the relay.</summary>
/// <param name="Name">Its name in the command line.</param>
/// <param name="Title">Its title in the table.</param>
/// <param name="Database">The database that speaks it.</param>
/// <param name="Endpoint">The endpoint of the relay, with {0} for its port.</param>
/// <param name="IsByMessages">True to answer each message by itself, for a client with several requests under way.</param>
internal sealed record Protocol(
    string Name, string Title, TargetDefinition Database, string Endpoint, bool IsByMessages = false);

/// <summary>Lists the protocols that <see cref="Contest"/> can measure.</summary>
internal static class Protocols
{
    public static IReadOnlyList<Protocol> All { get; } =
    [
        new("postgres", "PostgreSQL, binary COPY", new PostgresDefinition(),
            "127.0.0.1:{0}?sslmode=disable&user=postgres&dbname=postgres"),
        new("mariadb", "MariaDB, bulk execution", new MariaDbDefinition(), "root@127.0.0.1:{0}?ssl_mode=disabled"),
        new("mysql", "MySQL's prepared INSERT", new MariaDbDefinition(), "root@127.0.0.1:{0}?ssl_mode=disabled&way=prepared"),
        new("mysql-load", "MySQL's LOAD DATA, text", new MariaDbDefinition(), "root@127.0.0.1:{0}?ssl_mode=disabled&way=load"),
        new("cassandra", "Cassandra, CQL 5, two requests at a time", new CassandraDefinition(), "127.0.0.1:{0}?protocol=5",
            IsByMessages: true),
        new("cassandra-4", "Cassandra, CQL 4, two requests at a time", new CassandraDefinition(), "127.0.0.1:{0}?protocol=4"),
        new("cassandra-5-single", "Cassandra, CQL 5, one request at a time", new CassandraDefinition(),
            "127.0.0.1:{0}?protocol=5&window=1"),
        new("clickhouse", "ClickHouse, RowBinary", new ClickHouseDefinition(), "http://127.0.0.1:{0}"),
        new("questdb", "QuestDB, lines with binary doubles", new QuestDbDefinition(), "http://127.0.0.1:{0}?doubles=binary"),
        new("questdb-text", "QuestDB, lines of text", new QuestDbDefinition(), "http://127.0.0.1:{0}?doubles=text"),
        new("influxdb", "InfluxDB, lines of text", new InfluxDefinition(), "http://127.0.0.1:{0}"),
        new("neo4j", "Neo4j, Bolt", new Neo4jDefinition(), "bolt://127.0.0.1:{0}"),
        new("voltdb", "VoltDB, tables", new VoltDefinition(), "127.0.0.1:{0}"),
        new("sqlserver", "SQL Server, TDS bulk load", new SqlServerDefinition(), "127.0.0.1,{0}?encrypt=false"),
    ];
}
