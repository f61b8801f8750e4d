using DbIngest.Wire.Bolt;

namespace DbIngest.Wire.Tests.Bolt;

public sealed class BoltConnectionTests
{
    private static readonly BoltContext Context = new("neo4j", "mark");

    [Theory]
    [InlineData(1)]
    [InlineData(3)]
    [InlineData(100_000)]
    public void Query_AnswersInAnyPieces_AreUnderstood(int piece)
    {
        using var connection = BoltAnswers.Open(
            [.. BoltAnswers.Welcome(), .. BoltAnswers.Nothing, .. BoltAnswers.Success(), .. BoltAnswers.Record(1.5, double.NaN),
                .. BoltAnswers.Nothing, .. BoltAnswers.Nothing, .. BoltAnswers.Record(2.5), .. BoltAnswers.Success()],
            piece);

        (connection.Version, connection.Server).ShouldBe(("5.4", "Neo4j/5.26.0"));
        var rows = connection.Query("RETURN 1", Context, ("text", "x"), ("number", 3L));
        rows.Count.ShouldBe(2);
        rows[0].ShouldBe([1.5, null]);
        rows[1].ShouldBe([2.5]);
    }

    /// <summary>The server ignores what was sent behind what failed, until it is told that the client knows.</summary>
    [Fact]
    public void TryRead_Failure_IsThrownWhenAllIsAnsweredAndLeavesTheConnectionUsable()
    {
        using var connection = BoltAnswers.Open(
        [
            .. BoltAnswers.Welcome(),
            .. BoltAnswers.Success(),
                .. BoltAnswers.Failure("Neo.TransientError.Transaction.DeadlockDetected", "in each other's way"),
                .. BoltAnswers.Ignored(), .. BoltAnswers.Ignored(), .. BoltAnswers.Success(),
            .. BoltAnswers.Success(), .. BoltAnswers.Record(1), .. BoltAnswers.Success(),
        ]);
        var request = new BoltRequest().BeginTransaction(Context).BeginStatement("RETURN"u8).Map(0).EndStatement(null).Commit();
        connection.Send(request);

        var error = Should.Throw<BoltServerException>(() => connection.TryRead(out _));

        error.Code.ShouldBe("Neo.TransientError.Transaction.DeadlockDetected");
        error.Message.ShouldContain("in each other's way");
        connection.IsBroken.ShouldBeFalse();
        connection.Query("RETURN 1", Context).Count.ShouldBe(1);
    }

    [Fact]
    public void TryRead_IgnoredWithoutAFailure_IsNoAnswer()
    {
        using var connection = BoltAnswers.Open([.. BoltAnswers.Welcome(), .. BoltAnswers.Ignored()]);

        Should.Throw<WireProtocolException>(() => connection.Query("RETURN 1", Context));

        connection.IsBroken.ShouldBeTrue();
    }

    [Fact]
    public void Open_WrongPassword_IsARefusalThatDoesNotTellIt()
    {
        var error = Should.Throw<BoltServerException>(() => BoltAnswers.Open(
            [.. BoltAnswers.Version, .. BoltAnswers.Success(("server", "Neo4j/5.26.0")),
                .. BoltAnswers.Failure("Neo.ClientError.Security.Unauthorized", "no")]));

        error.Code.ShouldBe("Neo.ClientError.Security.Unauthorized");
        error.ToString().ShouldNotContain("a-secret");
    }

    /// <summary>As 5.26.30 sent it after its sixth transaction.</summary>
    [Theory]
    [InlineData("FB:kcwQPq+7XtldSEyYW8cuoTZ1twaQ", 6L)]
    [InlineData("FB:kcwQ", null)]
    [InlineData("neo4j:bookmark:v1:tx6", null)]
    public void LastTransaction_Bookmark_IsReadWhereItIsOfTheKnownForm(string bookmark, long? transaction)
    {
        using var connection = BoltAnswers.Open(
            [.. BoltAnswers.Welcome(), .. BoltAnswers.Success(), .. BoltAnswers.Success(("bookmark", bookmark))]);

        connection.Query("RETURN", Context);

        connection.LastTransaction.ShouldBe(transaction);
    }

    [Theory]
    [InlineData("HTTP/1.1 400 Bad Request", "7687")]
    [InlineData("\0\0\0\0", "version 5")]
    [InlineData("\0\0\u0004\u0004", "version 5")]
    public void Open_AnotherProtocolOrVersion_SaysWhich(string answer, string words) =>
        Should.Throw<WireProtocolException>(() => BoltAnswers.Open(System.Text.Encoding.Latin1.GetBytes(answer))).Message
            .ShouldContain(words);
}
