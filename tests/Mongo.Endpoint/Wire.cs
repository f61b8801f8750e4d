using System.Buffers.Binary;
using System.IO.Compression;
using System.Numerics;
using DbIngest.Wire.Mongo;

namespace DbIngest.Mongo.Endpoint;

/// <summary>The server's side of messages: OP_MSG and OP_COMPRESSED, from the specifications.</summary>
internal sealed class Wire(Stream stream, MemberOptions options)
{
    private const int Message = 2013;
    private const int Compressed = 2012;
    private const int Query = 2004;
    private const int Reply = 1;
    private int _answers;
    private bool _isQuery;

    /// <summary>Whether the request read last was compressed: its answer then is.</summary>
    public bool IsCompressed { get; private set; }

    /// <summary>Reads a request.</summary>
    /// <returns>Its identity, its command and the documents of its sequence; null at the end of the connection.</returns>
    public (int Id, BsonDocument Command, List<byte[]> Documents)? Read()
    {
        byte[] header = new byte[16];
        if (stream.ReadAtLeast(header, header.Length, throwOnEndOfStream: false) < header.Length)
        {
            return null;
        }

        int length = BinaryPrimitives.ReadInt32LittleEndian(header);
        int opcode = BinaryPrimitives.ReadInt32LittleEndian(header.AsSpan(12));
        if (length > options.MaxMessageBytes || length < header.Length || opcode is not (Message or Compressed or Query))
        {
            throw new InvalidDataException($"A request of {length} bytes and kind {opcode}.");
        }

        byte[] body = new byte[length - header.Length];
        stream.ReadExactly(body);
        IsCompressed = opcode == Compressed;
        _isQuery = opcode == Query;
        if (_isQuery)
        {
            // The vendor's driver greets as it has since before OP_MSG: flags, "admin.$cmd", two numbers, the command.
            int name = Array.IndexOf(body, (byte)0, sizeof(int));
            return (BinaryPrimitives.ReadInt32LittleEndian(header.AsSpan(4)),
                BsonDocument.Read(body.AsSpan(name + 1 + (2 * sizeof(int)))), []);
        }

        if (IsCompressed)
        {
            int size = BinaryPrimitives.ReadInt32LittleEndian(body.AsSpan(4));
            using var unpacking = new ZLibStream(new MemoryStream(body, 9, body.Length - 9), CompressionMode.Decompress);
            body = new byte[size];
            unpacking.ReadExactly(body);
        }

        var (command, documents) = Sections(body.AsSpan(4));
        return (BinaryPrimitives.ReadInt32LittleEndian(header.AsSpan(4)), command, documents);
    }

    /// <summary>Sends an answer.</summary>
    public void Write(int responseTo, ReadOnlySpan<byte> document)
    {
        if (_isQuery)
        {
            var reply = new BsonBuffer();
            reply.Int32(16 + 20 + document.Length);
            reply.Int32(Interlocked.Increment(ref _answers));
            reply.Int32(responseTo);
            reply.Int32(Reply);
            reply.Int32(8);
            reply.Int64(0);
            reply.Int32(0);
            reply.Int32(1);
            reply.Raw(document);
            stream.Write(reply.Written);
            return;
        }

        var body = new BsonBuffer();
        body.Int32(options.Checksums ? 1 : 0);
        body.Append(1)[0] = 0;
        body.Raw(document);
        bool isCompressed = IsCompressed && options.Compresses;
        var message = new BsonBuffer();
        message.Int32(0);
        message.Int32(Interlocked.Increment(ref _answers));
        message.Int32(responseTo);
        message.Int32(isCompressed ? Compressed : Message);
        if (isCompressed)
        {
            using var packed = new MemoryStream();
            using (var packing = new ZLibStream(packed, CompressionLevel.Fastest, leaveOpen: true))
            {
                packing.Write(body.Written);
                packing.Write(new byte[options.Checksums ? 4 : 0]);
            }

            message.Int32(Message);
            message.Int32(body.Length + (options.Checksums ? 4 : 0));
            message.Append(1)[0] = 2;
            message.Raw(packed.ToArray());
            message.Patch(0, message.Length);
        }
        else
        {
            message.Raw(body.Written);
            message.Patch(0, message.Length + (options.Checksums ? 4 : 0));
            if (options.Checksums)
            {
                uint crc = uint.MaxValue;
                foreach (byte b in message.Written)
                {
                    crc = BitOperations.Crc32C(crc, b);
                }

                message.Int32((int)~crc);
            }
        }

        stream.Write(message.Written);
    }

    private static (BsonDocument Command, List<byte[]> Documents) Sections(ReadOnlySpan<byte> rest)
    {
        BsonDocument? command = null;
        var documents = new List<byte[]>();
        while (rest.Length > 0)
        {
            byte kind = rest[0];
            rest = rest[1..];
            if (kind == 0)
            {
                int length = BsonReader.LengthOf(rest);
                command = BsonDocument.Read(rest[..length]);
                rest = rest[length..];
                continue;
            }

            int size = BinaryPrimitives.ReadInt32LittleEndian(rest);
            var section = rest[4..size];
            section = section[(section.IndexOf((byte)0) + 1)..];
            while (section.Length > 0)
            {
                int length = BsonReader.LengthOf(section);
                documents.Add(section[..length].ToArray());
                section = section[length..];
            }

            rest = rest[size..];
        }

        return (command ?? throw new InvalidDataException("A request without a command."), documents);
    }
}
