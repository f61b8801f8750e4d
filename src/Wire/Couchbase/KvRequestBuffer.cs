using System.Buffers.Binary;

namespace DbIngest.Wire.Couchbase;

/// <summary>
/// Encodes key-value requests into one growing array, to be sent together. <see cref="KvChannel"/> owns one per connection, and
/// <c>CouchbaseDocumentShape</c> writes each document's value straight into it. <c>CouchbaseDriverRecords</c> encodes the
/// documents of the vendor's driver by one of its own. Allocates only to grow and keeps its memory.
/// </summary>
public sealed class KvRequestBuffer
{
    private const int FirstBytes = 64 * 1024;

    // Limits of the vendor's SDKs (compression_min_size and compression_min_ratio): smaller values, and values that hardly
    // shrink, stay uncompressed.
    private const int LeastCompressedBytes = 32;
    private const double LargestRatio = 0.83;

    private byte[] _bytes = new byte[FirstBytes];
    private int _length;
    private int _begun;
    private int _value;

    /// <summary>All requests written so far.</summary>
    public ReadOnlySpan<byte> Written => _bytes.AsSpan(0, _length);

    /// <summary>Bytes written so far.</summary>
    public int Length => _length;

    /// <summary>
    /// Room for bytes of the current request's value. The caller then calls <see cref="Advance"/> with the number of bytes
    /// written.
    /// </summary>
    /// <param name="bytes">The most that the caller writes.</param>
    public Span<byte> Room(int bytes)
    {
        if (_length + bytes > _bytes.Length)
        {
            Array.Resize(ref _bytes, Math.Max(_bytes.Length * 2, _length + bytes));
        }

        return _bytes.AsSpan(_length);
    }

    /// <summary>Makes the first <paramref name="bytes"/> of the room part of the value.</summary>
    public void Advance(int bytes) => _length += bytes;

    /// <summary>Adds bytes as they are.</summary>
    public void Raw(ReadOnlySpan<byte> bytes)
    {
        bytes.CopyTo(Room(bytes.Length));
        _length += bytes.Length;
    }

    /// <summary>
    /// Begins a request. The caller writes its value next. The parameters are those of <see cref="KvConnection.Begin"/>. Without
    /// framing extras the request has the older header.
    /// </summary>
    internal void Begin(
        KvOpcode opcode, int vBucket, uint opaque, ReadOnlySpan<byte> framing, ReadOnlySpan<byte> extras,
            ReadOnlySpan<byte> prefix, ReadOnlySpan<byte> key, ulong cas)
    {
        _begun = _length;
        int keyBytes = prefix.Length + key.Length;
        var header = Room(KvMessage.HeaderBytes + framing.Length + extras.Length + keyBytes);
        header[0] = framing.IsEmpty ? KvMessage.RequestMagic : KvMessage.FramedRequestMagic;
        header[1] = (byte)opcode;
        if (framing.IsEmpty)
        {
            BinaryPrimitives.WriteUInt16BigEndian(header[2..], (ushort)keyBytes);
        }
        else
        {
            header[2] = (byte)framing.Length;
            header[3] = checked((byte)keyBytes);
        }

        header[4] = (byte)extras.Length;
        header[KvMessage.DataTypeAt] = opcode == KvOpcode.RangeScanCreate ? KvMessage.JsonDataType : (byte)0;
        BinaryPrimitives.WriteUInt16BigEndian(header[6..], (ushort)vBucket);
        BinaryPrimitives.WriteUInt32BigEndian(header[12..], opaque);
        BinaryPrimitives.WriteUInt64BigEndian(header[16..], cas);
        var rest = header[KvMessage.HeaderBytes..];
        framing.CopyTo(rest);
        rest = rest[framing.Length..];
        extras.CopyTo(rest);
        rest = rest[extras.Length..];
        prefix.CopyTo(rest);
        key.CopyTo(rest[prefix.Length..]);
        _length += KvMessage.HeaderBytes + framing.Length + extras.Length + keyBytes;
        _value = _length;
    }

    /// <summary>
    /// Compresses the current request's value if it is a document and shrinks enough. Called just before <see cref="End"/>.
    /// </summary>
    internal void Compress()
    {
        int bytes = _length - _value;
        if ((KvOpcode)_bytes[_begun + 1] is not (KvOpcode.Add or KvOpcode.Set or KvOpcode.Replace)
            || bytes < LeastCompressedBytes)
        {
            return;
        }

        var room = Room(SnappyBlock.MaxCompressedBytes(bytes));
        int compressed = SnappyBlock.Compress(_bytes.AsSpan(_value, bytes), room);
        if (compressed <= bytes * LargestRatio)
        {
            room[..compressed].CopyTo(_bytes.AsSpan(_value));
            _length = _value + compressed;
            _bytes[_begun + KvMessage.DataTypeAt] = KvMessage.SnappyDataType;
        }
    }

    /// <summary>Fills in the length of the current request.</summary>
    internal void End() =>
        BinaryPrimitives.WriteInt32BigEndian(_bytes.AsSpan(_begun + 8), _length - _begun - KvMessage.HeaderBytes);

    /// <summary>Drops everything and keeps the memory.</summary>
    public void Clear() => _length = 0;
}
