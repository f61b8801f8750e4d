using System.Buffers.Binary;
using DbIngest.Targets.Mongo.Shapes;
using DbIngest.Wire.Mongo;

namespace DbIngest.Targets.Tests.Mongo;

/// <summary>Object ids as the specification "ObjectID format" has them.</summary>
public sealed class ObjectIdsTests
{
    [Fact]
    public void Write_BeginsWithTheSecondsSince1970_AndEndsWithACounter()
    {
        var ids = new ObjectIds();
        Span<byte> first = stackalloc byte[BsonObjectId.Bytes];
        Span<byte> second = stackalloc byte[BsonObjectId.Bytes];
        long before = DateTimeOffset.UtcNow.ToUnixTimeSeconds();
        ids.Write(first, source: 1, sequence: 2);
        ids.Write(second, source: 1, sequence: 2);

        ((long)BinaryPrimitives.ReadUInt32BigEndian(first)).ShouldBeInRange(before - 2, before + 60);
        second[4..9].SequenceEqual(first[4..9]).ShouldBeTrue("the same process");
        int Counter(ReadOnlySpan<byte> id) => (id[9] << 16) | (id[10] << 8) | id[11];
        Counter(second).ShouldBe((Counter(first) + 1) & 0xff_ffff);
    }
}
