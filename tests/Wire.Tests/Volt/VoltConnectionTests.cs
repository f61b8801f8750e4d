using DbIngest.Wire.Volt;

namespace DbIngest.Wire.Tests.Volt;

public sealed class VoltConnectionTests
{
    [Theory]
    [InlineData(1)]
    [InlineData(3)]
    [InlineData(100_000)]
    public void Call_AnswersInAnyPieces_AreUnderstood(int piece)
    {
        using var connection = VoltAnswers.Open(
            [.. VoltAnswers.Welcome(), .. VoltAnswers.Rows((7, "x"), (8, null)), .. VoltAnswers.Rows((9, "y"))], piece);

        (connection.Host, connection.Id, connection.ClusterStart, connection.Build)
            .ShouldBe((3, 17L, 1_700_000_000_000L, "10.1.1_build"));
        var rows = connection.Call("@Statistics", "TABLE", 0).Table().All();
        rows.Select(row => (row["NUMBER"], row["text"])).ShouldBe([(7L, "x"), (8L, null)]);
        connection.Call("@Ping").Number().ShouldBe(9);
        connection.Unanswered.ShouldBe(0);
    }

    [Fact]
    public void Call_Failure_IsThrownWithItsWordsAndLeavesTheConnectionUsable()
    {
        using var connection = VoltAnswers.Open(
            [.. VoltAnswers.Welcome(), .. VoltAnswers.FailureWithAll(VoltStatus.GracefulFailure, "a constraint"),
            .. VoltAnswers.Rows((1, null))]);

        var error = Should.Throw<VoltServerException>(() => connection.Call("@AdHoc", "INSERT"));

        (error.Status, error.Message).ShouldBe((VoltStatus.GracefulFailure, "a constraint (status -2)"));
        connection.IsBroken.ShouldBeFalse();
        connection.Call("@Ping").Number().ShouldBe(1);
    }

    [Fact]
    public void Receive_MessageWithoutACall_IsRefused()
    {
        using var connection = VoltAnswers.Open(
            [.. VoltAnswers.Welcome(), .. VoltAnswers.Rows((1, null)), .. VoltAnswers.Rows((2, null))]);
        connection.Call("@Ping").Number().ShouldBe(1);

        Should.Throw<WireProtocolException>(() => connection.Receive().IsSuccess).Message.ShouldContain("to no call");
        (connection.Unanswered, connection.IsBroken).ShouldBe((0, true));
    }

    [Theory]
    [InlineData(255, "password")]
    [InlineData(1, "connections")]
    [InlineData(77, "77")]
    public void Open_Refused_SaysWhyAndNoSecret(byte code, string words)
    {
        var error = Should.Throw<VoltServerException>(() => VoltAnswers.Open(VoltAnswers.Refusal(code)));

        error.Status.ShouldBe(VoltStatus.LoginRefused);
        error.Message.ShouldContain(words);
        error.ToString().ShouldNotContain("a-secret");
    }

    [Fact]
    public void Open_AnotherProtocol_IsNoAnswer() =>
        Should.Throw<WireProtocolException>(() => VoltAnswers.Open("HTTP/1.1 400 Bad Request\r\n\r\n"u8.ToArray()));

    [Theory]
    [InlineData(double.NaN, -1.7e308)]
    [InlineData(1.5, 1.5)]
    [InlineData(double.MaxValue, double.MaxValue)]
    public void Bits_Value_IsThatOrNull(double value, double sent)
    {
        BitConverter.Int64BitsToDouble(VoltFloat.Bits(value)).ShouldBe(sent);
        VoltFloat.Value(sent).ShouldBe(value);
    }
}
