using System.Buffers.Binary;
using DbIngest.Abstractions.Records;
using DbIngest.Wire.Couchbase;

namespace DbIngest.Targets.Couchbase.Shapes;

/// <summary>
/// Encodes a record as packed bytes, little-endian: source (4 bytes), sequence (8), timestamp (8), quality (4), and 8 for each
/// value. A missing value is NaN. <see cref="CouchbaseTable"/> creates it for <c>value=binary</c>. A change of the layout makes
/// stored documents unreadable.
/// </summary>
/// <param name="values">Values per record.</param>
/// <param name="added">
/// How many of them, at the end, a trial added while it ran (<c>--add-values</c>). Documents from before end without them.
/// </param>
/// <param name="mayGrow">True if a trial may yet add values: a reader then ignores bytes after the last value.</param>
internal sealed class BinaryShape(int values, int added = 0, bool mayGrow = false) : CouchbaseDocumentShape
{
    private const int Sequence = 4;
    private const int Timestamp = 12;
    private const int Quality = 20;

    /// <inheritdoc/>
    public override uint Flags => 0x0300_0000;

    /// <inheritdoc/>
    public override void Append(KvRequestBuffer to, RecordBatch batch, int row)
    {
        int bytes = RecordSchema.FixedBytes + (sizeof(double) * values);
        var room = to.Room(bytes);
        BinaryPrimitives.WriteInt32LittleEndian(room, batch.Source);
        BinaryPrimitives.WriteInt64LittleEndian(room[Sequence..], batch.FirstSequence + row);
        BinaryPrimitives.WriteInt64LittleEndian(room[Timestamp..], batch.Timestamps[row]);
        BinaryPrimitives.WriteUInt32LittleEndian(room[Quality..], batch.Qualities[row]);
        for (int i = 0, at = row; i < values; i++, at += batch.Capacity)
        {
            BinaryPrimitives.WriteDoubleLittleEndian(room[(RecordSchema.FixedBytes + (sizeof(double) * i))..], batch.Values[at]);
        }

        to.Advance(bytes);
    }

    /// <inheritdoc/>
    public override CouchbaseDocumentReader Reader() => new BinaryReader(values, values - added, mayGrow);

    private sealed class BinaryReader(int values, int before, bool mayGrow) : CouchbaseDocumentReader(values)
    {
        public override bool Read(ReadOnlySpan<byte> value)
        {
            int whole = RecordSchema.FixedBytes + (sizeof(double) * Values.Length);
            bool isWhole = value.Length == whole || (mayGrow && value.Length > whole);
            int count = isWhole ? Values.Length : before;
            if (!isWhole && value.Length != RecordSchema.FixedBytes + (sizeof(double) * before))
            {
                return false;
            }

            Values[count..].Fill(double.NaN);
            Source = BinaryPrimitives.ReadInt32LittleEndian(value);
            Sequence = BinaryPrimitives.ReadInt64LittleEndian(value[BinaryShape.Sequence..]);
            Timestamp = BinaryPrimitives.ReadInt64LittleEndian(value[BinaryShape.Timestamp..]);
            Quality = BinaryPrimitives.ReadUInt32LittleEndian(value[BinaryShape.Quality..]);
            for (int i = 0; i < count; i++)
            {
                Values[i] = BinaryPrimitives.ReadDoubleLittleEndian(value[(RecordSchema.FixedBytes + (sizeof(double) * i))..]);
            }

            return true;
        }
    }
}
