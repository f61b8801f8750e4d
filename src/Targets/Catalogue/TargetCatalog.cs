using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Ado;
using DbIngest.Targets.Cassandra;
using DbIngest.Targets.ClickHouse;
using DbIngest.Targets.Cockroach;
using DbIngest.Targets.Couchbase;
using DbIngest.Targets.Hybrid;
using DbIngest.Targets.InfluxDb;
using DbIngest.Targets.Mongo;
using DbIngest.Targets.MySql;
using DbIngest.Targets.Neo4j;
using DbIngest.Targets.Null;
using DbIngest.Targets.Postgres;
using DbIngest.Targets.QuestDb;
using DbIngest.Targets.Sqlite;
using DbIngest.Targets.SqlServer;
using DbIngest.Targets.Volt;

namespace DbIngest.Targets.Catalogue;

/// <summary>Every database that the product knows. Adding one is a folder, a line here, and a page of documentation.</summary>
public static class TargetCatalog
{
    /// <summary>The target that stores nothing: what the client alone reaches.</summary>
    public const string Ceiling = "null";

    /// <summary>The database of a run that names none: it needs no server.</summary>
    public const string Default = "sqlite";

    /// <summary>The registrations, in the order in which they are listed to a user.</summary>
    public static IReadOnlyList<TargetDefinition> All { get; } =
    [
        new SqliteDefinition(),
        new PostgresDefinition(),
        new MySqlDefinition(),
        new MariaDbDefinition(),
        new SqlServerDefinition(),
        new CockroachDefinition(),
        new VoltDefinition(),
        new AdoDefinition(),
        new CassandraDefinition(),
        new MongoDefinition(),
        new ClickHouseDefinition(),
        new InfluxDefinition(),
        new QuestDbDefinition(),
        new CouchbaseDefinition(),
        new Neo4jDefinition(),
        new NullDefinition(),
    ];

    /// <summary>Finds a database, or composes two, by the name on the command line, in any case.</summary>
    /// <param name="name">The name, <c>sqlite</c> or <c>sqlite+cassandra</c> for instance.</param>
    /// <returns>The registration.</returns>
    /// <exception cref="ArgumentException">There is no database of that name; the message lists those there are.</exception>
    public static TargetDefinition Find(string name) => Find(name, All);

    /// <summary>Finds a database, or composes two, among those of a build.</summary>
    /// <param name="name">The name.</param>
    /// <param name="databases">The databases.</param>
    /// <returns>The registration.</returns>
    /// <exception cref="ArgumentException">There is no database of that name, or they cannot be composed.</exception>
    public static TargetDefinition Find(string name, IReadOnlyList<TargetDefinition> databases) =>
        HybridDefinition.Compose(name, part => FindOne(part, databases)) ?? FindOne(name, databases);

    private static TargetDefinition FindOne(string name, IReadOnlyList<TargetDefinition> databases) =>
        databases.FirstOrDefault(definition => string.Equals(definition.Name, name, StringComparison.OrdinalIgnoreCase))
            ?? throw new ArgumentException(
                $"--db {name}: there is no such database; there are "
                + $"{string.Join(", ", databases.Select(definition => definition.Name))}.");
}
