using System.Buffers.Text;
using DbIngest.Abstractions.Records;
using DbIngest.Targets.Documents;
using DbIngest.Wire.Mongo;

namespace DbIngest.Targets.Mongo.Shapes;

/// <summary>
/// Encodes several records of a source as one document, each value as an array (the vendor's bucket pattern).
/// <see cref="MongoCollection"/> creates it for <c>shape=bucket</c>. The identity is that of the first record. A missing value
/// is null, so that the others keep their places. Stored field names, and <c>count</c> before the arrays, must stay as they
/// are: <see cref="BucketReader"/> relies on them.
/// </summary>
internal sealed class BucketShape : MongoDocumentShape
{
    private readonly RecordNames _names;
    private readonly MongoIdentity _identity;
    private readonly byte[][] _values;
    private readonly byte[][] _indexes;

    /// <summary>Creates the shape.</summary>
    /// <param name="names">Names of the fields.</param>
    /// <param name="identity">Makes the <c>_id</c> of a document.</param>
    /// <param name="records">Records per document.</param>
    public BucketShape(RecordNames names, MongoIdentity identity, int records)
    {
        (_names, _identity) = (names, identity);
        RecordsPerDocument = records;
        _values = [.. names.Values.Select(RecordNames.Utf8)];
        _indexes = [.. Enumerable.Range(0, records).Select(Digits)];
    }

    /// <inheritdoc/>
    public override int RecordsPerDocument { get; }

    /// <inheritdoc/>
    public override int LargestBytes
    {
        get
        {
            // Per element: type, digits, their zero, and eight bytes. Then names, lengths and ends of the arrays, and the fixed
            // fields.
            long element = _indexes[^1].Length + 2 + sizeof(double);
            long arrays = _values.Length + 2L;
            return (int)Math.Min(int.MaxValue, (arrays * ((RecordsPerDocument * element) + 8 + 64)) + 128);
        }
    }

    /// <inheritdoc/>
    public override void Append(BsonBuffer to, RecordBatch batch, int first, int count)
    {
        int start = to.BeginDocument();
        to.Header(_identity.Type, "_id"u8);
        _identity.Write(to.Append(_identity.Bytes), batch.Source, batch.FirstSequence + first);
        to.Int32("source"u8, batch.Source);
        to.Int64("sequence"u8, batch.FirstSequence + first);
        to.Int32("count"u8, count);
        int array = to.BeginElement(BsonType.Array, "timestamp"u8);
        for (int i = 0; i < count; i++)
        {
            to.Int64(_indexes[i], batch.Timestamps[first + i]);
        }

        to.EndDocument(array);
        array = to.BeginElement(BsonType.Array, "quality"u8);
        for (int i = 0; i < count; i++)
        {
            to.Int32(_indexes[i], (int)batch.Qualities[first + i]);
        }

        to.EndDocument(array);
        for (int column = 0; column < _values.Length; column++)
        {
            array = to.BeginElement(BsonType.Array, _values[column]);
            var values = batch.Column(column).Slice(first, count);
            for (int i = 0; i < count; i++)
            {
                if (double.IsNaN(values[i]))
                {
                    to.Header(BsonType.Null, _indexes[i]);
                }
                else
                {
                    to.Double(_indexes[i], values[i]);
                }
            }

            to.EndDocument(array);
        }

        to.EndDocument(start);
    }

    /// <inheritdoc/>
    public override MongoDocumentReader Reader() => new BucketReader(_names);

    private static byte[] Digits(int number)
    {
        Span<byte> room = stackalloc byte[10];
        Utf8Formatter.TryFormat(number, room, out int length);
        return room[..length].ToArray();
    }
}
