using System.Buffers.Binary;
using DbIngest.Abstractions.Records;
using DbIngest.Wire.Cql.Frames;
using DbIngest.Wire.Cql.Results;

namespace DbIngest.Targets.Cassandra.Writing;

/// <summary>
/// Encodes a batch's rows as CQL statements or values, straight from its arrays into the request buffer. <see cref="NodeLink"/>
/// calls it for every request on the timed path. It creates one per connection, since a prepared statement's id belongs to the
/// connection, and another when the server has forgotten the statement. Encoding allocates nothing. Not thread-safe.
/// </summary>
/// <remarks>
/// A missing value (NaN) is sent as "not set", which stores no cell. A null would leave a tombstone.
/// </remarks>
internal sealed class CassandraRowEncoder
{
    private const byte ById = 1;
    private const int IntBytes = 4;
    private const int LongBytes = 8;
    private const int NotSet = -2;

    // Kind, id, number of values, source, bucket: equal for all rows of a partition.
    private readonly byte[] _prefix;
    private readonly int _statementBytes;
    private readonly int _values;

    /// <summary>Prepares the part that all rows share.</summary>
    /// <param name="insert">The INSERT, prepared on one connection.</param>
    /// <param name="values">Values per record.</param>
    public CassandraRowEncoder(CqlPrepared insert, int values)
    {
        _values = values;
        int id = insert.Id.Length;
        _statementBytes = 1 + 2 + id + 2;
        _prefix = new byte[_statementBytes + (2 * (4 + IntBytes))];
        _prefix[0] = ById;
        BinaryPrimitives.WriteUInt16BigEndian(_prefix.AsSpan(1), (ushort)id);
        insert.Id.Span.CopyTo(_prefix.AsSpan(3));
        BinaryPrimitives.WriteUInt16BigEndian(_prefix.AsSpan(3 + id), (ushort)insert.Parameters.Count);
        BinaryPrimitives.WriteInt32BigEndian(_prefix.AsSpan(_statementBytes), IntBytes);
        BinaryPrimitives.WriteInt32BigEndian(_prefix.AsSpan(_statementBytes + 8), IntBytes);
        MaxRowBytes = _prefix.Length + (2 * (4 + LongBytes)) + 4 + IntBytes + (values * (4 + LongBytes));
    }

    /// <summary>Upper bound for one row, in bytes.</summary>
    public int MaxRowBytes { get; }

    /// <summary>Appends rows of one partition as statements of a BATCH request.</summary>
    public void AppendStatements(CqlRequestBuffer to, RecordBatch batch, int first, int count, int bucket)
    {
        SetKey(batch.Source, bucket);
        var room = to.Room(count * MaxRowBytes);
        int used = 0;
        for (int row = first; row < first + count; row++)
        {
            _prefix.CopyTo(room[used..]);
            used += _prefix.Length;
            used += Values(room[used..], batch, row);
        }

        to.Advance(used);
    }

    /// <summary>Appends the values of one row, for an EXECUTE request.</summary>
    public void AppendValues(CqlRequestBuffer to, RecordBatch batch, int row, int bucket)
    {
        SetKey(batch.Source, bucket);
        var room = to.Room(MaxRowBytes);
        var key = _prefix.AsSpan(_statementBytes);
        key.CopyTo(room);
        to.Advance(key.Length + Values(room[key.Length..], batch, row));
    }

    private void SetKey(int source, int bucket)
    {
        BinaryPrimitives.WriteInt32BigEndian(_prefix.AsSpan(_statementBytes + 4), source);
        BinaryPrimitives.WriteInt32BigEndian(_prefix.AsSpan(_statementBytes + 12), bucket);
    }

    private int Values(Span<byte> to, RecordBatch batch, int row)
    {
        BinaryPrimitives.WriteInt32BigEndian(to, LongBytes);
        BinaryPrimitives.WriteInt64BigEndian(to[4..], batch.FirstSequence + row);
        BinaryPrimitives.WriteInt32BigEndian(to[12..], LongBytes);
        BinaryPrimitives.WriteInt64BigEndian(to[16..], batch.Timestamps[row]);
        BinaryPrimitives.WriteInt32BigEndian(to[24..], IntBytes);
        BinaryPrimitives.WriteUInt32BigEndian(to[28..], batch.Qualities[row]);
        int used = 32;
        double[] values = batch.Values;
        int stride = batch.Capacity;
        for (int column = 0, at = row; column < _values; column++, at += stride)
        {
            double value = values[at];
            if (double.IsNaN(value))
            {
                BinaryPrimitives.WriteInt32BigEndian(to[used..], NotSet);
                used += 4;
                continue;
            }

            BinaryPrimitives.WriteInt32BigEndian(to[used..], LongBytes);
            BinaryPrimitives.WriteDoubleBigEndian(to[(used + 4)..], value);
            used += 4 + LongBytes;
        }

        return used;
    }
}
