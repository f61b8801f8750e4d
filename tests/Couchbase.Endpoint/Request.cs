using System.Buffers.Binary;
using DbIngest.Wire.Couchbase;

namespace DbIngest.Couchbase.Endpoint;

/// <summary>A request of a client.</summary>
public sealed class Request
{
    private const int HeaderBytes = 24;
    private const byte FramedMagic = 0x08;

    private readonly byte[] _header;

    internal Request(byte[] header, byte[] body)
    {
        _header = header;
        bool isFramed = header[0] == FramedMagic;
        int framing = isFramed ? header[2] : 0;
        int key = isFramed ? header[3] : BinaryPrimitives.ReadUInt16BigEndian(header.AsSpan(2));
        Framing = body[..framing];
        Extras = body[framing..(framing + header[4])];
        Key = body[(framing + header[4])..(framing + header[4] + key)];
        Value = body[(framing + header[4] + key)..];
    }

    public KvOpcode Opcode => (KvOpcode)_header[1];

    public int VBucket => BinaryPrimitives.ReadUInt16BigEndian(_header.AsSpan(6));

    /// <summary>Whether the value is compressed by Snappy.</summary>
    public bool IsCompressed => (_header[5] & 0x02) != 0;

    /// <summary>Whether the value is said to be JSON.</summary>
    public bool IsJson => (_header[5] & 0x01) != 0;

    public ReadOnlySpan<byte> Opaque => _header.AsSpan(12, 4);

    /// <summary>The version that the document must have; 0 for any.</summary>
    public long Cas => BinaryPrimitives.ReadInt64BigEndian(_header.AsSpan(16));

    public byte[] Framing { get; }

    public byte[] Extras { get; }

    public byte[] Key { get; }

    public byte[] Value { get; }

    internal static Request? Read(Stream stream)
    {
        byte[] header = new byte[HeaderBytes];
        if (stream.ReadAtLeast(header, HeaderBytes, throwOnEndOfStream: false) < HeaderBytes)
        {
            return null;
        }

        byte[] body = new byte[BinaryPrimitives.ReadInt32BigEndian(header.AsSpan(8))];
        stream.ReadExactly(body);
        return new Request(header, body);
    }
}
