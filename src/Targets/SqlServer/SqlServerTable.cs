using DbIngest.Abstractions.Records;
using DbIngest.Wire.Tds;

namespace DbIngest.Targets.SqlServer;

/// <summary>
/// Builds the statements on the trials' table. The target creates one per trial, and writers, recovery and audit share it.
/// Immutable.
/// </summary>
/// <param name="schema">Values of a record.</param>
/// <param name="endpoint">How to store records.</param>
internal sealed class SqlServerTable(RecordSchema schema, SqlServerEndpoint endpoint)
{
    /// <summary>Name of the table, quoted.</summary>
    public const string Name = "[dbo].[dbingest_records]";

    /// <summary>Name of the table within a text.</summary>
    public const string NameInText = "N'dbo.dbingest_records'";

    /// <summary>Drops the table.</summary>
    public const string Drop = $"IF OBJECT_ID({NameInText}) IS NOT NULL DROP TABLE {Name}";

    /// <summary>Columns before the values.</summary>
    private static readonly (string Name, string Sql, TdsBulkType Type)[] Fixed =
    [
        ("source", "int", TdsBulkType.Int), ("sequence", "bigint", TdsBulkType.BigInt),
            ("timestamp", "bigint", TdsBulkType.BigInt), ("quality", "int", TdsBulkType.Int),
    ];

    /// <summary>Values per record.</summary>
    public int ValueCount => schema.ValueCount;

    /// <summary>Names of all columns in order.</summary>
    public IEnumerable<string> Columns => Fixed.Select(f => f.Name).Concat(schema.Values.Select(v => v.Name));

    /// <summary>Statements that create the table and its index, if it has one.</summary>
    public IReadOnlyList<string> Create
    {
        get
        {
            string columns = string.Join(", ", Fixed.Select(f => $"[{f.Name}] {f.Sql} NOT NULL")
                .Concat(schema.Values.Select(v => $"[{v.Name}] float(53) NULL")));
            string compression = $"WITH (DATA_COMPRESSION = {endpoint.Compression.ToUpperInvariant()})";
            return endpoint.Store switch
            {
                SqlServerOptions.Clustered =>
                    [$"CREATE TABLE {Name} ({columns})",
                        $"CREATE UNIQUE CLUSTERED INDEX [dbingest_key] ON {Name} ([source], [sequence]) {compression}"],
                SqlServerOptions.Columnstore =>
                    [$"CREATE TABLE {Name} ({columns})", $"CREATE CLUSTERED COLUMNSTORE INDEX [dbingest_columns] ON {Name}"],
                SqlServerOptions.Memory =>
                    [$"CREATE TABLE {Name} ({columns}, PRIMARY KEY NONCLUSTERED ([source], [sequence])) WITH "
                        + $"(MEMORY_OPTIMIZED = ON, DURABILITY = SCHEMA_AND_DATA)"],
                _ => [$"CREATE TABLE {Name} ({columns}) {compression}"],
            };
        }
    }

    /// <summary>Reads all rows.</summary>
    public string Select => $"SELECT {string.Join(", ", Columns.Select(c => $"[{c}]"))} FROM {Name}";

    /// <summary>Counts rows, and different sequence numbers, of a source between two sequence numbers.</summary>
    public static string Count => $"SELECT COUNT_BIG(*), COUNT_BIG(DISTINCT [sequence]) FROM {Name} WHERE {InBatch}";

    /// <summary>Deletes those rows.</summary>
    public static string Erase => $"DELETE FROM {Name} WHERE {InBatch}";

    /// <summary>True if rows arrive in the table's order, since sources fill batches by sequence.</summary>
    public bool IsOrdered => endpoint.Store == SqlServerOptions.Clustered;

    /// <summary>The bulk load for the wire client.</summary>
    public TdsBulkTable Bulk
    {
        get
        {
            string[] options =
                [.. Hint(endpoint.LocksTable, "TABLOCK"), .. Hint(IsOrdered, "ORDER ([source] ASC, [sequence] ASC)")];
            return new TdsBulkTable(
                Name,
                [.. Fixed.Select(f => (f.Name, f.Type)), .. schema.Values.Select(v => (v.Name, TdsBulkType.NullableFloat))],
                string.Join(", ", options));
        }
    }

    private static string InBatch => "[source] = @p1 AND [sequence] >= @p2 AND [sequence] < @p3";

    private static string[] Hint(bool isMeant, string hint) => isMeant ? [hint] : [];
}
