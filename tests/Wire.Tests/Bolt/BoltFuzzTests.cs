using DbIngest.Wire.Bolt;
using DbIngest.Wire.Tests.Fakes;

namespace DbIngest.Wire.Tests.Bolt;

/// <summary>
/// A server whose bytes are damaged anywhere: every outcome is a result or a typed exception, soon and in little memory.
/// </summary>
public sealed class BoltFuzzTests
{
    private const long MaxAllocatedBytes = 8 * 1024 * 1024;

    private static readonly BoltContext Context = new("neo4j");

    [Fact]
    public void Conversation_AnyBytesDamaged_EndsInAResultOrATypedException() =>
        DamagedAnswers.EndInAResultOrATypedException(Answers, static answers => Play(answers), MaxAllocatedBytes, tests: 2000);

    [Fact]
    public void Conversation_CutAnywhere_IsALostConnection() =>
        DamagedAnswers.CutAnywhereAreALostConnection(Answers(), static answers => Play(answers));

    [Fact]
    public void Conversation_Whole_IsUnderstood() => Play(Answers()).ShouldBe((2, 7.0));

    private static (int Rows, double Sum) Play(byte[] answers)
    {
        using var connection = BoltAnswers.Open(answers);
        int rows = connection.Query("MATCH", Context).Count;
        connection.Send(new BoltRequest().BeginStatement("MATCH"u8).Map(0).EndStatement(Context));
        double sum = 0;
        while (connection.TryRead(out var row))
        {
            sum += row.Integer() + row.Value();
        }

        try
        {
            connection.Query("WRONG", Context);
        }
        catch (BoltServerException)
        {
            // As it must be.
        }

        return (rows, sum);
    }

    private static byte[] Answers()
    {
        byte[] numbers = new BoltRequest().BeginMessage(BoltMessage.Record, 1).List(2).Integer(3).Integer(4).EndMessage()
            .Written.ToArray();
        return
        [
            .. BoltAnswers.Welcome(),
            .. BoltAnswers.Success(("fields", "x")), .. BoltAnswers.Record(1, 2), .. BoltAnswers.Record(double.NaN),
                .. BoltAnswers.Success(("bookmark", "y")),
            .. BoltAnswers.Success(), .. numbers, .. BoltAnswers.Success(),
            .. BoltAnswers.Failure("Neo.ClientError.Statement.SyntaxError", "no"), .. BoltAnswers.Ignored(),
                .. BoltAnswers.Success(),
        ];
    }
}
