using DbIngest.Core.Audit;
using DbIngest.Core.Pipeline;
using DbIngest.Core.Results;
using DbIngest.Core.Tests.Fakes;
using DbIngest.Core.Trials;

namespace DbIngest.Core.Tests.Trials;

/// <summary>
/// A target that throws what no contract knows: the trial is incomplete, the trace is in the log, the program goes on.
/// </summary>
public sealed class TargetDefectTests : IDisposable
{
    private readonly MemoryTarget _target = new();
    private readonly SilentObserver _observer = new();

    public void Dispose() => _target.Dispose();

    [Theory]
    [InlineData("prepare")]
    [InlineData("open writer")]
    [InlineData("write")]
    [InlineData("settle")]
    public void Run_DefectInAVerb_IsIncompleteWithItsTrace(string verb)
    {
        Break(verb);
        using var workload = new CountingWorkload();
        var result = new TrialRunner(new IngestPipeline(), new RetryOptions(1, TimeSpan.FromMilliseconds(1)),
            _observer)
        { IsMeasured = false }.Run(
            Points.Trial(Points.Of()), _target, workload, new ExpectedContent(workload), keepData: false, CancellationToken.None);

        result.Status.ShouldBe(TrialStatus.Incomplete);
        result.Error.ShouldNotBeNull().ShouldContain("A defect in the target");
        result.Error.ShouldContain($"null in {verb}");
        _observer.Defects.ShouldHaveSingleItem().ShouldContain(nameof(Defect), customMessage: "the trace says where");
    }

    private void Break(string verb)
    {
        switch (verb)
        {
            case "prepare":
                _target.OnPrepare = () => Defect(verb);
                break;
            case "open writer":
                _target.OnOpenWriter = _ => Defect(verb);
                break;
            case "write":
                _target.BeforeWrite = (_, _) => Defect(verb);
                break;
            default:
                _target.OnSettle = () => Defect(verb);
                break;
        }
    }

    private static void Defect(string verb) => throw new InvalidOperationException($"null in {verb}");
}
