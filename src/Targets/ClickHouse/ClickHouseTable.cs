using System.Globalization;
using DbIngest.Abstractions.Audit;
using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;

namespace DbIngest.Targets.ClickHouse;

/// <summary>The table of a trial: a MergeTree ordered by source and sequence.</summary>
/// <param name="Name">Its name.</param>
/// <param name="Table">What it is for.</param>
internal sealed record ClickHouseTable(string Name, TrialTable Table)
{
    /// <summary>Its columns with their types, in the order of a row's fields.</summary>
    public IEnumerable<(string Name, string Type)> ColumnTypes =>
    [
        ("source", "Int32"), ("sequence", "Int64"), ("timestamp", "Int64"), ("quality", "UInt32"),
        .. Table.Schema.Values.Select(value => (value.Name, "Float64")),
    ];

    /// <summary>The names of its columns.</summary>
    public string Columns => string.Join(", ", ColumnTypes.Select(column => column.Name));

    /// <summary>
    /// The statement that makes it. The limits of parts are those of newer releases: older ones refuse insertions ten times as
    /// soon.
    /// </summary>
    public string Create =>
        $"CREATE TABLE {Name} ({string.Join(", ", ColumnTypes.Select(column => $"{column.Name} {column.Type}"))}) "
        + "ENGINE = MergeTree PARTITION BY tuple() ORDER BY (source, sequence) SETTINGS index_granularity = 8192, "
        + "parts_to_delay_insert = 1000, parts_to_throw_insert = 3000";

    /// <summary>The statement that gives its space back.</summary>
    public string Drop => $"DROP TABLE IF EXISTS {Name}";

    /// <summary>The statement that merges it into one part.</summary>
    public string Optimize => $"OPTIMIZE TABLE {Name} FINAL";

    /// <summary>The statement before the rows of a batch.</summary>
    public string Insert => $"INSERT INTO {Name} ({Columns}) FORMAT RowBinary";

    /// <summary>How much is done in the background.</summary>
    public string Work =>
        $"SELECT (SELECT count() FROM system.merges WHERE database = currentDatabase() AND table = '{Name}') + (SELECT "
        + $"count() FROM system.mutations WHERE database = currentDatabase() AND table = '{Name}' AND NOT is_done)";

    /// <summary>The parts that count, and their bytes.</summary>
    public string Parts =>
        $"SELECT count(), sum(bytes_on_disk) FROM system.parts WHERE database = currentDatabase() AND table = '{Name}' AND "
        + $"active";

    /// <summary>How many rows of a batch there are.</summary>
    public string Count(RecordBatch batch) => $"SELECT count() FROM {Name} WHERE {Range(batch)}";

    /// <summary>The statement that erases rows of a batch, in the background.</summary>
    public string Erase(RecordBatch batch) => $"ALTER TABLE {Name} DELETE WHERE {Range(batch)}";

    /// <summary>A part of all rows.</summary>
    /// <param name="part">Which part.</param>
    /// <param name="parts">Of how many.</param>
    /// <param name="share">Of which sources.</param>
    public string Select(int part, int parts, SourceShare share) => string.Create(
        CultureInfo.InvariantCulture,
        $"SELECT {Columns} FROM {Name} WHERE "
        + $"{(share.IsAll ? string.Empty : share.Condition("source") + " AND ")}abs(sequence) % {parts} = {part} FORMAT "
        + $"RowBinary");

    private static string Range(RecordBatch batch) => string.Create(
        CultureInfo.InvariantCulture,
            $"source = {batch.Source} AND sequence >= {batch.FirstSequence} AND sequence < {batch.FirstSequence + batch.Count}");
}
