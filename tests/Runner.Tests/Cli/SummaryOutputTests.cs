using DbIngest.Runner.Output;
using DbIngest.Runner.Parsing;

namespace DbIngest.Runner.Tests.Cli;

public class SummaryOutputTests
{
    /// <summary>The journal is worth more than one figure: a sweep must not end as a crash.</summary>
    [Fact]
    public void Write_FigureThatJsonCannotState_IsARemark()
    {
        using var folder = new CommandFolder();
        folder.Expect(ExitCode.Done, "run", "--db=null", "--records=100", "--sources=1", "--trials=2", "--warmup=0");
        var summary = Results.Read(folder.Result).Summary with { Confidence = double.PositiveInfinity };
        bool isWritten = true;
        string error = InProcessCommand.ErrorOf(() =>
            isWritten = SummaryOutput.Write(folder.Result, summary, new Screen(new SecretScrubber())));
        isWritten.ShouldBeFalse();
        error.ShouldContain("the summary files cannot be written");
        error.ShouldContain("trials.jsonl");
    }
}
