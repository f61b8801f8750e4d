using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Cassandra.Writing;
using DbIngest.Wire.Cql;

namespace DbIngest.Targets.Cassandra;

/// <summary>
/// Refuses a table of another shape than a service needs. <see cref="CassandraSchema"/> calls it when a service starts. It must
/// compare the comment too, which holds the rows per partition: with another number, reads by key would miss rows. Changes
/// nothing.
/// </summary>
internal static class CassandraServedTable
{
    /// <summary>Checks the columns, the key and the size of partitions.</summary>
    /// <param name="connection">A connection to a node.</param>
    /// <param name="keyspace">The keyspace.</param>
    /// <param name="table">The table that the service needs.</param>
    /// <exception cref="TargetException">The table differs.</exception>
    public static void Check(CqlConnection connection, string keyspace, CassandraTable table)
    {
        string place = $"WHERE keyspace_name = '{keyspace}' AND table_name = '{CassandraTable.Name}'";
        string found = Join(connection.Query($"SELECT column_name, type, kind FROM system_schema.columns {place}")
            .Select(row => (row.Text("column_name"), row.Text("type"), row.Text("kind"))));
        string needed = Join(((string Name, string Type, string Kind)[])
        [
            ("source", "int", "partition_key"), ("Bucket", "int", "partition_key"), ("sequence", "bigint", "clustering"),
            ("timestamp", "bigint", "regular"), ("quality", "int", "regular"),
            .. table.Schema.Values.Select(value => (value.Name, "double", "regular")),
        ]);
        if (found != needed)
        {
            throw new TargetException(
                $"The table {table.FullName} has the columns ({found}) instead of ({needed}); serve changes no table: name its "
                + "columns by --columns, or serve another keyspace by keyspace=NAME in --endpoint.");
        }

        // With another bucket size, reads by key would miss rows, and writes would store rows twice.
        string comment = connection.Query($"SELECT comment FROM system_schema.tables {place}")[0].Text("comment");
        if (comment != table.Comment)
        {
            throw new TargetException(
                $"The table {table.FullName} has the comment '{comment}' instead of '{table.Comment}', by which DbIngest knows how "
                + "rows are dealt to partitions; write its bucket in --endpoint, or serve another keyspace by keyspace=NAME.");
        }
    }

    /// <summary>Joins the columns in the order of their names, as the server lists them in no useful order.</summary>
    private static string Join(IEnumerable<(string Name, string Type, string Kind)> columns) => string.Join(", ",
        columns.OrderBy(column => column.Name, StringComparer.Ordinal)
            .Select(column => $"{column.Name} {column.Type}{(column.Kind == "regular" ? string.Empty : $" {column.Kind}")}"));
}
