using DbIngest.Abstractions.Targets;
using DbIngest.Wire.MySql;

namespace DbIngest.Targets.MySql;

/// <summary>
/// Creates the database, the table and the ledger of a service where they are missing, and refuses a table with other columns,
/// another engine or no unique key. <see cref="MySqlTarget"/> calls it when a service starts. It alters nothing, and deletes only
/// the row that it adds to the ledger to prove the key. Services that start at the same time may all call it.
/// </summary>
internal static class MySqlServedTable
{
    /// <summary>Creates the table or checks it.</summary>
    /// <param name="session">A session.</param>
    /// <param name="table">The table that the service needs.</param>
    /// <exception cref="TargetException">The table has other columns, another engine or no key.</exception>
    public static void Ensure(MySqlConnection session, MySqlTable table)
    {
        if (session.Query($"SELECT 1 FROM information_schema.SCHEMATA WHERE SCHEMA_NAME = '{table.Database}'").Count == 0)
        {
            session.Execute($"CREATE DATABASE IF NOT EXISTS `{table.Database}`");
        }

        if (ColumnsOf(session, table).Length == 0)
        {
            session.Execute(table.Create.Replace("CREATE TABLE ", "CREATE TABLE IF NOT EXISTS ", StringComparison.Ordinal));
        }

        string found = ColumnsOf(session, table);
        string needed = "source int, sequence bigint, timestamp bigint, quality int, "
            + string.Join(", ", table.Schema.Values.Select(value => $"{value.Name} double"));
        if (found != needed)
        {
            throw new TargetException(
                $"The table {table.Name} has the columns ({found}) instead of ({needed}); serve changes no table: name its columns "
                + "by --columns, or serve another database.");
        }

        if (session.Query($"SELECT 1 FROM information_schema.TABLES WHERE {Of(table)} AND ENGINE = 'InnoDB'").Count == 0)
        {
            throw new TargetException(
                $"The table {table.Name} is none of InnoDB, so that a batch could be stored in part; serve another database.");
        }

        if (table.HasKey && session.Query(
            $"SELECT INDEX_NAME FROM information_schema.STATISTICS WHERE {Of(table)} AND NON_UNIQUE = 0 GROUP BY INDEX_NAME "
            + "HAVING GROUP_CONCAT(COLUMN_NAME ORDER BY COLUMN_NAME) = 'sequence,source'").Count == 0)
        {
            throw new TargetException(
                $"The table {table.Name} has no unique key on source and sequence; serve changes no table: create it by "
                + $"'CREATE UNIQUE INDEX dbingest_key ON {table.Name} (source, sequence)', or give --promise ledger.");
        }

        if (table.HasLedger)
        {
            EnsureLedger(session, table);
        }
    }

    private static void EnsureLedger(MySqlConnection session, MySqlTable table)
    {
        var ledger = table.Ledger;
        foreach (string statement in ledger.Create)
        {
            session.Execute(statement);
        }

        if (session.Query($"SELECT 1 FROM information_schema.TABLES WHERE TABLE_SCHEMA = '{table.Database}' "
            + $"AND TABLE_NAME = '{ledger.Name}' AND ENGINE = 'InnoDB'").Count == 0)
        {
            throw new TargetException(
                $"The table {ledger.Name} is none of InnoDB, so that a batch could be stored without its row; drop it, and the "
                + "service creates it anew.");
        }

        ledger.Prove(sql => session.Execute(sql).Rows > 0, sql => session.Execute(sql));
    }

    private static string ColumnsOf(MySqlConnection session, MySqlTable table) => string.Join(", ", session.Query(
        $"SELECT COLUMN_NAME, DATA_TYPE FROM information_schema.COLUMNS WHERE {Of(table)} ORDER BY ORDINAL_POSITION")
        .Select(row => $"{row[0]} {row[1]}"));

    private static string Of(MySqlTable table) => $"TABLE_SCHEMA = '{table.Database}' AND TABLE_NAME = '{table.UnqualifiedName}'";
}
