using System.Globalization;
using System.Text;
using DbIngest.Abstractions.Records;

namespace DbIngest.Targets.Sqlite;

/// <summary>
/// The SQL statements for the table of records. <see cref="SqliteTarget"/>, <see cref="SqliteStore"/> and its statements use
/// them. A pure function of the schema. Every statement names this one table, so no other table of a user's file is touched.
/// </summary>
/// <remarks>
/// The table has no index besides the rowid, in whose order rows are appended. Study 1 turns every index off that can be turned
/// off, and with a key on (source, sequence) several sources would insert into the middle of a tree. Only the table of a mix on
/// single records, or of a service, has that key.
/// </remarks>
internal static class SqliteTable
{
    public const string Name = "dbingest_records";

    public const string Exists = $"SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name = '{Name}'";

    public const string Drop = $"DROP TABLE IF EXISTS main.{Name}";

    /// <summary>Creates the key by which a mix finds single records.</summary>
    public const string CreateKey = $"CREATE UNIQUE INDEX main.{KeyName} ON {Name}(source, sequence)";

    /// <summary>Creates the index by which a mix finds records by their time.</summary>
    public const string CreateTimeIndex = $"CREATE INDEX main.{Name}_time ON {Name}(source, timestamp)";

    /// <summary>Creates the index by which the records of a series are found.</summary>
    public const string CreateSeriesIndex =
        $"CREATE INDEX main.{Name}_series ON {Name}(source, {RecordSchema.SeriesName}, timestamp)";

    public const string Delete = $"DELETE FROM main.{Name} WHERE source = ? AND sequence = ?";

    private const string KeyName = $"{Name}_key";

    /// <summary>Most variables of a statement (SQLITE_MAX_VARIABLE_NUMBER of the bundled library).</summary>
    private const int MaxVariables = 32_766;

    /// <summary>Rows of the larger INSERT statement. docs/targets/sqlite.md compares other sizes.</summary>
    private const int PreferredRows = 50;

    /// <summary>Columns before the values: source, sequence, timestamp, quality.</summary>
    public static int FixedColumns => 4;

    /// <summary>Rows of the larger INSERT statement: 50, or fewer if a record has many values.</summary>
    public static int RowsPerStatement(RecordSchema schema) =>
        Math.Min(PreferredRows, MaxVariables / (FixedColumns + schema.ValueCount));

    public static string Create(RecordSchema schema)
    {
        var sql = new StringBuilder(
            $"CREATE TABLE main.{Name}(source INTEGER, sequence INTEGER, timestamp INTEGER, quality INTEGER");
        foreach (var value in schema.Measured)
        {
            sql.Append(CultureInfo.InvariantCulture, $", \"{value.Name}\" REAL");
        }

        // SQLite stores the whole doubles that are bound to this column as integers.
        sql.Append(schema.HasSeries ? $", {RecordSchema.SeriesName} INTEGER" : string.Empty);

        return sql.Append(')').ToString();
    }

    /// <summary>Inserts rows.</summary>
    /// <param name="schema">The values of a record.</param>
    /// <param name="rows">How many rows.</param>
    /// <param name="namesColumns">True if the table may have other columns as well.</param>
    public static string Insert(RecordSchema schema, int rows, bool namesColumns)
    {
        string into = namesColumns ? $"({Columns(schema)})" : string.Empty;
        string row = "(" + string.Join(',', Enumerable.Repeat('?', FixedColumns + schema.ValueCount)) + ")";
        return $"INSERT INTO main.{Name}{into} VALUES {string.Join(',', Enumerable.Repeat(row, rows))}";
    }

    public static string Select(RecordSchema schema) =>
        $"SELECT {Columns(schema)} FROM main.{Name}";

    /// <summary>Counts the columns with the name of a value.</summary>
    public static string Has(ValueColumn value) => $"SELECT count(*) FROM pragma_table_info('{Name}') WHERE name = '{value.Name}'";

    /// <summary>Adds a column.</summary>
    public static string Add(ValueColumn value) => $"ALTER TABLE main.{Name} ADD COLUMN \"{value.Name}\" REAL";

    public static string Update(RecordSchema schema) =>
        $"UPDATE main.{Name} SET quality = ?, {string.Join(", ", schema.Values.Select(value => $"\"{value.Name}\" = ?"))} "
        + $"WHERE source = ? AND sequence = ?";

    private static string Columns(RecordSchema schema) => "source, sequence, timestamp, quality, "
        + string.Join(", ", schema.Values.Select(value => $"\"{value.Name}\""));

    /// <summary>An update whose last variable is the quality that the record must have.</summary>
    public static string UpdateIf(RecordSchema schema) => Update(schema) + " AND quality = ?";
}
