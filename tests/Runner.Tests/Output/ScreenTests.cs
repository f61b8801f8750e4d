using DbIngest.Analysis.Output;
using DbIngest.Runner.Output;
using DbIngest.Runner.Parsing;
using DbIngest.Runner.Tests.Cli;

namespace DbIngest.Runner.Tests.Output;

/// <summary>What a command says is dropped where nobody can read it, and an error where somebody would miss it.</summary>
public class ScreenTests
{
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void Remark_StandardErrorTakesNothing_IsDropped(bool isClosed)
    {
        using var gone = new FailingWriter(int.MaxValue, isClosed);
        Exception? thrown = null;
        InProcessCommand.WithError(
            gone, () => thrown = Record.Exception(() => new Screen(new SecretScrubber()).Remark("a remark")));
        thrown.ShouldBeNull();
    }

    /// <summary>A terminal that was closed; a file on a full disk; a descriptor that the parent process closed.</summary>
    [Theory]
    [InlineData(true, false)]
    [InlineData(false, false)]
    [InlineData(true, true)]
    [InlineData(false, true)]
    public void Result_StandardOutputTakesNothing_IsDroppedOnATerminalAlone(bool isTerminal, bool isClosed)
    {
        var screen = new Screen(new SecretScrubber()) { IsTerminal = isTerminal };
        var table = new TextTable { Title = "a table", Headers = ["n"], Rows = [["1"]], RightAligned = [true], Notes = [] };
        Action[] all =
        [
            () => screen.Result("a result"),
            () => screen.Answer("an answer", asRemark: false),
            () => screen.Table(table, asRemark: false),
        ];

        foreach (var print in all)
        {
            using var gone = new FailingWriter(int.MaxValue, isClosed);
            Exception? thrown = null;
            InProcessCommand.WithOutput(gone, () => thrown = Record.Exception(print));
            (thrown is OutputException).ShouldBe(!isTerminal, $"{thrown}");
        }
    }
}
