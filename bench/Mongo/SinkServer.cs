using System.Buffers.Binary;
using System.Net.Sockets;
using DbIngest.Wire.Mongo;

namespace DbIngest.Bench.Mongo;

/// <summary>
/// The sink: a server that counts the documents of insertions, acknowledges them and keeps none. <c>SinkProcess</c> starts it as
/// a separate process.
/// </summary>
internal static class SinkServer
{
    private const int HeaderBytes = 16;
    private const int Query = 2004;
    private const int Reply = 1;

    /// <summary>Serves until its parent ends it.</summary>
    /// <param name="port">The port to listen at.</param>
    public static void Serve(int port)
    {
        SinkListener.Start(port, Talk);
        Thread.Sleep(Timeout.Infinite);
    }

    private static void Talk(Socket socket)
    {
        using var stream = new NetworkStream(socket);
        byte[] message = new byte[1 << 20];
        var answer = new BsonBuffer();
        while (true)
        {
            stream.ReadExactly(message, 0, HeaderBytes);
            int length = BinaryPrimitives.ReadInt32LittleEndian(message);
            if (length > message.Length)
            {
                Array.Resize(ref message, length);
            }

            stream.ReadExactly(message, HeaderBytes, length - HeaderBytes);
            Answer(message.AsSpan(0, length), answer);
            socket.Send(answer.Written);
        }
    }

    private static void Answer(ReadOnlySpan<byte> message, BsonBuffer answer)
    {
        if (BinaryPrimitives.ReadInt32LittleEndian(message[12..]) == Query)
        {
            Greet(message, answer);
            return;
        }

        var rest = message[(HeaderBytes + sizeof(int) + 1)..];
        var command = rest[..BsonReader.LengthOf(rest)];
        var reader = new BsonReader(command);
        reader.Next();
        answer.Clear();
        answer.Int32(0);
        answer.Int32(0);
        answer.Int32(BinaryPrimitives.ReadInt32LittleEndian(message[4..]));
        answer.Int32(2013);
        answer.Int32(0);
        answer.Append(1)[0] = 0;
        if (reader.Name.SequenceEqual("insert"u8))
        {
            int start = answer.BeginDocument();
            answer.Int32("n"u8, Count(rest[command.Length..]));
            answer.Double("ok"u8, 1);
            answer.EndDocument(start);
        }
        else
        {
            Self().Write(answer);
        }

        answer.Patch(0, answer.Length);
    }

    /// <summary>
    /// Answers the greeting of the vendor's driver by OP_REPLY: it greets by OP_QUERY, the form before OP_MSG.
    /// </summary>
    private static void Greet(ReadOnlySpan<byte> message, BsonBuffer answer)
    {
        const int AwaitCapable = 8;
        answer.Clear();
        answer.Int32(0);
        answer.Int32(0);
        answer.Int32(BinaryPrimitives.ReadInt32LittleEndian(message[4..]));
        answer.Int32(Reply);
        answer.Int32(AwaitCapable);
        answer.Int64(0);
        answer.Int32(0);
        answer.Int32(1);
        Self().Write(answer);
        answer.Patch(0, answer.Length);
    }

    private static BsonDocument Self() => new(
        ("isWritablePrimary", true), ("ismaster", true), ("helloOk", true), ("minWireVersion", 0), ("maxWireVersion", 21),
            ("maxBsonObjectSize", 16 << 20),
        ("maxMessageSizeBytes", 48_000_000), ("maxWriteBatchSize", 100_000), ("version", "7.0.0"), ("process", "sink"),
            ("ok", 1.0));

    private static int Count(ReadOnlySpan<byte> section)
    {
        if (section.Length == 0)
        {
            return 0;
        }

        section = section[(1 + sizeof(int))..];
        section = section[(section.IndexOf((byte)0) + 1)..];
        int count = 0;
        for (; section.Length > 0; count++)
        {
            section = section[BsonReader.LengthOf(section)..];
        }

        return count;
    }
}
