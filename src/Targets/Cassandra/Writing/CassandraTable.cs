using System.Buffers.Binary;
using System.Globalization;
using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Cassandra.Endpoints;
using DbIngest.Wire.Cql.Topology;

namespace DbIngest.Targets.Cassandra.Writing;

/// <summary>
/// The table: a partition holds a bucket of consecutive records of one source. A batch of a source then falls into one
/// partition (two at a bucket's end), so that one replica takes it as one mutation, and no partition grows without bound.
/// </summary>
/// <param name="keyspace">The keyspace.</param>
/// <param name="schema">The records' shape.</param>
/// <param name="bucketRows">Rows a partition.</param>
/// <param name="compression">Of its files: <c>default</c> for the server's, <c>none</c>, <c>lz4</c>, <c>deflate</c> or
/// <c>zstd</c>.</param>
internal sealed class CassandraTable(string keyspace, RecordSchema schema, int bucketRows, string compression = "default")
{
    public const string Name = "records";

    // A value's name has no capitals: it cannot be the same.
    private const string Key = "\"source\", \"Bucket\"";
    private const int KeyBytes = 14;

    /// <summary>The table of a trial.</summary>
    /// <param name="endpoint">How it is written to.</param>
    /// <param name="table">The trial's.</param>
    public static CassandraTable Of(CassandraEndpoint endpoint, TrialTable table) =>
        new(endpoint.Keyspace, table.Schema, endpoint.Bucket, endpoint.TableCompression) { IsKeyed = table.IsKeyed };

    /// <summary>The records' shape.</summary>
    public RecordSchema Schema => schema;

    /// <summary>Whether records are changed after they were inserted.</summary>
    public bool IsKeyed { get; init; }

    /// <summary>Rows a partition.</summary>
    public int BucketRows => bucketRows;

    /// <summary>Keyspace and table.</summary>
    public string FullName => $"{keyspace}.{Name}";

    /// <summary>Inserts a record: source, bucket, sequence, timestamp, quality, values.</summary>
    public string Insert =>
        $"INSERT INTO {FullName} ({Key}, \"sequence\", {Columns}) VALUES "
        + $"({string.Join(", ", Enumerable.Repeat("?", 5 + schema.ValueCount))})";

    /// <summary>Reads the records of a range of tokens: source, sequence, timestamp, quality, values.</summary>
    public string Scan =>
        $"SELECT \"source\", \"sequence\", {Columns} FROM {FullName} WHERE token({Key}) > ? AND token({Key}) <= ?";

    /// <summary>Lists the partitions of a range of tokens: source, bucket.</summary>
    public string Partitions => $"SELECT DISTINCT {Key} FROM {FullName} WHERE token({Key}) > ? AND token({Key}) <= ?";

    /// <summary>Counts the records of a part of a partition.</summary>
    public string Count =>
        $"SELECT count(*) FROM {FullName} WHERE \"source\" = ? AND \"Bucket\" = ? AND \"sequence\" >= ? AND \"sequence\" < ?";

    /// <summary>Reads a part of a partition: source, bucket, first sequence, the one after the last.</summary>
    public string Read =>
        $"SELECT \"source\", \"sequence\", {Columns} FROM {FullName} WHERE \"source\" = ? AND \"Bucket\" = ? AND \"sequence\" "
        + $">= ? AND \"sequence\" < ?";

    /// <summary>Sets a record: quality, values, source, bucket, sequence.</summary>
    public string Update =>
        $"UPDATE {FullName} SET "
        + $"{string.Join(", ", schema.Values.Select(v => v.Name).Prepend("quality").Select(c => $"\"{c}\" = ?"))} WHERE {Record}";

    /// <summary>Sets a record if it has a quality: as <see cref="Update"/>, then the quality.</summary>
    public string UpdateIf => $"{Update} IF \"quality\" = ?";

    /// <summary>Deletes a record: source, bucket, sequence.</summary>
    public string Delete => $"DELETE FROM {FullName} WHERE {Record}";

    private const string Record = "\"source\" = ? AND \"Bucket\" = ? AND \"sequence\" = ?";

    private string Columns =>
        string.Join(", ", ((string[])["timestamp", "quality"]).Concat(schema.Values.Select(v => v.Name)).Select(c => $"\"{c}\""));

    /// <summary>Creates the table.</summary>
    /// <param name="withSnapshotOption">
    /// Whether the server knows the option not to take a snapshot of a table that is dropped (from 5.0 on): a snapshot would
    /// keep the disk space.
    /// </param>
    public string Create(bool withSnapshotOption) => string.Create(
        CultureInfo.InvariantCulture,
        $"""
        CREATE TABLE {FullName} ("source" int, "Bucket" int, "sequence" bigint, "timestamp" bigint, "quality" int,
        {string.Join(", ", schema.Values.Select(v => $"\"{v.Name}\" double"))}, PRIMARY KEY (({Key}), "sequence"))
        WITH comment = 'DbIngest'{(withSnapshotOption ? " AND allow_auto_snapshot = false" : string.Empty)}{Compression}
        """);

    private string Compression => compression switch
    {
        "none" => " AND compression = {'enabled': 'false'}",
        "lz4" => " AND compression = {'class': 'LZ4Compressor'}",
        "deflate" => " AND compression = {'class': 'DeflateCompressor'}",
        "zstd" => " AND compression = {'class': 'ZstdCompressor'}",
        _ => string.Empty,
    };

    /// <summary>The partition of a record.</summary>
    public int BucketOf(long sequence) => (int)(sequence / bucketRows);

    /// <summary>The rows of a batch, from one on, that lie in one partition.</summary>
    /// <param name="batch">The batch.</param>
    /// <param name="row">The first row.</param>
    /// <param name="limit">At most so many.</param>
    public RowRange RangeAt(RecordBatch batch, int row, int limit)
    {
        long sequence = batch.FirstSequence + row;
        int leftInBucket = bucketRows - (int)(sequence % bucketRows);
        return new RowRange(row, Math.Min(Math.Min(limit, batch.Count - row), leftInBucket), BucketOf(sequence));
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
