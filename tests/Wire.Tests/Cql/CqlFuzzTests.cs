using DbIngest.Wire.Cql.Frames;
using DbIngest.Wire.Tests.Fakes;
using FsCheck;
using FsCheck.Fluent;

namespace DbIngest.Wire.Tests.Cql;

/// <summary>
/// A server whose bytes are damaged anywhere: every outcome is a result or a typed exception, soon and in little memory.
/// </summary>
public sealed class CqlFuzzTests
{
    private const int MaxMessageBytes = 256 * 1024;

    // The buffers of a connection, twice the largest message, and what small damaged messages can be made to hold.
    private const long MaxAllocatedBytes = 4 * 1024 * 1024;

    [Theory]
    [InlineData(4, false)]
    [InlineData(5, false)]
    [InlineData(5, true)]
    public void Conversation_AnyBytesDamaged_EndsInAResultOrATypedException(int version, bool isCompressed) =>
        DamagedAnswers.EndInAResultOrATypedException(
        () => CqlScript.Bytes(version, a => Conversation(a, version), isCompressed),
            answers => Play(answers, version, isCompressed), MaxAllocatedBytes, tests: 1000);

    [Fact]
    public void Conversation_DamagedWithinGoodSegments_EndsInAResultOrATypedException() => Prop.ForAll(
        DamagedAnswers.Mutations().ToArbitrary(),
        mutations =>
        {
            // The checksums are right and the content is wrong: the decoder behind the segments is reached.
            var inner = CqlServerMessage.Buffer(5, isSegmented: false);
            Conversation(inner, 5);
            byte[] payload = CqlServerMessage.Bytes(inner);
            foreach (var (position, value) in mutations)
            {
                payload[position % payload.Length] = (byte)value;
            }

            byte[] segment = new byte[CqlSegment.HeaderBytes + payload.Length + CqlSegment.TrailerBytes];
            payload.CopyTo(segment, CqlSegment.HeaderBytes);
            CqlSegment.Seal(segment, isSelfContained: true);
            DamagedAnswers.PlayTyped([.. CqlScript.Bytes(5, _ => { }), .. segment],
                static answers => Play(answers, 5, isCompressed: false), MaxAllocatedBytes);
        }).Check(Config.QuickThrowOnFailure.WithMaxTest(1000));

    [Theory]
    [InlineData(4, false)]
    [InlineData(5, false)]
    [InlineData(5, true)]
    public void Conversation_CutAnywhere_IsALostConnection(int version, bool isCompressed)
    {
        byte[] answers = CqlScript.Bytes(version, a => Conversation(a, version), isCompressed);
        DamagedAnswers.CutAnywhereAreALostConnection(answers, cut => Play(cut, version, isCompressed));

        Play(answers, version, isCompressed);
    }

    private static void Conversation(CqlRequestBuffer a, int version)
    {
        CqlServerMessage.Supported(a, 0);
        CqlServerMessage.Prepared(a, 0, version);
        CqlServerMessage.Rows(a, 0, 20, [1, 2, 3]);
        CqlServerMessage.Event(a);
        CqlServerMessage.Rows(a, 0, 20, []);
        CqlServerMessage.Rows(a, 0, 5, [], withMetadata: false);
        CqlServerMessage.Void(a, 0);
    }

    private static void Play(byte[] answers, int version, bool isCompressed)
    {
        using var connection = CqlScript.Open(answers, version, maxMessageBytes: MaxMessageBytes, isCompressed: isCompressed);
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
