using System.Globalization;
using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;

namespace DbIngest.Targets.Postgres.Sessions;

/// <summary>
/// Builds the statements on the trials' table. <c>PostgresTarget</c> creates one per trial and shares it with writers and
/// audit. Immutable. Every statement names this one table, so nothing else in the database is touched.
/// </summary>
/// <remarks>
/// The 8-byte columns come first, since PostgreSQL aligns them to 8 bytes: source and quality, 4 bytes each, share the 8 before
/// the values. The order source, sequence, timestamp, quality would waste 8 bytes per record. The table has no index, constraint
/// or default, each of which costs time per row. Only operations on single records, of a mix or a service, and many series get an
/// index.
/// </remarks>
internal sealed class PostgresTable
{
    /// <summary>Name of the table, in the first schema of the server's search_path.</summary>
    public const string Name = "dbingest_records";

    /// <summary>Drops the table.</summary>
    public const string Drop = $"DROP TABLE IF EXISTS {Name}";

    /// <summary>
    /// Statement that receives a batch into a table whose columns stay. It lists none, so that there is less to parse per batch.
    /// </summary>
    public const string CopyIntoAll = $"COPY {Name} FROM STDIN (FORMAT BINARY)";

    /// <summary>Statement that creates the key by which a mix or a service finds single records.</summary>
    public const string CreateKey = $"CREATE UNIQUE INDEX {Name}_key ON {Name} (source, sequence)";

    /// <summary>Statement that creates the index by which a mix finds records by their time.</summary>
    public const string CreateTimeIndex = $"CREATE INDEX {Name}_time ON {Name} (source, \"timestamp\")";

    /// <summary>Statement that creates the index by which the records of a series are found.</summary>
    public const string CreateSeriesIndex =
        $"CREATE INDEX {Name}_series ON {Name} (source, {RecordSchema.SeriesName}, \"timestamp\")";

    /// <summary>Deletes a record. Parameters: source, sequence.</summary>
    public const string Delete = $"DELETE FROM {Name} WHERE source = $1::int4 AND sequence = $2::int8";

    private readonly string _columns;

    public PostgresTable(TrialTable trial)
    {
        Trial = trial;
        var schema = trial.Schema;

        // Names of values need no escaping, but may be reserved words.
        string values = string.Join(", ", schema.Measured.Select(v => $"\"{v.Name}\""));
        _columns = "sequence, \"timestamp\", source, quality, " + values
            + (schema.HasSeries ? $", {RecordSchema.SeriesName}::float8" : string.Empty);

        CopyIn = trial.GetsValues ? $"COPY {Name} ({_columns}) FROM STDIN (FORMAT BINARY)" : CopyIntoAll;
        Read = $"SELECT {_columns} FROM {Name} WHERE source = $1::int4 AND sequence = $2::int8";
        Scan = $"SELECT {_columns} FROM {Name} WHERE source = $1::int4 AND sequence >= $2::int8 AND sequence < $3::int8";
        Find = $"SELECT {_columns} FROM {Name} WHERE source = $1::int4 AND \"timestamp\" = $2::timestamptz";
        string changes = string.Join(", ", schema.Values
            .Select((v, i) => string.Create(CultureInfo.InvariantCulture, $"\"{v.Name}\" = ${i + 4}::float8")));
        CopyAllOut = $"COPY (SELECT {_columns} FROM {Name}) TO STDOUT (FORMAT BINARY)";
        Update = $"UPDATE {Name} SET quality = $3::int4, {changes} WHERE source = $1::int4 AND sequence = $2::int8";
        UpdateIf = string.Create(CultureInfo.InvariantCulture, $"{Update} AND quality = ${schema.ValueCount + 4}::int4");

        CreateServed = $"CREATE TABLE {Name} (sequence int8, \"timestamp\" timestamptz, source int4, quality int4, "
            + string.Join(", ", schema.Measured.Select(v => $"\"{v.Name}\" float8"))
            + (schema.HasSeries ? $", {RecordSchema.SeriesName} int4)" : ")");
        // A vacuum triggered by inserts starts by the server's clock, so it would hit some trials and not others.
        Create = CreateServed + " WITH (autovacuum_enabled = false)";
    }

    /// <summary>The trial's table.</summary>
    public TrialTable Trial { get; }

    /// <summary>Receives a batch.</summary>
    public string CopyIn { get; }

    /// <summary>Reads a record. Parameters: source, sequence.</summary>
    public string Read { get; }

    /// <summary>Reads a range of records. Parameters: source, first sequence, sequence after the last.</summary>
    public string Scan { get; }

    /// <summary>Finds the records of a source at an instant. Parameters: source, timestamp.</summary>
    public string Find { get; }

    /// <summary>Updates a record. Parameters: source, sequence, quality, values.</summary>
    public string Update { get; }

    /// <summary>
    /// Updates a record if it has a certain quality. Parameters: as for <see cref="Update"/>, then the quality that it must have.
    /// </summary>
    public string UpdateIf { get; }

    /// <summary>Creates the table of a trial, which the server does not vacuum.</summary>
    public string Create { get; }

    /// <summary>Creates the table of a service, which the server vacuums as any other.</summary>
    public string CreateServed { get; }

    /// <summary>Reads all rows.</summary>
    public string CopyAllOut { get; }

    /// <summary>Reads the rows of some pages.</summary>
    /// <param name="firstPage">The first page.</param>
    /// <param name="endPage">The page after the last. Null for all remaining pages.</param>
    /// <returns>The statement.</returns>
    public string CopyOut(long firstPage, long? endPage) => string.Create(
        CultureInfo.InvariantCulture,
        $"COPY (SELECT {_columns} FROM {Name} WHERE ctid >= '({firstPage},0)'::tid{End(endPage)}) TO STDOUT (FORMAT BINARY)");

    /// <summary>Adds columns, unless the table has them.</summary>
    /// <param name="added">The values of the columns.</param>
    public static string Add(IEnumerable<ValueColumn> added) =>
        $"ALTER TABLE {Name} " + string.Join(", ", added.Select(v => $"ADD COLUMN IF NOT EXISTS \"{v.Name}\" float8"));

    private static string End(long? page) => page is null ? string.Empty
        : string.Create(CultureInfo.InvariantCulture, $" AND ctid < '({page},0)'::tid");
}
