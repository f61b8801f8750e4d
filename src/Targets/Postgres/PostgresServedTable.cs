using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Ledgers;
using DbIngest.Targets.Postgres.Sessions;
using Npgsql;

namespace DbIngest.Targets.Postgres;

/// <summary>
/// Creates the table of a service (<c>serve</c>) when it is missing, and refuses a table of another shape. Does the same for the
/// ledger, the table of requests by which a service recognises a repeated one. <see cref="PostgresTarget"/> calls it when a
/// service starts. It must never drop or alter a table or delete a record: the data belong to the user. It deletes only the one
/// row that it adds to the ledger to prove the key.
/// </summary>
internal static class PostgresServedTable
{
    /// <summary>
    /// Takes an advisory lock until the end of the transaction. Services that start at the same time thus create the table one
    /// after the other.
    /// </summary>
    private const string Lock = $"SELECT pg_advisory_xact_lock(hashtext('{PostgresTable.Name}'))";

    private const string Exists = $"SELECT to_regclass('{PostgresTable.Name}') IS NOT NULL";

    private const string Columns =
        "SELECT string_agg(attname || ' ' || format_type(atttypid, atttypmod), ', ' ORDER BY attnum) FROM pg_attribute "
        + $"WHERE attrelid = '{PostgresTable.Name}'::regclass AND attnum > 0 AND NOT attisdropped";

    private const string HasKey =
        $"SELECT EXISTS (SELECT FROM pg_index i WHERE indrelid = '{PostgresTable.Name}'::regclass AND indisunique AND indisvalid "
        + "AND indpred IS NULL AND indexprs IS NULL AND indnkeyatts = 2 AND (SELECT string_agg(attname, ',' ORDER BY attname) "
        + "FROM pg_attribute WHERE attrelid = indrelid AND attnum = ANY (indkey)) = 'sequence,source')";

    /// <summary>Creates or checks the table, and the ledger where the service keeps one, in one transaction.</summary>
    /// <param name="connection">A session without an open transaction.</param>
    /// <param name="table">The table that the service needs.</param>
    /// <exception cref="TargetException">
    /// The table has other columns, or lacks the unique key that the service needs, or the ledger has no key.
    /// </exception>
    public static void Ensure(NpgsqlConnection connection, PostgresTable table)
    {
        using var transaction = connection.BeginTransaction();
        connection.Execute(Lock);
        if (connection.Scalar(Exists) is true)
        {
            Check(connection, table);
        }
        else
        {
            connection.Execute(table.CreateServed);
            if (table.Trial.HasKey)
            {
                connection.Execute(PostgresTable.CreateKey);
            }
        }

        if (table.Trial.HasLedger)
        {
            EnsureLedger(connection);
        }

        transaction.Commit();
    }

    /// <summary>
    /// Creates the ledger only where it is missing, so that a database role without the right to create tables can use one that
    /// exists. Then proves that the ledger has a unique key.
    /// </summary>
    private static void EnsureLedger(NpgsqlConnection connection)
    {
        var ledger = LedgerTable.Postgres;
        if (connection.Scalar($"SELECT to_regclass('{LedgerTable.DefaultName}') IS NOT NULL") is not true)
        {
            foreach (string statement in ledger.Create)
            {
                connection.Execute(statement);
            }
        }

        ledger.Prove(sql => connection.Scalar(sql) is not null, sql => connection.Execute(sql));
    }

    private static void Check(NpgsqlConnection connection, PostgresTable table)
    {
        string found = (string)connection.Scalar(Columns)!;
        string needed = "sequence bigint, timestamp timestamp with time zone, source integer, quality integer, "
            + string.Join(", ", table.Trial.Schema.Values.Select(value => $"{value.Name} double precision"));
        if (found != needed)
        {
            throw new TargetException(
                $"The table {PostgresTable.Name} has the columns ({found}) instead of ({needed}); serve changes no table: name its "
                + "columns by --columns, or serve another database.");
        }

        if (table.Trial.HasKey && connection.Scalar(HasKey) is not true)
        {
            throw new TargetException(
                $"The table {PostgresTable.Name} has no unique key on source and sequence; serve changes no table: create it by "
                + $"'{PostgresTable.CreateKey}', or give --promise ledger.");
        }
    }
}
