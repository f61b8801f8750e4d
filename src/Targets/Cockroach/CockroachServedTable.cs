using DbIngest.Abstractions.Targets;
using DbIngest.Wire.Pg;

namespace DbIngest.Targets.Cockroach;

/// <summary>
/// Refuses a table of another shape than a service needs. <see cref="CockroachTarget"/> calls it when a service starts. It
/// compares the columns in their order and leaves the hidden column of a hashed key out. Changes nothing.
/// </summary>
internal static class CockroachServedTable
{
    /// <summary>Checks the columns and the key.</summary>
    /// <param name="session">A session.</param>
    /// <param name="table">The table that the service needs.</param>
    /// <exception cref="TargetException">The table differs.</exception>
    public static void Check(PgConnection session, CockroachTable table)
    {
        // A hashed key has a hidden column.
        string found = string.Join(", ", session.Query(
            $"SELECT column_name, data_type FROM [SHOW COLUMNS FROM {table.Name}] WHERE NOT is_hidden")
            .Select(column => $"{column[0]} {column[1]}"));
        string needed = "source INT4, sequence INT8, timestamp INT8, quality INT4, "
            + string.Join(", ", table.Schema.Values.Select(value => $"{value.Name} FLOAT8"));
        if (found != needed)
        {
            throw new TargetException(
                $"The table {table.Name} has the columns ({found}) instead of ({needed}); serve changes no table: name its columns "
                + "by --columns, or serve another table by table=NAME in --endpoint.");
        }

        bool hasKey = session.Query(
            $"SELECT index_name, column_name FROM [SHOW INDEXES FROM {table.Name}] WHERE NOT non_unique AND NOT storing "
            + "AND NOT implicit")
            .Where(column => !column[1]!.StartsWith("crdb_internal", StringComparison.Ordinal))
            .GroupBy(column => column[0])
            .Any(index => index.Select(column => column[1]).Order(StringComparer.Ordinal).SequenceEqual(["sequence", "source"]));
        if (!hasKey)
        {
            throw new TargetException(
                $"The table {table.Name} has no unique key on source and sequence; serve changes no table: create it by 'CREATE "
                + $"UNIQUE INDEX dbingest_key ON {table.Name} (source, sequence)', or serve another table by table=NAME in "
                + "--endpoint.");
        }
    }
}
