using System.IO.Compression;
using System.Net;
using DbIngest.Wire.Mongo;
using DbIngest.Wire.Tests.Fakes;

namespace DbIngest.Wire.Tests.Mongo;

/// <summary>
/// A server whose bytes are damaged anywhere: every outcome is a result or a typed exception, soon and in little memory.
/// </summary>
public sealed class MongoFuzzTests
{
    private const int MaxMessageBytes = 256 * 1024;
    private const long MaxAllocatedBytes = 4 * 1024 * 1024;

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void Conversation_AnyBytesDamaged_EndsInAResultOrATypedException(bool isCompressed) =>
        DamagedAnswers.EndInAResultOrATypedException(() => Answers(isCompressed), answers => Play(answers, isCompressed),
            MaxAllocatedBytes, tests: 1000);

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void Conversation_CutAnywhere_IsALostConnection(bool isCompressed)
    {
        byte[] answers = Answers(isCompressed);
        DamagedAnswers.CutAnywhereAreALostConnection(answers, cut => Play(cut, isCompressed));

        Play(answers, isCompressed);
    }

    [Fact]
    public void Answer_CompressedThoughNotAskedFor_IsAProtocolError() =>
        Should.Throw<WireProtocolException>(() => Play([.. Message(1, Hello(false)), .. Packed(2, Page)], isCompressed: false));

    [Fact]
    public void Answer_MuchLargerThanItClaims_IsNotUnpacked()
    {
        byte[] zeros = new byte[10_000_000];
        byte[] answer = Packed(2, zeros, claimed: 1000);
        Should.Throw<WireProtocolException>(() => Play([.. Message(1, Hello(true)), .. answer], isCompressed: true)).Message
            .ShouldContain("1000");
    }

    private static byte[] Page { get; } = new BsonDocument(
        ("cursor", new BsonDocument(
            ("firstBatch", Enumerable.Range(0, 20).Select(i => new BsonDocument(("_id", (long)i), ("v", i / 3.0)))), ("id", 0L),
            ("ns", "d.c"))), ("ok", 1.0)).ToBytes();

    private static byte[] Hello(bool isCompressed) => new BsonDocument(
        ("isWritablePrimary", true), ("maxWireVersion", 21), ("compression", isCompressed ? ["zlib"] : Array.Empty<string>()),
            ("ok", 1.0)).ToBytes();

    private static byte[] Answers(bool isCompressed)
    {
        byte[][] rest =
        [
            new BsonDocument(("version", "7.0.1"), ("ok", 1.0)).ToBytes(),
            Page,
            new BsonDocument(("n", 5), ("ok", 1.0)).ToBytes(),
            new BsonDocument(("n", 4),
                ("writeErrors", (object?[])[new BsonDocument(("index", 3), ("code", 11000), ("errmsg", "E11000"))]), ("ok", 1.0))
                .ToBytes(),
        ];
        return [.. Message(1, Hello(isCompressed)), .. rest
            .SelectMany((d, i) => isCompressed ? Packed(i + 2, d) : Message(i + 2, d))];
    }

    private static byte[] Message(int responseTo, byte[] document)
    {
        var buffer = new BsonBuffer();
        buffer.Int32(16 + 5 + document.Length);
        buffer.Int32(99);
        buffer.Int32(responseTo);
        buffer.Int32(2013);
        buffer.Int32(0);
        buffer.Append(1)[0] = 0;
        buffer.Raw(document);
        return buffer.Written.ToArray();
    }

    private static byte[] Packed(int responseTo, byte[] document, int? claimed = null)
    {
        using var packed = new MemoryStream();
        using (var packing = new ZLibStream(packed, CompressionLevel.Fastest, leaveOpen: true))
        {
            packing.Write(new byte[5]);
            packing.Write(document);
        }

        var buffer = new BsonBuffer();
        buffer.Int32(16 + 9 + (int)packed.Length);
        buffer.Int32(99);
        buffer.Int32(responseTo);
        buffer.Int32(2012);
        buffer.Int32(2013);
        buffer.Int32(claimed ?? 5 + document.Length);
        buffer.Append(1)[0] = 2;
        buffer.Raw(packed.ToArray());
        return buffer.Written.ToArray();
    }

    private static void Play(byte[] answers, bool isCompressed)
    {
        using var connection = MongoConnection.Open(
            new IPEndPoint(IPAddress.Loopback, 27017),
            () => WireStream.Of(new ScriptedStream(answers), new SocketSettings()),
            new() { MaxMessageBytes = MaxMessageBytes, ZlibLevel = isCompressed ? 1 : null });
        connection.Run("admin", new(("buildInfo", 1)));
        var page = connection.Page("d", new(("find", "c")));
        while (page.Next())
        {
            var reader = new BsonReader(page.Document);
            while (reader.Next())
            {
                // Every element is gone to.
            }
        }

        for (int i = 0; i < 2; i++)
        {
            connection.BeginInsert(new BsonDocument(("insert", "c"), ("$db", "d")).ToBytes());
            connection.SendInsert();
        }

        connection.ReceiveInsert();
        connection.ReceiveInsert();
    }
}
