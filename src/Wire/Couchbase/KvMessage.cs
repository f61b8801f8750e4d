using System.Buffers.Binary;

namespace DbIngest.Wire.Couchbase;

/// <summary>
/// A message from the server, read in place: an answer, or in DCP streams a request. <see cref="KvConnection.Receive"/> returns
/// it to the operations of writers and the audit (<c>IKvOperation</c>), <see cref="KvConnection.ReceivePart"/> to
/// <see cref="RangeScan"/>. Allocates nothing. Its bytes are valid until the next message is received.
/// </summary>
public readonly ref struct KvMessage
{
    internal const int HeaderBytes = 24;
    internal const byte Magic = 0x81;
    internal const byte FramedMagic = 0x18;
    internal const byte RequestMagic = 0x80;
    internal const byte FramedRequestMagic = 0x08;
    internal const int DataTypeAt = 5;
    internal const byte JsonDataType = 0x01;
    internal const byte SnappyDataType = 0x02;

    private readonly ReadOnlySpan<byte> _message;
    private readonly ReadOnlySpan<byte> _restored;
    private readonly int _extras;
    private readonly int _key;
    private readonly int _value;

    /// <summary>Reads the header of a whole message and checks that its fields fit into it.</summary>
    internal KvMessage(ReadOnlySpan<byte> message)
    {
        _message = message;
        bool isFramed = message[0] is FramedMagic or FramedRequestMagic;
        int framing = isFramed ? message[2] : 0;
        int keyBytes = isFramed ? message[3] : BinaryPrimitives.ReadUInt16BigEndian(message[2..]);
        _extras = HeaderBytes + framing;
        _key = _extras + message[4];
        _value = _key + keyBytes;
        if (_value > message.Length)
        {
            throw new WireProtocolException("A message of the server is shorter than its fields.");
        }
    }

    /// <summary>Copies a message and gives it the decompressed value.</summary>
    internal KvMessage(KvMessage compressed, ReadOnlySpan<byte> value)
    {
        this = compressed;
        _restored = value;
    }

    /// <summary>Whether the server sent a request rather than an answer.</summary>
    public bool IsRequest => _message[0] is RequestMagic or FramedRequestMagic;

    /// <summary>The command.</summary>
    public KvOpcode Opcode => (KvOpcode)_message[1];

    /// <summary>Outcome of the request. Has no meaning when the server sent a request.</summary>
    public KvStatus Status => (KvStatus)BinaryPrimitives.ReadUInt16BigEndian(_message[6..]);

    /// <summary>The vBucket. Has no meaning in an answer.</summary>
    public int VBucket => BinaryPrimitives.ReadUInt16BigEndian(_message[6..]);

    /// <summary>The value by which the request was marked. Its answer repeats it.</summary>
    public uint Opaque => BinaryPrimitives.ReadUInt32BigEndian(_message[12..]);

    /// <summary>The document's version (CAS).</summary>
    public ulong Cas => BinaryPrimitives.ReadUInt64BigEndian(_message[16..]);

    /// <summary>Fields specific to the command.</summary>
    public ReadOnlySpan<byte> Extras => _message[_extras.._key];

    /// <summary>The key.</summary>
    public ReadOnlySpan<byte> Key => _message[_key.._value];

    /// <summary>The value, decompressed.</summary>
    public ReadOnlySpan<byte> Value => IsCompressed ? _restored : _message[_value..];

    /// <summary>Whether the value arrived compressed with Snappy.</summary>
    internal bool IsCompressed => (_message[DataTypeAt] & SnappyDataType) != 0;

    /// <summary>The value as it arrived.</summary>
    internal ReadOnlySpan<byte> Raw => _message[_value..];
}
