using DbIngest.Runner.Advising;

namespace DbIngest.Runner.Tests.Advising;

/// <summary>A signal ends an advice wherever it arrives, except in the last step: then all is measured.</summary>
public sealed class AdviseStepsTests : IDisposable
{
    private static readonly AdviseStep[] Steps =
        [new("null", "null-rate", "search", []), new("null", "null-space", "store", [])];

    private readonly CancellationTokenSource _signal = new();
    private readonly List<string> _ran = [];

    public void Dispose() => _signal.Dispose();

    [Theory]
    [InlineData("null-rate", false, "null-rate")]
    [InlineData("null-space", true, "null-rate,null-space")]
    public void Run_SignalThatTheStepDoesNotSee_EndsAfterIt(string at, bool isWhole, string ran)
    {
        AdviseSteps.Run(Steps, step =>
        {
            _ran.Add(step.Name);
            if (step.Name == at)
            {
                _signal.Cancel();
            }

            return ExitCode.Done;
        }, _signal.Token).ShouldBe(isWhole);
        _ran.ShouldBe(ran.Split(','));
    }

    [Fact]
    public void Run_StepThatIsStoppedWhileItOpens_EndsTheAdvice()
    {
        AdviseSteps.Run(Steps, step =>
        {
            _ran.Add(step.Name);
            throw new OperationCanceledException();
        }, _signal.Token).ShouldBeFalse();
        _ran.ShouldBe(["null-rate"]);
    }

    [Fact]
    public void Run_StoreThatCannotBeMeasured_LeavesTheOthers()
    {
        AdviseSteps.Run(Steps, step =>
        {
            _ran.Add(step.Name);
            return ExitCode.PointsMissing;
        }, _signal.Token).ShouldBeTrue();
        _ran.ShouldBe(["null-rate", "null-space"]);
    }
}
