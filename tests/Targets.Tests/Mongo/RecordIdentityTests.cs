using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Mongo.Shapes;
using DbIngest.Wire.Mongo;
using ObjectId = MongoDB.Bson.ObjectId;

namespace DbIngest.Targets.Tests.Mongo;

/// <summary>Identities made of source and sequence: numbers and object ids.</summary>
public sealed class RecordIdentityTests
{
    // Stored documents have these bytes.
    [Theory]
    [InlineData("sequence", 3, 5L, "0500000000030000")]
    [InlineData("sequence_objectid", 3, 5L, "000000040000000000000005")]
    [InlineData("sequence_objectid", int.MaxValue, 1L << 53, "800000000020000000000000")]
    public void Write_ARecord_HasTheseBytes(string id, int source, long sequence, string bytes)
    {
        var identity = Of(id);
        byte[] written = new byte[identity.Bytes];

        identity.Write(written, source, sequence);

        Convert.ToHexStringLower(written).ShouldBe(bytes);
        var document = new BsonDocument(("_id", identity.Of(source, sequence))).ToBytes();
        document[9..^1].ShouldBe(written);
        ((BsonType)document[4]).ShouldBe(identity.Type);
    }

    [Fact]
    public void Of_TheEndOfASource_IsTheBeginningOfTheNext()
    {
        var identity = new NumberIdentity();
        identity.Of(1, identity.Sequences).ShouldBe(identity.Of(2, 0));
    }

    [Theory]
    [InlineData(-1)]
    [InlineData(1 << 23)]
    [InlineData(1 << 24)]
    public void Of_ASourceBeyondTheBits_IsNotThatOfAnother(int source) =>
        Should.Throw<ArgumentOutOfRangeException>(() => NumberIdentity.Number(source, 5));

    [Fact]
    public void Write_ObjectIds_AreInTheOrderOfSourcesAndTheirSequences()
    {
        (int, long)[] records = [(0, 0), (0, 255), (0, 256), (0, 1L << 40), (1, 0), (255, 9), (256, 8), (int.MaxValue, 7)];
        records.Select(record =>
        {
            byte[] written = new byte[BsonObjectId.Bytes];
            new ObjectIdIdentity().Write(written, record.Item1, record.Item2);
            return new ObjectId(written);
        }).ShouldBeInOrder();
    }

    [Theory]
    [InlineData("sequence", (1 << 23) + 1, 10L, false)]
    [InlineData("sequence", 1, (1L << 40) + 1, false)]
    [InlineData("sequence", 1 << 23, 1L << 40, true)]
    [InlineData("sequence_objectid", int.MaxValue, 1L << 53, true)]
    public void Check_MoreThanThereAreIdentities_IsRefusedWithTheRemedy(string id, int sources, long records, bool isTaken)
    {
        void Check() => Of(id).Check(new TrialTable(new PatternWorkload(1).Schema, sources, records));
        if (isTaken)
        {
            Check();
        }
        else
        {
            Should.Throw<TargetException>(Check).Message.ShouldContain("id=sequence_objectid");
        }
    }

    [Theory]
    [InlineData("sequence")]
    [InlineData("sequence_objectid")]
    public void IsOf_WhatIsNotTheRecords_IsFalse(string id)
    {
        var identity = Of(id);
        identity.IsOf(identity.Of(3, 5), 3, 5).ShouldBeTrue();
        identity.IsOf(identity.Of(3, 5), 3, 6).ShouldBeFalse();
        identity.IsOf(identity.Of(3, 5), null, 5).ShouldBeFalse();
        identity.IsOf(identity.Of(3, 5), 1L << 40, 5).ShouldBeFalse();
        identity.IsOf(null, 3, 5).ShouldBeFalse();
        identity.IsOf(Of(id == "sequence" ? "sequence_objectid" : "sequence").Of(3, 5), 3, 5).ShouldBeFalse();
    }

    private static RecordIdentity Of(string id) => id == "sequence" ? new NumberIdentity() : new ObjectIdIdentity();
}
