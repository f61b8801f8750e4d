using System.Buffers.Binary;
using System.Runtime.CompilerServices;
using System.Text;

namespace DbIngest.Wire.Cql.Frames;

/// <summary>
/// Encodes requests in place into one growing array, to be sent together. Ending a request fills in its length. With version 5 it
/// also completes segments and checksums. <see cref="CqlChannel"/> owns one per connection, and <c>CassandraRowEncoder</c>
/// encodes every record straight into it. Allocates only to grow and keeps its memory.
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
    /// <param name="version">The native protocol's version, 4 or 5.</param>
    public CqlRequestBuffer(int version) => Version = version;

    /// <summary>Bytes encoded and not sent yet.</summary>
    public int Length => _position;

    /// <summary>The bytes encoded and not sent yet.</summary>
    public ReadOnlySpan<byte> Written => _bytes.AsSpan(0, _position);

    internal int Version { get; }

    /// <summary>Whether requests travel in segments: with version 5, once the server accepted STARTUP.</summary>
    internal bool IsSegmented { get; set; }

    /// <summary>Compresses segments; null without compression.</summary>
    internal CqlCompression? Compression { get; set; }

    private int SegmentHeaderBytes => Compression is null ? CqlSegment.HeaderBytes : CqlCompression.HeaderBytes;

    /// <summary>
    /// Room for fields that the caller writes. The caller then calls <see cref="Advance"/> with the number of bytes written.
    /// Valid until the next call.
    /// </summary>
    /// <param name="bytes">The most that the caller writes.</param>
    public Span<byte> Room(int bytes)
    {
        Ensure(bytes);
        return _bytes.AsSpan(_position, bytes);
    }

    /// <summary>Makes the first <paramref name="bytes"/> of the room part of the request.</summary>
    public void Advance(int bytes) => _position += bytes;

    /// <summary>Writes a [byte].</summary>
    public void Byte(byte value)
    {
        Ensure(1);
        _bytes[_position++] = value;
    }

    /// <summary>Writes a [short], 0 to 65,535.</summary>
    public void UInt16(int value)
    {
        Ensure(2);
        BinaryPrimitives.WriteUInt16BigEndian(_bytes.AsSpan(_position), checked((ushort)value));
        _position += 2;
    }

    /// <summary>Writes an [int].</summary>
    public void Int32(int value)
    {
        Ensure(4);
        BinaryPrimitives.WriteInt32BigEndian(_bytes.AsSpan(_position), value);
        _position += 4;
    }

    /// <summary>Writes the [value] of an <c>int</c> column.</summary>
    public void IntValue(int value)
    {
        Int32(4);
        Int32(value);
    }

    /// <summary>Writes the [value] of a <c>bigint</c> column.</summary>
    public void BigintValue(long value)
    {
        Int32(8);
        Int64(value);
    }

    /// <summary>Writes the [value] of a <c>double</c> column.</summary>
    public void DoubleValue(double value) => BigintValue(BitConverter.DoubleToInt64Bits(value));

    /// <summary>Writes a [value] that is not set, which leaves the column unchanged.</summary>
    public void NotSet() => Int32(-2);

    /// <summary>Writes a [value] that is null, which deletes the column's value.</summary>
    public void Null() => Int32(-1);

    /// <summary>Writes a [long].</summary>
    public void Int64(long value)
    {
        Ensure(8);
        BinaryPrimitives.WriteInt64BigEndian(_bytes.AsSpan(_position), value);
        _position += 8;
    }

    /// <summary>Writes a [string] of at most 65,535 bytes.</summary>
    public void String(string text)
    {
        UInt16(Encoding.UTF8.GetByteCount(text));
        Text(text);
    }

    /// <summary>Writes a [long string].</summary>
    public void LongString(string text)
    {
        Int32(Encoding.UTF8.GetByteCount(text));
        Text(text);
    }

    /// <summary>Writes [short bytes], at most 65,535.</summary>
    public void ShortBytes(ReadOnlySpan<byte> bytes)
    {
        UInt16(bytes.Length);
        Raw(bytes);
    }

    /// <summary>Writes [bytes].</summary>
    public void Bytes(ReadOnlySpan<byte> bytes)
    {
        Int32(bytes.Length);
        Raw(bytes);
    }

    /// <summary>Begins a request: writes the header of its envelope, whose length <see cref="End"/> fills in.</summary>
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

    /// <summary>Ends the current request.</summary>
    internal void End()
    {
        BinaryPrimitives.WriteInt32BigEndian(_bytes.AsSpan(_envelope + LengthOffset),
            _position - _envelope - EnvelopeHeaderBytes);
        if (IsSegmented && _position - _segment - SegmentHeaderBytes > CqlSegment.MaxPayloadBytes)
        {
            Overflow();
        }
    }

    /// <summary>Completes the last segment and returns everything encoded. The buffer is empty afterwards.</summary>
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

    /// <summary>
    /// Moves the request just ended, which does not fit into the open segment, into its own segment or several.
    /// </summary>
    private void Overflow()
    {
        // Rare, so the copy may allocate. The request is written again behind the segment so far.
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
