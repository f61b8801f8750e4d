using System.Globalization;
using DbIngest.Abstractions.Audit;
using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;

namespace DbIngest.Targets.ClickHouse;

/// <summary>
/// The table of a trial and its SQL statements: a MergeTree ordered by source, series if records have one, and sequence.
/// <see cref="ClickHouseTarget"/> makes one per trial and shares it with its writers. Columns must have the order in which
/// <see cref="RowBinary"/> writes and reads fields. Immutable. It runs no statement.
/// </summary>
/// <param name="Name">Name of the table.</param>
/// <param name="Table">Shape and size of the trial's table.</param>
internal sealed record ClickHouseTable(string Name, TrialTable Table)
{
    /// <summary>Columns with their types in the order of a row's fields.</summary>
    public IEnumerable<(string Name, string Type)> ColumnTypes =>
    [
        ("source", "Int32"), ("sequence", "Int64"), ("timestamp", "Int64"), ("quality", "UInt32"),
        .. Table.Schema.Measured.Select(value => (value.Name, "Float64")),
        .. Table.Schema.HasSeries ? [(RecordSchema.SeriesName, RowBinary.SeriesType)]
            : Array.Empty<(string Name, string Type)>(),
    ];

    /// <summary>The columns by which rows are ordered: a table of many series keeps the rows of each together.</summary>
    public string Order => Table.Schema.HasSeries ? $"source, {RecordSchema.SeriesName}, sequence" : "source, sequence";

    private IEnumerable<string> Read => Table.Schema.HasSeries
        ? ColumnTypes.SkipLast(1).Select(column => Quoted(column.Name)).Append($"toFloat64(toString({RecordSchema.SeriesName}))")
        : ColumnTypes.Select(column => Quoted(column.Name));

    /// <summary>Names of the columns, quoted and comma-separated.</summary>
    public string Columns => string.Join(", ", ColumnTypes.Select(column => Quoted(column.Name)));

    /// <summary>
    /// Creates the table. Its limits of parts are the defaults of newer releases. Older releases refuse insertions at a tenth of
    /// these numbers.
    /// </summary>
    public string Create =>
        $"CREATE TABLE {Name} ({string.Join(", ", ColumnTypes.Select(column => $"{Quoted(column.Name)} {column.Type}"))}) "
        + $"ENGINE = MergeTree PARTITION BY tuple() ORDER BY ({Order}) SETTINGS index_granularity = 8192, "
        + "parts_to_delay_insert = 1000, parts_to_throw_insert = 3000";

    /// <summary>Settings of <see cref="Create"/>: releases before 19 take the type of a series only if it is allowed.</summary>
    public IReadOnlyList<(string Name, string? Value)> CreateSettings => Table.Schema.HasSeries
        ? [("allow_experimental_low_cardinality_type", "1")] : [];

    /// <summary>Lists the names of the table's columns.</summary>
    public string ColumnNames => $"SELECT name FROM system.columns WHERE database = currentDatabase() AND table = '{Name}'";

    /// <summary>Adds columns that the table lacks. A value is missing in rows that were stored before.</summary>
    /// <param name="added">The values of the columns.</param>
    public string Add(IEnumerable<ValueColumn> added) =>
        $"ALTER TABLE {Name} " + string.Join(", ", added.Select(v => $"ADD COLUMN {Quoted(v.Name)} Float64 DEFAULT nan"));

    /// <summary>Drops the table and frees its space.</summary>
    public string Drop => $"DROP TABLE IF EXISTS {Name}";

    /// <summary>Merges the table into one part.</summary>
    public string Optimize => $"OPTIMIZE TABLE {Name} FINAL";

    /// <summary>The statement before the rows of a batch.</summary>
    public string Insert => $"INSERT INTO {Name} ({Columns}) FORMAT RowBinary";

    /// <summary>Counts running merges and mutations of the table.</summary>
    public string Work =>
        $"SELECT (SELECT count() FROM system.merges WHERE database = currentDatabase() AND table = '{Name}') + ({Mutations})";

    /// <summary>Counts mutations of the table that are not done.</summary>
    public string Mutations =>
        $"SELECT count() FROM system.mutations WHERE database = currentDatabase() AND table = '{Name}' AND NOT is_done";

    /// <summary>Counts the active parts and their bytes.</summary>
    public string Parts =>
        $"SELECT count(), sum(bytes_on_disk) FROM system.parts WHERE database = currentDatabase() AND table = '{Name}' AND "
        + $"active";

    /// <summary>Counts the stored rows of a batch.</summary>
    public string Count(RecordBatch batch) => $"SELECT count() FROM {Name} WHERE {Range(batch)}";

    /// <summary>Deletes the rows of a batch in the background.</summary>
    public string Erase(RecordBatch batch) => $"ALTER TABLE {Name} DELETE WHERE {Range(batch)}";

    /// <summary>Reads a range of records of a source: the source, the first sequence number, the one after the last.</summary>
    public string SelectRange(string source, string first, string end) =>
        $"SELECT {string.Join(", ", Read)} FROM {Name} WHERE source = {source} AND sequence >= {first} AND sequence < {end} "
        + "FORMAT RowBinary";

    /// <summary>
    /// Reads the rows whose sequence number has a certain remainder, so that each thread of the audit reads others. The table's
    /// own parts play no role.
    /// </summary>
    /// <param name="part">The remainder, from 0.</param>
    /// <param name="parts">The divisor: the number of threads.</param>
    /// <param name="share">The sources to read.</param>
    public string Select(int part, int parts, SourceShare share) => string.Create(
        CultureInfo.InvariantCulture,
        $"SELECT {string.Join(", ", Read)} FROM {Name} WHERE "
        + $"{(share.IsAll ? string.Empty : share.Condition("source") + " AND ")}abs(sequence) % {parts} = {part} FORMAT "
        + $"RowBinary");

    /// <summary>A name that may be a word of the language, such as <c>index</c>, of which CREATE TABLE makes an index.</summary>
    private static string Quoted(string name) => $"\"{name}\"";

    private static string Range(RecordBatch batch) => string.Create(
        CultureInfo.InvariantCulture,
            $"source = {batch.Source} AND sequence >= {batch.FirstSequence} AND sequence < {batch.FirstSequence + batch.Count}");
}
