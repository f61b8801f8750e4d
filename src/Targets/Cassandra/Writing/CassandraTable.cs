using System.Buffers.Binary;
using System.Globalization;
using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Cassandra.Endpoints;
using DbIngest.Wire.Cql.Topology;

namespace DbIngest.Targets.Cassandra.Writing;

/// <summary>
/// Builds the statements on the trials' table. A partition holds a bucket of consecutive records of one source: a batch falls
/// into one partition (two at a bucket's end), so that one replica takes it as one mutation, and no partition grows without
/// bound. Where records have a series, each series is a partition, and its number is the bucket. <c>CassandraTarget</c> and
/// <c>CassandraDriverPath</c> create one per trial, and the target another for added values. Stored tables have these names and
/// this comment, so they must not change. Immutable.
/// </summary>
/// <param name="keyspace">The keyspace.</param>
/// <param name="schema">Values of a record.</param>
/// <param name="bucketRows">Rows per partition.</param>
/// <param name="compression">
/// Compression of the table's files: <c>default</c> for the server's, <c>none</c>, <c>lz4</c>, <c>deflate</c> or <c>zstd</c>.
/// </param>
internal sealed class CassandraTable(string keyspace, RecordSchema schema, int bucketRows, string compression = "default")
{
    public const string Name = "records";

    // Names of values have no capitals, so they cannot equal this column.
    private const string Key = "\"source\", \"Bucket\"";
    private const int KeyBytes = 14;

    /// <summary>Derives the table of a trial.</summary>
    /// <param name="endpoint">How to store records.</param>
    /// <param name="table">The trial's table.</param>
    public static CassandraTable Of(CassandraEndpoint endpoint, TrialTable table) =>
        new(endpoint.Keyspace, table.Schema, endpoint.Bucket, endpoint.TableCompression)
        {
            IsKeyed = table.IsKeyed,
            IsServed = table.IsServed,
            ProcessOf = table.ProcessOf,
        };

    /// <summary>Values of a record.</summary>
    public RecordSchema Schema => schema;

    /// <summary>True if a mix or a service reads, updates or deletes single records by their keys.</summary>
    public bool IsKeyed { get; init; }

    /// <summary>
    /// True for a service, whose updates carry a whole record: null clears a value, and the column timestamp is written too, so
    /// that the record is complete even if another request deletes it at the same moment.
    /// </summary>
    public bool IsServed { get; init; }

    /// <summary>Number of the client process of a source, from 0, and how many processes there are.</summary>
    public Func<int, (int Process, int Of)> ProcessOf { get; init; } = static _ => (0, 1);

    /// <summary>Rows per partition.</summary>
    public int BucketRows => bucketRows;

    /// <summary>Name with the keyspace before it.</summary>
    public string FullName => $"{keyspace}.{Name}";

    /// <summary>Inserts a record: source, bucket, sequence, timestamp, quality, values.</summary>
    public string Insert =>
        $"INSERT INTO {FullName} ({Key}, \"sequence\", {Columns}) VALUES "
        + $"({string.Join(", ", Enumerable.Repeat("?", 5 + schema.MeasuredCount))})";

    /// <summary>Reads the records of a range of tokens: source, sequence, timestamp, quality, values.</summary>
    public string Scan =>
        $"SELECT \"source\", \"sequence\", {Stored} FROM {FullName} WHERE token({Key}) > ? AND token({Key}) <= ?";

    /// <summary>Lists the partitions of a range of tokens: source, bucket.</summary>
    public string Partitions => $"SELECT DISTINCT {Key} FROM {FullName} WHERE token({Key}) > ? AND token({Key}) <= ?";

    /// <summary>Counts the records of a part of a partition.</summary>
    public string Count =>
        $"SELECT count(*) FROM {FullName} WHERE \"source\" = ? AND \"Bucket\" = ? AND \"sequence\" >= ? AND \"sequence\" < ?";

    /// <summary>Reads a part of a partition: source, bucket, first sequence, the one after the last.</summary>
    public string Read =>
        $"SELECT \"source\", \"sequence\", {Stored} FROM {FullName} WHERE \"source\" = ? AND \"Bucket\" = ? AND \"sequence\" "
        + $">= ? AND \"sequence\" < ?";

    /// <summary>Sets a record: quality, values, source, bucket, sequence. In a service the timestamp comes first.</summary>
    public string Update => $"UPDATE {FullName} SET {(IsServed ? "\"timestamp\" = ?, " : string.Empty)}"
        + $"{string.Join(", ", schema.Values.Select(v => v.Name).Prepend("quality").Select(c => $"\"{c}\" = ?"))} WHERE {Record}";

    /// <summary>Sets a record if its quality is the expected one: as <see cref="Update"/>, then the expected quality.</summary>
    public string UpdateIf => $"{Update} IF \"quality\" = ?";

    /// <summary>Deletes a record: source, bucket, sequence.</summary>
    public string Delete => $"DELETE FROM {FullName} WHERE {Record}";

    private const string Record = "\"source\" = ? AND \"Bucket\" = ? AND \"sequence\" = ?";

    private string Columns =>
        string.Join(", ", schema.Measured.Select(v => v.Name).Prepend("quality").Prepend("timestamp").Select(c => $"\"{c}\""));

    /// <summary>All values of a record: its series is the bucket.</summary>
    private string Stored => Columns + (schema.HasSeries ? ", CAST(\"Bucket\" AS double)" : string.Empty);

    /// <summary>Creates the table.</summary>
    /// <param name="withSnapshotOption">
    /// True if the server has the option to take no snapshot of a dropped table (from 5.0 on). A snapshot would keep the disk
    /// space.
    /// </param>
    /// <param name="ifMissing">True to leave a table that exists as it is.</param>
    public string Create(bool withSnapshotOption, bool ifMissing = false) => string.Create(
        CultureInfo.InvariantCulture,
        $"""
        CREATE TABLE {(ifMissing ? "IF NOT EXISTS " : string.Empty)}{FullName} ("source" int, "Bucket" int, "sequence" bigint, "timestamp" bigint, "quality" int,
        {string.Join(", ", schema.Measured.Select(v => $"\"{v.Name}\" double"))}, PRIMARY KEY (({Key}), "sequence"))
        WITH comment = '{Comment}'{(withSnapshotOption ? " AND allow_auto_snapshot = false" : string.Empty)}{Compression}
        """);

    /// <summary>The table's comment, which says how records are dealt to partitions.</summary>
    public string Comment => schema.HasSeries ? "DbIngest, one series a partition"
        : string.Create(CultureInfo.InvariantCulture, $"DbIngest, {bucketRows} rows a partition");

    private string Compression => compression switch
    {
        "none" => " AND compression = {'enabled': 'false'}",
        "lz4" => " AND compression = {'class': 'LZ4Compressor'}",
        "deflate" => " AND compression = {'class': 'DeflateCompressor'}",
        "zstd" => " AND compression = {'class': 'ZstdCompressor'}",
        _ => string.Empty,
    };

    /// <summary>Number of a record's partition within its source, unless records have a series.</summary>
    public int BucketOf(long sequence) => (int)(sequence / bucketRows);

    /// <summary>The consecutive rows of a batch, from a given one on, that lie in one partition.</summary>
    /// <param name="batch">The batch.</param>
    /// <param name="row">The first row.</param>
    /// <param name="limit">Largest number of rows.</param>
    public RowRange RangeAt(RecordBatch batch, int row, int limit)
    {
        if (schema.HasSeries)
        {
            return SeriesAt(batch, row, Math.Min(limit, batch.Count - row));
        }

        long sequence = batch.FirstSequence + row;
        int leftInBucket = bucketRows - (int)(sequence % bucketRows);
        return new RowRange(row, Math.Min(Math.Min(limit, batch.Count - row), leftInBucket), BucketOf(sequence));
    }

    private static RowRange SeriesAt(RecordBatch batch, int row, int limit)
    {
        var series = batch.Column(batch.Schema.SeriesColumn);
        int count = 1;
        while (count < limit && series[row + count] == series[row])
        {
            count++;
        }

        return new RowRange(row, count, (int)series[row]);
    }

    /// <summary>The token of a partition.</summary>
    public static long TokenOf(int source, int bucket)
    {
        Span<byte> key = stackalloc byte[KeyBytes];
        key.Clear();
        BinaryPrimitives.WriteInt16BigEndian(key, sizeof(int));
        BinaryPrimitives.WriteInt32BigEndian(key[2..], source);
        BinaryPrimitives.WriteInt16BigEndian(key[7..], sizeof(int));
        BinaryPrimitives.WriteInt32BigEndian(key[9..], bucket);
        return Murmur3Token.Of(key);
    }
}
