using System.Globalization;
using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Lines;

namespace DbIngest.Targets.QuestDb;

/// <summary>
/// The table of a trial and its SQL statements: with a write-ahead log, partitioned by time, and deduplicated by timestamp,
/// source and sequence. <see cref="QuestDbTarget"/> makes one per trial and shares it with writers and audit. Immutable. It
/// runs no statement, and every statement names this one table.
/// </summary>
/// <param name="Name">Name of the table.</param>
/// <param name="Partition">Time span of a partition, for example <c>day</c>.</param>
/// <param name="Table">Shape and size of the trial's table.</param>
internal sealed record QuestDbTable(string Name, string Partition, TrialTable Table)
{
    private const int SymbolBytes = 4;
    private const int OtherBytes = 8;

    /// <summary>The values of a row as doubles. A symbol is a text, which the export would put into quotes.</summary>
    private string Stored => string.Join(", ", Table.Schema.Measured.Select(value => $"\"{value.Name}\""))
        + (Table.Schema.HasSeries ? $", {RecordSchema.SeriesName}::DOUBLE" : string.Empty);

    /// <summary>Statements that drop the table and create it again.</summary>
    public IReadOnlyList<string> Create =>
    [
        Drop,
        $"CREATE TABLE {Name} (source SYMBOL, sequence LONG, timestamp TIMESTAMP, quality LONG, "
        + $"{string.Join(", ", Table.Schema.Measured.Select(value => $"\"{value.Name}\" DOUBLE"))}"
        + $"{(Table.Schema.HasSeries ? $", {RecordSchema.SeriesName} SYMBOL" : string.Empty)}) "
            + $"TIMESTAMP(timestamp) PARTITION BY {Partition.ToUpperInvariant()} WAL DEDUP UPSERT KEYS(timestamp, source, "
            + $"sequence)",
    ];

    /// <summary>Adds a column, unless the table has it.</summary>
    /// <param name="added">The value of the column.</param>
    public string Add(ValueColumn added) => $"ALTER TABLE {Name} ADD COLUMN IF NOT EXISTS \"{added.Name}\" DOUBLE";

    /// <summary>Drops the table and frees its space.</summary>
    public string Drop => $"DROP TABLE IF EXISTS {Name}";

    /// <summary>
    /// Queries the progress of the log: whether it is suspended, applied transactions, committed transactions, and why it is
    /// suspended.
    /// </summary>
    public string Progress => $"SELECT suspended, writerTxn, sequencerTxn, errorMessage FROM wal_tables() WHERE name = '{Name}'";

    /// <summary>
    /// Queries the partitions: rows, size on disk, and whether it is the active one, whose files are extended in advance.
    /// </summary>
    public string Partitions => $"SELECT numRows, diskSize, active FROM table_partitions('{Name}')";

    /// <summary>Queries the types of the columns. Another process may have added some (<see cref="Add"/>).</summary>
    public string ColumnTypes => $"SELECT type FROM table_columns('{Name}')";

    /// <summary>
    /// Bytes of a value in its column's file: SYMBOL 4, LONG, TIMESTAMP and DOUBLE 8. These columns have no bitmap of nulls.
    /// </summary>
    /// <param name="type">The type of the column.</param>
    public static int WidthOf(string? type) => type == "SYMBOL" ? SymbolBytes : OtherBytes;

    /// <summary>Counts the stored rows of a batch.</summary>
    public string Count(RecordBatch batch) => string.Create(
        CultureInfo.InvariantCulture,
        $"SELECT count() FROM {Name} WHERE source = '{RecordLines.Tag(batch.Source)}' AND sequence >= {batch.FirstSequence} "
        + $"AND sequence < {batch.FirstSequence + batch.Count}");

    /// <summary>Reads a range of records: the source, the first sequence number, the one after the last.</summary>
    public string SelectRange(string source, string first, string end) =>
        $"SELECT source::INT, sequence, timestamp::LONG, quality, "
        + $"{Stored} FROM {Name} WHERE source = '{source}' "
        + $"AND sequence >= {first} AND sequence < {end}";

    /// <summary>
    /// Reads one part of all rows, as integers and doubles. The first part has the rows without a sequence number too, which no
    /// trial wrote.
    /// </summary>
    /// <param name="part">Index of the part, from 0.</param>
    /// <param name="parts">Number of parts.</param>
    public string Select(int part, int parts) => string.Create(
        CultureInfo.InvariantCulture,
        $"SELECT source::INT, sequence, timestamp::LONG, quality, "
        + $"{Stored} FROM {Name} WHERE abs(sequence) % "
        + $"{parts} = {part}{(part == 0 ? " OR sequence IS NULL" : string.Empty)}");
}
