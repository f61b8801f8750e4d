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

/// <summary>
/// Lists every built-in database. <c>Databases</c> of the command line takes the list, puts definitions with the vendors' drivers
/// into their places, adds plug-ins, and finds a database by name here for each verb. To add one, write a folder, a line here,
/// and a page of documentation. Immutable. Listing a database opens nothing. All runs of a process share the definitions, so a
/// definition must keep nothing of an open target. Results and options store the names, so no name may change.
/// </summary>
public static class TargetCatalog
{
    /// <summary>The null target, which stores nothing. The client's ceiling is measured into it.</summary>
    public const string Ceiling = "null";

    /// <summary>The database of a run that names none. It needs no server.</summary>
    public const string Default = "sqlite";

    /// <summary>The definitions in the order of listings.</summary>
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

    /// <summary>Finds a database by name, or composes two.</summary>
    /// <param name="name">The name in any case, for example <c>sqlite</c> or <c>sqlite+cassandra</c>.</param>
    /// <exception cref="ArgumentException">No database has the name. The message lists all names.</exception>
    public static TargetDefinition Find(string name) => Find(name, All);

    /// <summary>Finds a database in a list by name, or composes two.</summary>
    /// <param name="name">The name in any case.</param>
    /// <param name="databases">The databases to search, plug-ins included.</param>
    /// <exception cref="ArgumentException">No database has the name, or the two cannot be composed.</exception>
    public static TargetDefinition Find(string name, IReadOnlyList<TargetDefinition> databases) =>
        HybridDefinition.Compose(name, part => FindOne(part, databases)) ?? FindOne(name, databases);

    private static TargetDefinition FindOne(string name, IReadOnlyList<TargetDefinition> databases) =>
        databases.FirstOrDefault(definition => string.Equals(definition.Name, name, StringComparison.OrdinalIgnoreCase))
            ?? throw new ArgumentException(
                $"--db {name}: there is no such database; there are "
                + $"{string.Join(", ", databases.Select(definition => definition.Name))}.");
}
