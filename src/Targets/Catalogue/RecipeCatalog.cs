using DbIngest.Targets.Cassandra.Server;
using DbIngest.Targets.ClickHouse.Server;
using DbIngest.Targets.Cockroach.Server;
using DbIngest.Targets.InfluxDb.Server;
using DbIngest.Targets.Mongo.Server;
using DbIngest.Targets.MySql;
using DbIngest.Targets.Postgres.Server;
using DbIngest.Targets.QuestDb;
using DbIngest.Targets.Servers;

namespace DbIngest.Targets.Catalogue;

/// <summary>The databases whose servers this product can start to stay.</summary>
public static class RecipeCatalog
{
    /// <summary>The recipes, in the order in which databases are listed to a user.</summary>
    public static IReadOnlyList<ServerRecipe> All { get; } =
    [
        new PostgresRecipe(), new MariaDbRecipe(), new CockroachRecipe(), new CassandraRecipe(), new MongoRecipe(), new ClickHouseRecipe(), new InfluxRecipe(), new QuestDbRecipe(),
    ];

    /// <summary>The recipe of a database; null where there is none.</summary>
    /// <param name="database">Its name.</param>
    public static ServerRecipe? Find(string database) => All.FirstOrDefault(recipe => recipe.Database == database);
}
