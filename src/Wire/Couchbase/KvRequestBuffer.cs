using System.Buffers.Binary;

namespace DbIngest.Wire.Couchbase;

/// <summary>Requests as bytes, one after another, to be sent together. It grows to what was needed at most, and is used again.</summary>
public sealed class KvRequestBuffer
{
    private const int FirstBytes = 64 * 1024;

    // As the SDKs have it (their settings compression_min_size and compression_min_ratio): smaller values, and those that hardly shrink, go as they are.
    private const int LeastCompressedBytes = 32;
    private const double LargestRatio = 0.83;

    private byte[] _bytes = new byte[FirstBytes];
    private int _length;
    private int _begun;
    private int _value;

    /// <summary>What was written.</summary>
    public ReadOnlySpan<byte> Written => _bytes.AsSpan(0, _length);

    /// <summary>How many bytes were written.</summary>
    public int Length => _length;

    /// <summary>Room for bytes of the value of the request begun last; those that are used are told by <see cref="Advance"/>.</summary>
    /// <param name="bytes">How many at most.</param>
    /// <returns>At least as many.</returns>
    public Span<byte> Room(int bytes)
    {
        if (_length + bytes > _bytes.Length)
        {
            Array.Resize(ref _bytes, Math.Max(_bytes.Length * 2, _length + bytes));
        }

        return _bytes.AsSpan(_length);
    }

    /// <summary>Bytes of <see cref="Room"/> were written.</summary>
    /// <param name="bytes">How many.</param>
    public void Advance(int bytes) => _length += bytes;

    /// <summary>Writes bytes.</summary>
    /// <param name="bytes">The bytes.</param>
    public void Raw(ReadOnlySpan<byte> bytes)
    {
        bytes.CopyTo(Room(bytes.Length));
        _length += bytes.Length;
    }

    /// <summary>Begins a request; the caller writes its value next.</summary>
    /// <param name="opcode">The command.</param>
    /// <param name="vBucket">The vBucket.</param>
    /// <param name="opaque">What its answer is to be told by.</param>
    /// <param name="framing">Framing extras; a request without any is of the older form.</param>
    /// <param name="extras">Fields of the command's own.</param>
    /// <param name="prefix">What stands before the key: its collection's number.</param>
    /// <param name="key">The key.</param>
    /// <param name="cas">The version that the document must have; 0 for any.</param>
    internal void Begin(
        KvOpcode opcode, int vBucket, uint opaque, ReadOnlySpan<byte> framing, ReadOnlySpan<byte> extras, ReadOnlySpan<byte> prefix, ReadOnlySpan<byte> key, ulong cas)
    {
        _begun = _length;
        int keyBytes = prefix.Length + key.Length;
        var header = Room(KvAnswer.HeaderBytes + framing.Length + extras.Length + keyBytes);
        header[0] = framing.IsEmpty ? KvAnswer.RequestMagic : KvAnswer.FramedRequestMagic;
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
        header[KvAnswer.DataTypeAt] = opcode == KvOpcode.RangeScanCreate ? KvAnswer.JsonDataType : (byte)0;
        BinaryPrimitives.WriteUInt16BigEndian(header[6..], (ushort)vBucket);
        BinaryPrimitives.WriteUInt32BigEndian(header[12..], opaque);
        BinaryPrimitives.WriteUInt64BigEndian(header[16..], cas);
        var rest = header[KvAnswer.HeaderBytes..];
        framing.CopyTo(rest);
        rest = rest[framing.Length..];
        extras.CopyTo(rest);
        rest = rest[extras.Length..];
        prefix.CopyTo(rest);
        key.CopyTo(rest[prefix.Length..]);
        _length += KvAnswer.HeaderBytes + framing.Length + extras.Length + keyBytes;
        _value = _length;
    }

    /// <summary>Compresses the value of the request begun last, where it is a document and worth it. It is ended next.</summary>
    internal void Compress()
    {
        int bytes = _length - _value;
        if ((KvOpcode)_bytes[_begun + 1] is not (KvOpcode.Add or KvOpcode.Set or KvOpcode.Replace) || bytes < LeastCompressedBytes)
        {
            return;
        }

        var room = Room(SnappyBlock.MaxCompressedBytes(bytes));
        int compressed = SnappyBlock.Compress(_bytes.AsSpan(_value, bytes), room);
        if (compressed <= bytes * LargestRatio)
        {
            room[..compressed].CopyTo(_bytes.AsSpan(_value));
            _length = _value + compressed;
            _bytes[_begun + KvAnswer.DataTypeAt] = KvAnswer.SnappyDataType;
        }
    }

    /// <summary>Ends the request begun last.</summary>
    internal void End() => BinaryPrimitives.WriteInt32BigEndian(_bytes.AsSpan(_begun + 8), _length - _begun - KvAnswer.HeaderBytes);

    /// <summary>Drops everything.</summary>
    public void Clear() => _length = 0;
}
