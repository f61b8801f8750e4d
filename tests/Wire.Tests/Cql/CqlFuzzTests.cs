using System.Buffers.Binary;
using DbIngest.Wire.Cql.Frames;
using DbIngest.Wire.Tests.Fakes;
using FsCheck;
using FsCheck.Fluent;

namespace DbIngest.Wire.Tests.Cql;

/// <summary>A server whose bytes are damaged anywhere: every outcome is a result or a typed exception, soon and in little memory.</summary>
public sealed class CqlFuzzTests
{
    private const int MaxMessageBytes = 256 * 1024;

    // The buffers of a connection, twice the largest message, and what small damaged messages can be made to hold.
    private const long MaxAllocatedBytes = 4 * 1024 * 1024;

    [Theory]
    [InlineData(4, false)]
    [InlineData(5, false)]
    [InlineData(5, true)]
    public void Conversation_AnyBytesDamaged_EndsInAResultOrATypedException(int version, bool isCompressed) => Prop.ForAll(
        Mutations().ToArbitrary(),
        mutations =>
        {
            byte[] answers = Script.Bytes(version, a => Conversation(a, version), isCompressed);
            foreach (var (position, value) in mutations)
            {
                // Whole numbers are damaged too: lengths and counts are what a decoder trusts.
                int at = position % (answers.Length - 4);
                if (value % 3 == 0)
                {
                    BinaryPrimitives.WriteInt32BigEndian(answers.AsSpan(at), value);
                }
                else
                {
                    answers[at] = (byte)value;
                }
            }

            Converse(answers, version, isCompressed);
        }).Check(Config.QuickThrowOnFailure.WithMaxTest(1000));

    [Fact]
    public void Conversation_DamagedWithinGoodSegments_EndsInAResultOrATypedException() => Prop.ForAll(
        Mutations().ToArbitrary(),
        mutations =>
        {
            // The checksums are right and the content is wrong: the decoder behind the segments is reached.
            var inner = ServerMessage.Buffer(5, isSegmented: false);
            Conversation(inner, 5);
            byte[] payload = ServerMessage.Bytes(inner);
            foreach (var (position, value) in mutations)
            {
                payload[position % payload.Length] = (byte)value;
            }

            byte[] segment = new byte[CqlSegment.HeaderBytes + payload.Length + CqlSegment.TrailerBytes];
            payload.CopyTo(segment, CqlSegment.HeaderBytes);
            CqlSegment.Seal(segment, isSelfContained: true);
            Converse([.. Script.Bytes(5, _ => { }), .. segment], 5);
        }).Check(Config.QuickThrowOnFailure.WithMaxTest(1000));

    [Theory]
    [InlineData(4, false)]
    [InlineData(5, false)]
    [InlineData(5, true)]
    public void Conversation_CutAnywhere_IsALostConnection(int version, bool isCompressed)
    {
        byte[] answers = Script.Bytes(version, a => Conversation(a, version), isCompressed);
        for (int length = 0; length < answers.Length; length++)
        {
            Should.Throw<ConnectionLostException>(() => Play(answers[..length], version, isCompressed));
        }

        Play(answers, version, isCompressed);
    }

    private static Gen<List<(int Position, int Value)>> Mutations() =>
        from count in Gen.Choose(1, 6)
        from list in Gen.ListOf(Gen.Choose(0, 100_000).Zip(Gen.OneOf(Gen.Choose(0, 255), Gen.Choose(int.MinValue, int.MaxValue - 1))), count)
        select list.ToList();

    private static void Conversation(CqlRequestBuffer a, int version)
    {
        ServerMessage.Supported(a, 0);
        ServerMessage.Prepared(a, 0, version);
        ServerMessage.Rows(a, 0, 20, [1, 2, 3]);
        ServerMessage.Event(a);
        ServerMessage.Rows(a, 0, 20, []);
        ServerMessage.Rows(a, 0, 5, [], withMetadata: false);
        ServerMessage.Void(a, 0);
    }

    private static void Converse(byte[] answers, int version, bool isCompressed = false)
    {
        long allocated = GC.GetAllocatedBytesForCurrentThread();
        try
        {
            Play(answers, version, isCompressed);
        }
        catch (WireException)
        {
            // Typed: that is the promise.
        }

        (GC.GetAllocatedBytesForCurrentThread() - allocated).ShouldBeLessThan(MaxAllocatedBytes);
    }

    private static void Play(byte[] answers, int version, bool isCompressed)
    {
        using var connection = Script.Open(answers, version, maxMessageBytes: MaxMessageBytes, isCompressed: isCompressed);
        connection.Options();
        var statement = connection.Prepare("SELECT");
        foreach (var row in connection.Query("SELECT"))
        {
            row.Integer("a");
            row.Texts("b");
        }

        var page = connection.QueryPage(statement with { Parameters = [] }, CqlConsistency.One, 100, []);
        var reader = page.Rows;
        for (int i = 0; i < page.RowCount * page.Columns.Count; i++)
        {
            reader.Bytes(out _);
        }

        connection.BeginBatch(0);
        connection.EndBatch(CqlConsistency.One);
        connection.Flush();
        connection.ReceiveAcknowledgement(out _);
        connection.ReceiveEvent();
    }
}
