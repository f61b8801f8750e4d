using System.Text.Json;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.QuestDb;
using DbIngest.Wire;

namespace DbIngest.Targets.Tests.QuestDb;

/// <summary>Settings of a server that garbles its answers while several clients ask (questdb/questdb#6193).</summary>
public sealed class QuestDbParametersTests
{
    private const string Whole = """
        [["cairo.commit.mode","A","nosync","conf",false],["log.timestamp.timezone","B","Z","default",false],
         ["pg.password","C","****","default",true],["cairo.root","D",null,"default",false]]
        """;

    private const string Repeated = """
        [["cairo.commit.mode","A","nosync","conf",false],["log.timestamp.timezone","B","Z","default",false],
         ["log.timestamp.timezone","B","Z","default",false]]
        """;

    private const string Cut = """[["cairo.commit.mode","A","nosync","conf",false],["log.timestamp.timezone","B"]]""";

    private const string Nameless = """[[null,"A","nosync","conf",false]]""";

    private const string Lacking = """[["log.timestamp.timezone","B","Z","default",false]]""";

    [Theory]
    [InlineData(2, Whole, Whole)]
    [InlineData(3, Repeated, Whole, Whole)]
    [InlineData(3, Lacking, Whole, Whole)]
    [InlineData(3, Cut, Whole, Whole)]
    [InlineData(4, Cut, Cut, Whole, Whole)]
    [InlineData(3, Nameless, Whole, Whole)]
    [InlineData(4, Whole, Lacking, Whole, Whole)]
    [InlineData(4, Whole, Repeated, Whole, Whole)]
    public void Read_AnswersThatDiffer_AsksUntilTwoAgree(int questions, params string[] answers)
    {
        int asked = 0;
        var settings = QuestDbParameters.Read(() => Rows(answers[asked++]), CancellationToken.None);

        asked.ShouldBe(questions);
        settings.OrderBy(setting => setting.Key, StringComparer.Ordinal).Select(setting => $"{setting.Key}={setting.Value}")
            .ShouldBe(["cairo.commit.mode=nosync", "log.timestamp.timezone=Z"]);
    }

    [Fact]
    public void Read_AnswerThatIsNoJson_AsksAgain()
    {
        int asked = 0;
        QuestDbParameters.Read(
                () => asked++ == 0 ? throw new WireProtocolException("The answer is not JSON.") : Rows(Whole),
                CancellationToken.None)
            .Count.ShouldBe(2);

        asked.ShouldBe(3);
        Should.Throw<WireProtocolException>(() => QuestDbParameters.Read(
            () => throw new WireProtocolException("The answer is not JSON."), CancellationToken.None));
    }

    [Fact]
    public void Read_AnswersThatNeverAgree_GivesUpWithARemedy()
    {
        int asked = 0;
        Should.Throw<TargetException>(() => QuestDbParameters.Read(
            () => Rows(asked++ % 2 == 0 ? Whole : Lacking), CancellationToken.None)).Message.ShouldContain("end what asks");
        asked.ShouldBe(50);
    }

    [Fact]
    public void Read_Cancelled_Ends()
    {
        using var stop = new CancellationTokenSource();
        Should.Throw<OperationCanceledException>(() => QuestDbParameters.Read(() =>
        {
            stop.Cancel();
            return Rows(Whole);
        }, stop.Token));
    }

    private static IReadOnlyList<JsonElement[]> Rows(string json)
    {
        using var document = JsonDocument.Parse(json);
        return [.. document.RootElement.EnumerateArray().Select(
            row => row.EnumerateArray().Select(cell => cell.Clone()).ToArray())];
    }
}
