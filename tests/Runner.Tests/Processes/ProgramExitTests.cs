using DbIngest.Core.Results;
using DbIngest.Runner.Opening;
using DbIngest.Runner.Output;
using DbIngest.Runner.Parsing;
using DbIngest.Runner.Processes;
using DbIngest.Runner.Tests.Cli;

namespace DbIngest.Runner.Tests.Processes;

public class ProgramExitTests
{
    public static TheoryData<int, Exception> Ends => new()
    {
        { 2, new UsageException(["--batch 0: give a number from 1 on."]) },
        { 2, new ResultException("x: not a result folder, as it has no manifest.json.") },
        { 4, new OutputException("Standard output takes nothing more.", new IOException()) },
        { 69, new UnavailableException("postgres is not reachable.", new TimeoutException()) },
        { 70, new InvalidOperationException("a fault") },
        { 130, new OperationCanceledException() },
    };

    [Theory]
    [MemberData(nameof(Ends))]
    public void Of_WorkThatThrows_HasTheDocumentedCode(int code, Exception exception) =>
        ((int)ProgramExit.Of(() => throw exception, new Screen(new SecretScrubber()))).ShouldBe(code);

    [Fact]
    public void Of_FaultThatCarriesASecret_DoesNotShowIt()
    {
        var scrubber = new SecretScrubber();
        scrubber.Add(["hunter2secret"]);
        string told = InProcessCommand.ErrorOf(() =>
            ProgramExit.Of(() => throw new InvalidOperationException("no login with hunter2secret"), new Screen(scrubber)));

        told.ShouldContain("A fault of dbingest itself");
        told.ShouldNotContain("hunter2secret");
    }
}
