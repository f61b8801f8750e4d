using DbIngest.Wire.Mongo;
using FsCheck;
using FsCheck.Fluent;

namespace DbIngest.Wire.Tests.Mongo;

public sealed class BsonTests
{
    // The examples of bsonspec.org, "How does BSON work?".
    private static readonly byte[] Hello = [.. "\u0016\0\0\0\u0002hello\0\u0006\0\0\0world\0\0"u8];

    private static readonly byte[] Awesome =
    [
        0x31, 0, 0, 0, 0x04, .. "BSON\0"u8, 0x26, 0, 0, 0, 0x02, 0x30, 0, 0x08, 0, 0, 0, .. "awesome\0"u8,
        0x01, 0x31, 0, 0x33, 0x33, 0x33, 0x33, 0x33, 0x33, 0x14, 0x40, 0x10, 0x32, 0, 0xc2, 0x07, 0, 0, 0, 0,
    ];

    private static readonly BsonDocument Everything = new(
        ("double", Math.PI), ("text", "Grüße"), ("document", new BsonDocument(("a", 1))), ("list", (object?[])[1, "b", null]),
            ("bytes", (byte[])[1, 2]),
        ("id", new BsonObjectId(0x0102_0304, 0x0506_0708_090A_0B0C)), ("flag", true),
        ("date", DateTimeOffset.UnixEpoch), ("nothing", null), ("int", -1), ("long", long.MinValue));

    [Fact]
    public void Write_ExamplesOfTheSpecification_AreTheirBytes()
    {
        new BsonDocument(("hello", "world")).ToBytes().ShouldBe(Hello);
        new BsonDocument(("BSON", (object?[])["awesome", 5.05, 1986])).ToBytes().ShouldBe(Awesome);
    }

    [Fact]
    public void Read_ExamplesOfTheSpecification_GivesTheirValues()
    {
        BsonDocument.Read(Hello).Text("hello").ShouldBe("world");
        BsonDocument.Read(Awesome).List("BSON").ShouldBe(["awesome", 5.05, 1986]);
    }

    [Fact]
    public void Read_WhatWasWritten_IsTheSame()
    {
        var read = BsonDocument.Read(Everything.ToBytes());

        read.ToBytes().ShouldBe(Everything.ToBytes());
        read["double"].ShouldBe(Math.PI);
        read["id"].ShouldBe(new BsonObjectId(0x0102_0304, 0x0506_0708_090A_0B0C));
        read.Text("text").ShouldBe("Grüße");
        read.Number("document.a").ShouldBe(1);
        read.List("list").ShouldBe([1, "b", null]);
        read.Number("long").ShouldBe(long.MinValue);
        read["date"].ShouldBe(DateTimeOffset.UnixEpoch);
        read["missing.of.all"].ShouldBeNull();
    }

    [Fact]
    public void Write_AnObjectId_IsItsBytesFromTheHighestOn()
    {
        var id = new BsonObjectId(0x0102_0304, 0x0506_0708_090A_0B0C);

        new BsonDocument(("i", id)).ToBytes()
            .ShouldBe([0x14, 0, 0, 0, 0x07, (byte)'i', 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 0]);
        id.ToString().ShouldBe("0102030405060708090a0b0c");
    }

    [Fact]
    public void Read_TypesThatAreNotNeeded_ArePassedOver()
    {
        var buffer = new BsonBuffer();
        int start = buffer.BeginDocument();
        buffer.Header(BsonType.ObjectId, "id"u8);
        buffer.Raw(new byte[12]);
        buffer.Header(BsonType.Regex, "regex"u8);
        buffer.Raw("a+\0i\0"u8);
        buffer.Header(BsonType.Decimal128, "decimal"u8);
        buffer.Raw(new byte[16]);
        buffer.Header(BsonType.MinKey, "least"u8);
        buffer.Header(BsonType.Timestamp, "time"u8);
        buffer.Int64(1);
        buffer.Int32("last"u8, 7);
        buffer.EndDocument(start);

        BsonDocument.Read(buffer.Written).Number("last").ShouldBe(7);
    }

    [Fact]
    public void Read_DocumentsWithinEachOtherWithoutEnd_AreRefused()
    {
        var document = new BsonDocument();
        for (int i = 0; i < 300; i++)
        {
            document = new BsonDocument(("d", document));
        }

        Should.Throw<WireProtocolException>(() => BsonDocument.Read(document.ToBytes())).Message.ShouldContain("nested");
    }

    [Fact]
    public void Read_CutAnywhere_IsAProtocolError()
    {
        byte[] bytes = Everything.ToBytes();
        for (int length = 0; length < bytes.Length; length++)
        {
            Should.Throw<WireProtocolException>(() => BsonDocument.Read(bytes.AsSpan(0, length)));
        }
    }

    [Fact]
    public void Read_AnyBytesDamaged_IsADocumentOrAProtocolError() => Prop.ForAll(
        (from count in Gen.Choose(1, 8)
         from list in Gen.ListOf(Gen.Choose(0, 10_000).Zip(Gen.Choose(0, 255)), count)
         select list.ToList()).ToArbitrary(),
        mutations =>
        {
            byte[] bytes = Everything.ToBytes();
            mutations.ForEach(m => bytes[m.Item1 % bytes.Length] = (byte)m.Item2);
            try
            {
                BsonDocument.Read(bytes);
            }
            catch (WireProtocolException)
            {
                // Typed: that is the promise.
            }
        }).Check(Config.QuickThrowOnFailure.WithMaxTest(3000));

    [Fact]
    public void Read_TextThatClaimsMoreThanThereIs_IsAProtocolError()
    {
        byte[] bytes = [.. Hello];
        bytes[11] = 0xff;
        Should.Throw<WireProtocolException>(() => BsonDocument.Read(bytes));
        bytes[14] = 0xff;
        Should.Throw<WireProtocolException>(() => BsonDocument.Read(bytes));
    }
}
