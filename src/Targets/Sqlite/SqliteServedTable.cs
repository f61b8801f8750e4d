using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Ledgers;
using Microsoft.Data.Sqlite;

namespace DbIngest.Targets.Sqlite;

/// <summary>
/// Creates the table of a service when it is missing, with its unique key, and refuses one with other columns or without that
/// key. It also creates the ledger of requests if the service keeps one. <see cref="SqliteTarget"/> calls it when a service
/// starts. It alters nothing, and deletes only the row that it adds to the ledger to prove the ledger's key.
/// </summary>
internal static class SqliteServedTable
{
    private const string Columns =
        "SELECT group_concat(name || ' ' || type, ', ') FROM "
        + $"(SELECT name, type FROM pragma_table_info('{SqliteTable.Name}') ORDER BY cid)";

    private const string Keys =
        $"SELECT count(*) FROM pragma_index_list('{SqliteTable.Name}') AS list WHERE list.\"unique\" = 1 AND list.partial = 0 "
        + "AND (SELECT group_concat(name, ',') FROM (SELECT name FROM pragma_index_info(list.name) ORDER BY name)) "
        + "= 'sequence,source'";

    /// <summary>Creates the table or checks it.</summary>
    /// <param name="connection">The connection.</param>
    /// <param name="path">The file, for messages.</param>
    /// <param name="table">The table that the service needs.</param>
    /// <exception cref="TargetException">The table has other columns or no key.</exception>
    public static void Ensure(SqliteConnection connection, string path, TrialTable table)
    {
        // Services that start at the same time create the table one after the other.
        using var transaction = connection.BeginTransaction(deferred: false);
        if (SqliteSettings.Number(connection, SqliteTable.Exists) == 0)
        {
            SqliteSettings.Execute(connection, SqliteTable.Create(table.Schema));
            if (table.HasKey)
            {
                SqliteSettings.Execute(connection, SqliteTable.CreateKey);
            }
        }
        else
        {
            Check(connection, path, table);
        }

        if (table.HasLedger)
        {
            var ledger = LedgerTable.Sqlite;
            foreach (string statement in ledger.Create)
            {
                SqliteSettings.Execute(connection, statement);
            }

            ledger.Prove(sql => SqliteSettings.Change(connection, sql) > 0, sql => SqliteSettings.Execute(connection, sql));
        }

        transaction.Commit();
    }

    private static void Check(SqliteConnection connection, string path, TrialTable table)
    {
        string found = SqliteSettings.Text(connection, Columns);
        string needed = "source INTEGER, sequence INTEGER, timestamp INTEGER, quality INTEGER, "
            + string.Join(", ", table.Schema.Values.Select(value => $"{value.Name} REAL"));
        if (found != needed)
        {
            throw new TargetException(
                $"The table {SqliteTable.Name} of {path} has the columns ({found}) instead of ({needed}); serve changes no table: "
                + "name its columns by --columns, or serve another file.");
        }

        if (table.HasKey && SqliteSettings.Number(connection, Keys) == 0)
        {
            throw new TargetException(
                $"The table {SqliteTable.Name} of {path} has no unique key on source and sequence; serve changes no table: create "
                + $"it by '{SqliteTable.CreateKey}', or give --promise ledger.");
        }
    }
}
