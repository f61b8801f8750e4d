using System.Globalization;
using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Lines;

namespace DbIngest.Targets.QuestDb;

/// <summary>
/// The table of a trial: with a write-ahead log, partitioned by time, and no row twice with the same timestamp, source and
/// sequence.
/// </summary>
/// <param name="Name">Its name.</param>
/// <param name="Partition">What a partition holds.</param>
/// <param name="Table">What it is for.</param>
internal sealed record QuestDbTable(string Name, string Partition, TrialTable Table)
{
    // SYMBOL 4, LONG 8, TIMESTAMP 8, LONG 8, DOUBLE 8 each: columns of fixed width, without a bitmap of nulls.
    private const int FixedBytes = 28;

    /// <summary>Bytes of a row in its columns.</summary>
    public int RowBytes => FixedBytes + (8 * Table.Schema.ValueCount);

    /// <summary>The statements that make it anew.</summary>
    public IReadOnlyList<string> Create =>
    [
        Drop,
        $"CREATE TABLE {Name} (source SYMBOL, sequence LONG, timestamp TIMESTAMP, quality LONG, "
        + $"{string.Join(", ", Table.Schema.Values.Select(value => $"\"{value.Name}\" DOUBLE"))}) "
            + $"TIMESTAMP(timestamp) PARTITION BY {Partition.ToUpperInvariant()} WAL DEDUP UPSERT KEYS(timestamp, source, "
            + $"sequence)",
    ];

    /// <summary>The statement that gives its space back.</summary>
    public string Drop => $"DROP TABLE IF EXISTS {Name}";

    /// <summary>
    /// How far the log is applied: whether it stopped, transactions applied, transactions committed, and why it stopped.
    /// </summary>
    public string Progress => $"SELECT suspended, writerTxn, sequencerTxn, errorMessage FROM wal_tables() WHERE name = '{Name}'";

    /// <summary>Rows of each partition, its size on disk, and whether it is the one that is extended in advance.</summary>
    public string Partitions => $"SELECT numRows, diskSize, active FROM table_partitions('{Name}')";

    /// <summary>How many rows of a batch there are.</summary>
    public string Count(RecordBatch batch) => string.Create(
        CultureInfo.InvariantCulture,
        $"SELECT count() FROM {Name} WHERE source = '{RecordLines.Tag(batch.Source)}' AND sequence >= {batch.FirstSequence} "
        + $"AND sequence < {batch.FirstSequence + batch.Count}");

    /// <summary>A part of all rows, as whole numbers and doubles.</summary>
    /// <param name="part">Which part.</param>
    /// <param name="parts">Of how many.</param>
    public string Select(int part, int parts) => string.Create(
        CultureInfo.InvariantCulture,
        $"SELECT source::INT, sequence, timestamp::LONG, quality, "
        + $"{string.Join(", ", Table.Schema.Values.Select(value => $"\"{value.Name}\""))} FROM {Name} WHERE sequence % "
        + $"{parts} = {part}");
}
