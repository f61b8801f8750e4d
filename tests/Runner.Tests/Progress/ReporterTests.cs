using DbIngest.Runner.Parsing;
using DbIngest.Runner.Progress;
using DbIngest.Runner.Tests.Cli;
using Spectre.Console;

namespace DbIngest.Runner.Tests.Progress;

/// <summary>A run goes on where its terminal is gone, or the disk is full on which its standard error is a file.</summary>
public class ReporterTests
{
    [Fact]
    public void WriteLine_StandardErrorTakesNothingForAWhile_SaysTheLinesAfterIt()
    {
        using var error = new FailingWriter(failures: 1);
        InProcessCommand.WithError(error, () =>
        {
            using var reporter = new Reporter(shows: false, line => line);
            reporter.WriteLine("lost");
            reporter.WriteLine("said");
        });
        error.ToString().ShouldBe("said" + Environment.NewLine);
    }

    /// <summary>The last spans of --otlp are exported after the result was printed.</summary>
    [Fact]
    public void WriteLine_ReporterThatHasEnded_SaysTheLine()
    {
        string told = InProcessCommand.ErrorOf(() =>
        {
            var reporter = new Reporter(shows: false, line => line);
            reporter.Dispose();
            reporter.WriteLine("late");
        });
        told.ShouldBe("late" + Environment.NewLine);
    }

    [Fact]
    public void WriteLine_SecretInALine_IsStarred()
    {
        var scrubber = new SecretScrubber();
        scrubber.Add(["s3cret"]);
        string told = InProcessCommand.ErrorOf(() =>
        {
            using var reporter = new Reporter(shows: false, scrubber.Scrub);
            reporter.WriteLine("login with s3cret failed");
        });
        told.ShouldBe($"login with {Redaction.Stars} failed" + Environment.NewLine);
    }

    /// <summary>The display ends at once; what is said meanwhile is printed as a line.</summary>
    [Fact]
    public void Display_TerminalThatIsGone_EndsAndLeavesTheLines()
    {
        using var gone = new FailingWriter(int.MaxValue);
        var terminal = AnsiConsole.Create(new AnsiConsoleSettings
        {
            Ansi = AnsiSupport.Yes,
            ColorSystem = ColorSystemSupport.NoColors,
            Out = new AnsiConsoleOutput(gone),
        });
        string told = InProcessCommand.ErrorOf(() =>
        {
            using var reporter = new Reporter(shows: true, line => line, terminal);
            reporter.WriteLine("said");
        });
        told.ShouldBe("said" + Environment.NewLine);
    }
}
