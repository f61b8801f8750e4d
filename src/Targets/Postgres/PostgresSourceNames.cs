using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Postgres.Sessions;
using DbIngest.Wire;
using Npgsql;

namespace DbIngest.Targets.Postgres;

/// <summary>
/// Gives each named source of a service its number, from a table in PostgreSQL. <see cref="PostgresTarget"/> opens it for a
/// service, which asks once per name. <see cref="NumberOf"/> is a transaction under a lock that all services share, so that no
/// two names get one number. Table and columns outlive a service, so their names must stay.
/// </summary>
/// <param name="sessions">Opens connections.</param>
internal sealed class PostgresSourceNames(PostgresSessions sessions) : ISourceNames
{
    private const string Table = "dbingest_sources";

    private const string Exists = $"SELECT to_regclass('{Table}') IS NOT NULL";

    private const string Create = $"CREATE TABLE {Table} (source int4 PRIMARY KEY, name text NOT NULL UNIQUE)";

    private const string Insert = $"INSERT INTO {Table} (source, name) "
        + $"SELECT greatest($1, (SELECT coalesce(max(source) + 1, 0) FROM {Table})), $2 ON CONFLICT (name) DO NOTHING";

    /// <inheritdoc/>
    public int NumberOf(string name, int first) => Run(connection =>
    {
        using var transaction = connection.BeginTransaction();
        connection.Execute($"SELECT pg_advisory_xact_lock(hashtext('{Table}'))");

        // Where the table exists, the role need not be allowed to create one.
        if (connection.Scalar(Exists) is not true)
        {
            connection.Execute(Create);
        }

        connection.Execute(Insert, first, name);
        int number = (int)connection.Scalar($"SELECT source FROM {Table} WHERE name = $1", name)!;
        transaction.Commit();
        return number;
    });

    /// <inheritdoc/>
    public IReadOnlyList<(int Source, string Name)> All() => Run(connection =>
    {
        var found = new List<(int, string)>();
        if (connection.Scalar(Exists) is true)
        {
            using var command = new NpgsqlCommand($"SELECT source, name FROM {Table} ORDER BY source", connection);
            using var reader = command.ExecuteReader();
            while (reader.Read())
            {
                found.Add((reader.GetInt32(0), reader.GetString(1)));
            }
        }

        return found;
    });

    private T Run<T>(Func<NpgsqlConnection, T> work)
    {
        try
        {
            return sessions.Run(work);
        }
        catch (WireException error)
        {
            throw PostgresErrors.OfTarget("A source cannot be named", error);
        }
    }
}
