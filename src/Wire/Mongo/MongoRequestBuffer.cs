using System.IO.Compression;

namespace DbIngest.Wire.Mongo;

/// <summary>
/// Encodes OP_MSG requests in place around documents. Ending a request fills in its lengths and compresses it if agreed.
/// <see cref="MongoChannel"/> owns one per connection and writes every insertion into it. Without compression it allocates only
/// to grow.
/// </summary>
internal sealed class MongoRequestBuffer
{
    private const int NoSequence = -1;

    private readonly BsonBuffer _bytes = new();
    private MemoryStream? _packed;
    private int _message;
    private int _sequence = NoSequence;

    /// <summary>Receives the documents of the sections.</summary>
    public BsonBuffer Bytes => _bytes;

    /// <summary>Level of zlib; null without compression.</summary>
    public ZLibCompressionOptions? Compression { get; set; }

    /// <summary>Bytes of the current request so far.</summary>
    public int MessageBytes => _bytes.Length - _message;

    /// <summary>Begins a request. The caller writes its document next, and optionally a sequence of documents.</summary>
    /// <param name="id">The request's id, which its answer repeats.</param>
    public void Begin(int id)
    {
        _message = _bytes.Length;
        _bytes.Int32(0);
        _bytes.Int32(id);
        _bytes.Int32(0);
        _bytes.Int32(MongoMessage.Message);
        _bytes.Int32(0);
        _bytes.Append(1)[0] = MongoMessage.Body;
    }

    /// <summary>Begins the request's sequence of documents.</summary>
    /// <param name="name">The command's field that the sequence stands for, such as <c>documents</c>.</param>
    public void BeginSequence(ReadOnlySpan<byte> name)
    {
        _bytes.Append(1)[0] = MongoMessage.Sequence;
        _sequence = _bytes.Length;
        _bytes.Int32(0);
        _bytes.Raw(name);
        _bytes.Append(1)[0] = 0;
    }

    /// <summary>Ends the request.</summary>
    public void End()
    {
        if (_sequence != NoSequence)
        {
            _bytes.Patch(_sequence, _bytes.Length - _sequence);
            _sequence = NoSequence;
        }

        if (Compression is not null)
        {
            Pack();
        }

        _bytes.Patch(_message, _bytes.Length - _message);
    }

    private void Pack()
    {
        const int OpcodeOffset = 12;
        _packed ??= new MemoryStream();
        _packed.SetLength(0);
        var body = _bytes.Written[(_message + MongoMessage.HeaderBytes)..];
        int size = body.Length;
        using (var packing = new ZLibStream(_packed, Compression!, leaveOpen: true))
        {
            packing.Write(body);
        }

        _bytes.Truncate(_message + MongoMessage.HeaderBytes);
        _bytes.Patch(_message + OpcodeOffset, MongoMessage.Compressed);
        _bytes.Int32(MongoMessage.Message);
        _bytes.Int32(size);
        _bytes.Append(1)[0] = MongoMessage.Zlib;
        _bytes.Raw(_packed.GetBuffer().AsSpan(0, (int)_packed.Length));
    }
}
