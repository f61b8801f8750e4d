using DbIngest.Analysis.Output;
using DbIngest.Runner.Output;
using DbIngest.Runner.Parsing;
using DbIngest.Runner.Tests.Cli;

namespace DbIngest.Runner.Tests.Output;

/// <summary>What a command says is dropped where nobody can read it, and an error where somebody would miss it.</summary>
public class ScreenTests
{
    [Fact]
    public void Remark_StandardErrorTakesNothing_IsDropped()
    {
        using var gone = new FailingWriter(int.MaxValue);
        Exception? thrown = null;
        InProcessCommand.WithError(
            gone, () => thrown = Record.Exception(() => new Screen(new SecretScrubber()).Remark("a remark")));
        thrown.ShouldBeNull();
    }

    /// <summary>The shell's <c>&gt;&amp;-</c> and <c>2&gt;&amp;-</c>, as .NET reports them.</summary>
    [Fact]
    public void StreamsThatTheShellClosed_RemarkIsDropped_AndResultIsAnErrorOfTheOutput()
    {
        using var closed = new FailingWriter(int.MaxValue, new UnauthorizedAccessException("Access to the path is denied."));
        var screen = new Screen(new SecretScrubber()) { IsTerminal = false };
        Exception? remark = null;
        Exception? result = null;
        InProcessCommand.WithError(closed, () => remark = Record.Exception(() => screen.Remark("a remark")));
        InProcessCommand.WithOutput(closed, () => result = Record.Exception(() => screen.Result("a result")));
        remark.ShouldBeNull();
        result.ShouldBeOfType<OutputException>();
    }

    /// <summary>A terminal that was closed; a file on a full disk.</summary>
    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void Result_StandardOutputTakesNothing_IsDroppedOnATerminalAlone(bool isTerminal)
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
            using var gone = new FailingWriter(int.MaxValue);
            Exception? thrown = null;
            InProcessCommand.WithOutput(gone, () => thrown = Record.Exception(print));
            (thrown is OutputException).ShouldBe(!isTerminal, $"{thrown}");
        }
    }
}
