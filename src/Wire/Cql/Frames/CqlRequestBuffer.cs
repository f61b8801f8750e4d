using System.Buffers.Binary;
using System.Runtime.CompilerServices;
using System.Text;

namespace DbIngest.Wire.Cql.Frames;

/// <summary>
/// One or more requests as the bytes that go to the server, encoded in place: headers, lengths and, in version 5, the
/// segments with their checksums are filled in when a request ends. The buffer is reused and grows to the largest use.
/// </summary>
public sealed class CqlRequestBuffer
{
    private const int EnvelopeHeaderBytes = 9;
    private const int LengthOffset = 5;
    private const int InitialBytes = 64 * 1024;
    private const int NoSegment = -1;

    private byte[] _bytes = new byte[InitialBytes];
    private int _position;
    private int _envelope;
    private int _segment = NoSegment;

    /// <summary>Creates an empty buffer.</summary>
    /// <param name="version">The version of the protocol.</param>
    public CqlRequestBuffer(int version) => Version = version;

    /// <summary>How many bytes are encoded and not sent yet.</summary>
    public int Length => _position;

    /// <summary>The bytes that are encoded and not sent yet.</summary>
    public ReadOnlySpan<byte> Written => _bytes.AsSpan(0, _position);

    internal int Version { get; }

    /// <summary>Whether requests travel in segments: from version 5 on, and only after the server accepted STARTUP.</summary>
    internal bool IsSegmented { get; set; }

    /// <summary>Compresses the segments; null where that was not agreed on.</summary>
    internal CqlCompression? Compression { get; set; }

    private int SegmentHeaderBytes => Compression is null ? CqlSegment.HeaderBytes : CqlCompression.HeaderBytes;

    /// <summary>Room for fields of the request, to be filled by the caller.</summary>
    /// <param name="bytes">How many bytes may be written.</param>
    /// <returns>The room; valid until the next call.</returns>
    public Span<byte> Room(int bytes)
    {
        Ensure(bytes);
        return _bytes.AsSpan(_position, bytes);
    }

    /// <summary>Takes over what was written into the <see cref="Room"/>.</summary>
    /// <param name="bytes">How many bytes were written.</param>
    public void Advance(int bytes) => _position += bytes;

    /// <summary>Writes a [byte].</summary>
    /// <param name="value">The byte.</param>
    public void Byte(byte value)
    {
        Ensure(1);
        _bytes[_position++] = value;
    }

    /// <summary>Writes a [short].</summary>
    /// <param name="value">0 to 65,535.</param>
    public void UInt16(int value)
    {
        Ensure(2);
        BinaryPrimitives.WriteUInt16BigEndian(_bytes.AsSpan(_position), checked((ushort)value));
        _position += 2;
    }

    /// <summary>Writes an [int].</summary>
    /// <param name="value">The number.</param>
    public void Int32(int value)
    {
        Ensure(4);
        BinaryPrimitives.WriteInt32BigEndian(_bytes.AsSpan(_position), value);
        _position += 4;
    }

    /// <summary>Writes a [value] that is an <c>int</c> column.</summary>
    /// <param name="value">The number.</param>
    public void IntValue(int value)
    {
        Int32(4);
        Int32(value);
    }

    /// <summary>Writes a [value] that is a <c>bigint</c> column.</summary>
    /// <param name="value">The number.</param>
    public void BigintValue(long value)
    {
        Int32(8);
        Int64(value);
    }

    /// <summary>Writes a [value] that is a <c>double</c> column.</summary>
    /// <param name="value">The number.</param>
    public void DoubleValue(double value) => BigintValue(BitConverter.DoubleToInt64Bits(value));

    /// <summary>Writes a [value] that is not set: the column stays as it is.</summary>
    public void NotSet() => Int32(-2);

    /// <summary>Writes a [long].</summary>
    /// <param name="value">The number.</param>
    public void Int64(long value)
    {
        Ensure(8);
        BinaryPrimitives.WriteInt64BigEndian(_bytes.AsSpan(_position), value);
        _position += 8;
    }

    /// <summary>Writes a [string].</summary>
    /// <param name="text">The text; at most 65,535 bytes.</param>
    public void String(string text)
    {
        UInt16(Encoding.UTF8.GetByteCount(text));
        Text(text);
    }

    /// <summary>Writes a [long string].</summary>
    /// <param name="text">The text.</param>
    public void LongString(string text)
    {
        Int32(Encoding.UTF8.GetByteCount(text));
        Text(text);
    }

    /// <summary>Writes [short bytes].</summary>
    /// <param name="bytes">At most 65,535 bytes.</param>
    public void ShortBytes(ReadOnlySpan<byte> bytes)
    {
        UInt16(bytes.Length);
        Raw(bytes);
    }

    /// <summary>Writes [bytes].</summary>
    /// <param name="bytes">The bytes.</param>
    public void Bytes(ReadOnlySpan<byte> bytes)
    {
        Int32(bytes.Length);
        Raw(bytes);
    }

    /// <summary>Begins a request.</summary>
    internal void Begin(CqlOpcode opcode, int stream)
    {
        if (IsSegmented && _segment == NoSegment)
        {
            OpenSegment();
        }

        Ensure(EnvelopeHeaderBytes);
        _envelope = _position;
        var header = _bytes.AsSpan(_position, EnvelopeHeaderBytes);
        header[0] = (byte)Version;
        header[1] = 0;
        BinaryPrimitives.WriteInt16BigEndian(header[2..], (short)stream);
        header[4] = (byte)opcode;
        _position += EnvelopeHeaderBytes;
    }

    /// <summary>Ends the request begun last.</summary>
    internal void End()
    {
        BinaryPrimitives.WriteInt32BigEndian(_bytes.AsSpan(_envelope + LengthOffset), _position - _envelope - EnvelopeHeaderBytes);
        if (IsSegmented && _position - _segment - SegmentHeaderBytes > CqlSegment.MaxPayloadBytes)
        {
            Overflow();
        }
    }

    /// <summary>Drops the request begun last, which could not be encoded to its end.</summary>
    internal void Abandon() => _position = _envelope;

    /// <summary>Everything encoded so far, ready to be sent; the buffer is empty afterwards.</summary>
    internal ReadOnlySpan<byte> Finish()
    {
        if (_segment != NoSegment)
        {
            CloseSegment(isSelfContained: true);
        }

        int length = _position;
        _position = 0;
        return _bytes.AsSpan(0, length);
    }

    private void Raw(ReadOnlySpan<byte> bytes)
    {
        bytes.CopyTo(Room(bytes.Length));
        _position += bytes.Length;
    }

    private void Text(string text)
    {
        int bytes = Encoding.UTF8.GetByteCount(text);
        Encoding.UTF8.GetBytes(text, Room(bytes));
        _position += bytes;
    }

    private void OpenSegment()
    {
        Ensure(SegmentHeaderBytes);
        _segment = _position;
        _position += SegmentHeaderBytes;
    }

    private void CloseSegment(bool isSelfContained)
    {
        Ensure(CqlSegment.TrailerBytes);
        _position += CqlSegment.TrailerBytes;
        var segment = _bytes.AsSpan(_segment, _position - _segment);
        if (Compression is null)
        {
            CqlSegment.Seal(segment, isSelfContained);
        }
        else
        {
            _position = _segment + Compression.Seal(segment, isSelfContained);
        }

        _segment = NoSegment;
    }

    /// <summary>The request just ended does not fit into the open segment: it gets one of its own, or several.</summary>
    private void Overflow()
    {
        // Rare: room for the copy is taken from the heap, and the request is written again behind the segment so far.
        byte[] envelope = _bytes.AsSpan(_envelope, _position - _envelope).ToArray();
        _position = _envelope;
        if (_envelope > _segment + SegmentHeaderBytes)
        {
            CloseSegment(isSelfContained: true);
        }
        else
        {
            _position = _segment;
        }

        if (envelope.Length <= CqlSegment.MaxPayloadBytes)
        {
            OpenSegment();
            Raw(envelope);
            return;
        }

        for (int done = 0; done < envelope.Length; done += CqlSegment.MaxPayloadBytes)
        {
            OpenSegment();
            Raw(envelope.AsSpan(done, Math.Min(CqlSegment.MaxPayloadBytes, envelope.Length - done)));
            CloseSegment(isSelfContained: false);
        }
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void Ensure(int bytes)
    {
        if (_bytes.Length - _position < bytes)
        {
            Grow(bytes);
        }
    }

    private void Grow(int bytes) => Array.Resize(ref _bytes, checked(Math.Max(_position + bytes, 2 * _bytes.Length)));
}
