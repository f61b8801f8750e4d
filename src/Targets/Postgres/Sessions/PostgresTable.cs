using System.Globalization;
using DbIngest.Abstractions.Targets;

namespace DbIngest.Targets.Postgres.Sessions;

/// <summary>The trial's table and the statements on it.</summary>
/// <remarks>
/// The 8-byte columns come first: PostgreSQL aligns them to 8 bytes, and source and quality, 4 bytes each, then share the 8
/// before the values. In the order source, sequence, timestamp, quality each of them would be padded, 8 bytes a record. No index,
/// no constraint, and no default: each costs on every row. Only a trial whose mix asks for single records has an index.
/// </remarks>
internal sealed class PostgresTable
{
    /// <summary>The table's name, in the schema that the server's search_path names first.</summary>
    public const string Name = "dbingest_records";

    /// <summary>Drops the table.</summary>
    public const string Drop = $"DROP TABLE IF EXISTS {Name}";

    /// <summary>Receives a batch. No column list: all columns in their order, and less to parse for every batch.</summary>
    public const string CopyIn = $"COPY {Name} FROM STDIN (FORMAT BINARY)";

    /// <summary>The key by which a mix of operations finds single records.</summary>
    public const string CreateKey = $"CREATE UNIQUE INDEX {Name}_key ON {Name} (source, sequence)";

    /// <summary>Deletes a record: source, sequence.</summary>
    public const string Delete = $"DELETE FROM {Name} WHERE source = $1::int4 AND sequence = $2::int8";

    private readonly string _columns;

    public PostgresTable(TrialTable trial)
    {
        Trial = trial;
        var schema = trial.Schema;

        // Valid value names need no escaping, but may be reserved words.
        string values = string.Join(", ", schema.Values.Select(v => $"\"{v.Name}\""));
        _columns = "sequence, \"timestamp\", source, quality, " + values;

        Read = $"SELECT {_columns} FROM {Name} WHERE source = $1::int4 AND sequence = $2::int8";
        Scan = $"SELECT {_columns} FROM {Name} WHERE source = $1::int4 AND sequence >= $2::int8 AND sequence < $3::int8";
        string changes = string.Join(", ", schema.Values
            .Select((v, i) => string.Create(CultureInfo.InvariantCulture, $"\"{v.Name}\" = ${i + 4}::float8")));
        CopyAllOut = $"COPY (SELECT {_columns} FROM {Name}) TO STDOUT (FORMAT BINARY)";
        Update = $"UPDATE {Name} SET quality = $3::int4, {changes} WHERE source = $1::int4 AND sequence = $2::int8";
        UpdateIf = string.Create(CultureInfo.InvariantCulture, $"{Update} AND quality = ${schema.ValueCount + 4}::int4");

        // A vacuum triggered by inserts begins by the server's clock, not by the trial's: it would hit some trials and not
        // others.
        Create = $"CREATE TABLE {Name} (sequence int8, \"timestamp\" timestamptz, source int4, quality int4, "
            + string.Join(", ", schema.Values.Select(v => $"\"{v.Name}\" float8"))
            + ") WITH (autovacuum_enabled = false)";
    }

    /// <summary>What the table is for.</summary>
    public TrialTable Trial { get; }

    /// <summary>Reads a record: source, sequence.</summary>
    public string Read { get; }

    /// <summary>Reads a range of records: source, first sequence, the one after the last.</summary>
    public string Scan { get; }

    /// <summary>Sets a record: source, sequence, quality, values.</summary>
    public string Update { get; }

    /// <summary>Sets a record if it has a quality: source, sequence, quality, values, the quality that it must have.</summary>
    public string UpdateIf { get; }

    /// <summary>Creates the table.</summary>
    public string Create { get; }

    /// <summary>Sends all rows.</summary>
    public string CopyAllOut { get; }

    /// <summary>Sends the rows of some pages.</summary>
    /// <param name="firstPage">The first page.</param>
    /// <param name="endPage">The page after the last one, or null for all the rest.</param>
    /// <returns>The statement.</returns>
    public string CopyOut(long firstPage, long? endPage) => string.Create(
        CultureInfo.InvariantCulture,
        $"COPY (SELECT {_columns} FROM {Name} WHERE ctid >= '({firstPage},0)'::tid{End(endPage)}) TO STDOUT (FORMAT BINARY)");

    private static string End(long? page) => page is null ? string.Empty
        : string.Create(CultureInfo.InvariantCulture, $" AND ctid < '({page},0)'::tid");
}
