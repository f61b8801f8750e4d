using DbIngest.Abstractions.Targets;
using Microsoft.Data.Sqlite;

namespace DbIngest.Targets.Sqlite;

/// <summary>
/// The table of names of sources in an SQLite file, which gives each new name the next free number. <see cref="SqliteTarget"/>
/// opens it for a service. Each call opens a separate connection, which is rare: a service asks once per name. No two names may
/// get one number, so <see cref="NumberOf"/> is one transaction. It creates the table on first use.
/// </summary>
/// <param name="file">The file.</param>
/// <param name="contract">Name of the durability level.</param>
internal sealed class SqliteSourceNames(SqliteFile file, string contract) : ISourceNames
{
    private const string Table = "dbingest_sources";

    /// <inheritdoc/>
    public int NumberOf(string name, int first) => Run(connection =>
    {
        using var transaction = connection.BeginTransaction(deferred: false);
        Execute(connection, $"CREATE TABLE IF NOT EXISTS {Table}(source INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE)", []);
        Execute(connection, $"INSERT OR IGNORE INTO {Table}(source, name) "
            + $"SELECT max($first, coalesce((SELECT max(source) + 1 FROM {Table}), 0)), $name",
            [("$first", first), ("$name", name)]);
        using var command = connection.CreateCommand();
        command.CommandText = $"SELECT source FROM {Table} WHERE name = $name";
        command.Parameters.AddWithValue("$name", name);
        int number = Convert.ToInt32(command.ExecuteScalar(), System.Globalization.CultureInfo.InvariantCulture);
        transaction.Commit();
        return number;
    });

    /// <inheritdoc/>
    public IReadOnlyList<(int Source, string Name)> All() => Run(connection =>
    {
        var found = new List<(int, string)>();
        if (SqliteSettings.Number(connection, $"SELECT count(*) FROM sqlite_schema WHERE name = '{Table}'") > 0)
        {
            using var command = connection.CreateCommand();
            command.CommandText = $"SELECT source, name FROM {Table} ORDER BY source";
            using var reader = command.ExecuteReader();
            while (reader.Read())
            {
                found.Add((reader.GetInt32(0), reader.GetString(1)));
            }
        }

        return found;
    });

    private T Run<T>(Func<SqliteConnection, T> work)
    {
        try
        {
            using var connection = file.OpenExisting(contract);
            return work(connection);
        }
        catch (SqliteException e)
        {
            throw SqliteErrors.Target(file.FullPath, "naming a source in", e);
        }
    }

    private static void Execute(SqliteConnection connection, string sql, (string Name, object Value)[] parameters)
    {
        using var command = connection.CreateCommand();
        command.CommandText = sql;
        foreach (var (name, value) in parameters)
        {
            command.Parameters.AddWithValue(name, value);
        }

        command.ExecuteNonQuery();
    }
}
