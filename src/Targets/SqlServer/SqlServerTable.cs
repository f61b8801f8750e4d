using System.Globalization;
using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;
using DbIngest.Wire.Tds;

namespace DbIngest.Targets.SqlServer;

/// <summary>
/// Builds the statements on the trials' table. <see cref="SqlServerTarget"/> creates one per trial and shares it with writers
/// and audit. Immutable. Every statement names this one table, so nothing else in the database is touched.
/// </summary>
/// <param name="table">The values of a record, and whether a mix needs a key.</param>
/// <param name="endpoint">How to store records.</param>
internal sealed class SqlServerTable(TrialTable table, SqlServerEndpoint endpoint)
{
    private readonly RecordSchema _schema = table.Schema;

    /// <summary>Name of the table, quoted.</summary>
    public const string Name = "[dbo].[dbingest_records]";

    /// <summary>Name of the table within a text.</summary>
    public const string NameInText = "N'dbo.dbingest_records'";

    /// <summary>Drops the table.</summary>
    public const string Drop = $"IF OBJECT_ID({NameInText}) IS NOT NULL DROP TABLE {Name}";

    /// <summary>Columns before the values.</summary>
    private static readonly (string Name, string Sql, TdsValueType Type)[] Fixed =
    [
        ("source", "int", TdsValueType.Int), ("sequence", "bigint", TdsValueType.BigInt),
            ("timestamp", "bigint", TdsValueType.BigInt), ("quality", "int", TdsValueType.Int),
    ];

    /// <summary>Values per record.</summary>
    public int ValueCount => _schema.ValueCount;

    /// <summary>
    /// Names of all columns in order. Both clients name them in each load, because the table may get others while it is written
    /// (<see cref="TrialTable.GetsValues"/>).
    /// </summary>
    public IEnumerable<string> Columns => Fixed.Select(f => f.Name).Concat(_schema.Values.Select(v => v.Name));

    /// <summary>Statements that create the table and its index, if it has one.</summary>
    public IReadOnlyList<string> Create
    {
        get
        {
            string columns = string.Join(", ", Fixed.Select(f => $"[{f.Name}] {f.Sql} NOT NULL")
                .Concat(_schema.Values.Select(Column)));
            string compression = $"WITH (DATA_COMPRESSION = {endpoint.Compression.ToUpperInvariant()})";
            string[] key = table.IsKeyed ? [$"CREATE UNIQUE INDEX [dbingest_key] ON {Name} ([source], [sequence])"] : [];
            return endpoint.Store switch
            {
                SqlServerOptions.Clustered =>
                    [$"CREATE TABLE {Name} ({columns})",
                        $"CREATE UNIQUE CLUSTERED INDEX [dbingest_key] ON {Name} ([source], [sequence]) {compression}"],
                SqlServerOptions.Columnstore =>
                    [$"CREATE TABLE {Name} ({columns})", $"CREATE CLUSTERED COLUMNSTORE INDEX [dbingest_columns] ON {Name}",
                        .. key],
                SqlServerOptions.Memory =>
                    [$"CREATE TABLE {Name} ({columns}, PRIMARY KEY NONCLUSTERED ([source], [sequence])) WITH "
                        + $"(MEMORY_OPTIMIZED = ON, DURABILITY = SCHEMA_AND_DATA)"],
                _ => [$"CREATE TABLE {Name} ({columns}) {compression}", .. key],
            };
        }
    }

    /// <summary>
    /// Adds columns by one statement, all or none, unless the table has the first of them. Of two sessions that both find it
    /// missing, the server refuses the second (<see cref="SqlServerErrors.IsColumnThere"/>).
    /// </summary>
    /// <param name="added">The values of the columns, at least one.</param>
    public static string Add(IReadOnlyList<ValueColumn> added) =>
        $"IF COL_LENGTH({NameInText}, N'{added[0].Name}') IS NULL "
        + $"ALTER TABLE {Name} ADD {string.Join(", ", added.Select(Column))}";

    /// <summary>Reads all rows.</summary>
    public string Select => $"SELECT {string.Join(", ", Columns.Select(c => $"[{c}]"))} FROM {Name}";

    /// <summary>Reads a range of records. Parameters: source, first sequence number, sequence number after the last.</summary>
    public string Scan => $"{Select} WHERE {InBatch}";

    /// <summary>Updates a record. Parameters: source, sequence, quality, values.</summary>
    public string Update =>
        $"UPDATE {Name} SET [quality] = @p3, {string.Join(", ", _schema.Values.Select((v, i) =>
            string.Create(CultureInfo.InvariantCulture, $"[{v.Name}] = @p{i + 4}")))} WHERE {Record}";

    /// <summary>
    /// Updates a record if it has a certain quality. Parameters: as for <see cref="Update"/>, then the quality that it must have.
    /// </summary>
    public string UpdateIf => string.Create(CultureInfo.InvariantCulture, $"{Update} AND [quality] = @p{_schema.ValueCount + 4}");

    /// <summary>Deletes a record. Parameters: source, sequence.</summary>
    public static string Delete => $"DELETE FROM {Name} WHERE {Record}";

    /// <summary>
    /// True if a bulk load locks the whole table. Never in a mix, whose other operations would wait for each insertion.
    /// </summary>
    public bool LocksTable => endpoint.LocksTable && !table.IsKeyed;

    /// <summary>Counts rows and different sequence numbers of a range. Parameters: as for <see cref="Scan"/>.</summary>
    public static string Count => $"SELECT COUNT_BIG(*), COUNT_BIG(DISTINCT [sequence]) FROM {Name} WHERE {InBatch}";

    /// <summary>Deletes a range of records. Parameters: as for <see cref="Scan"/>.</summary>
    public static string Erase => $"DELETE FROM {Name} WHERE {InBatch}";

    /// <summary>True if rows arrive in the table's order, since sources fill batches by sequence.</summary>
    public bool IsOrdered => endpoint.Store == SqlServerOptions.Clustered;

    /// <summary>The bulk load for the wire client.</summary>
    public TdsBulkTable Bulk
    {
        get
        {
            string[] options =
                [.. Hint(LocksTable, "TABLOCK"), .. Hint(IsOrdered, "ORDER ([source] ASC, [sequence] ASC)")];
            return new TdsBulkTable(
                Name,
                [.. Fixed.Select(f => (f.Name, f.Type)), .. _schema.Values.Select(v => (v.Name, TdsValueType.NullableFloat))],
                string.Join(", ", options));
        }
    }

    private static string Column(ValueColumn value) => $"[{value.Name}] float(53) NULL";

    private static string InBatch => "[source] = @p1 AND [sequence] >= @p2 AND [sequence] < @p3";

    private static string Record => "[source] = @p1 AND [sequence] = @p2";

    private static string[] Hint(bool isMeant, string hint) => isMeant ? [hint] : [];
}
