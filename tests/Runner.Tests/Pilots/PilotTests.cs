using DbIngest.Abstractions.Targets;
using DbIngest.Runner.Execution;
using DbIngest.Runner.Opening;
using DbIngest.Runner.Pilots;
using DbIngest.Runner.Tests.Opening;

namespace DbIngest.Runner.Tests.Pilots;

public sealed class PilotTests
{
    /// <summary>The program had reported a fault of its own, with a stack trace.</summary>
    [Fact]
    public void Run_TargetThatDoesNotStartForItsBlock_IsUnavailable()
    {
        var request = OpenedOnce.Request();
        using var workloads = WorkloadSet.Open(request, Path.GetTempPath());
        var points = request.Points(workloads.Values);
        using var session = SweepSession.Open(request, workloads, points, new TargetOptions { WorkFolder = Path.GetTempPath() });

        Should.Throw<UnavailableException>(() => new Pilot(session).Run(points[0], CancellationToken.None))
            .Message.ShouldContain("No space left on device");
    }
}
