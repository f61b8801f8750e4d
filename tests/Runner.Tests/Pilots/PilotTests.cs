using DbIngest.Abstractions.Targets;
using DbIngest.Runner.Execution;
using DbIngest.Runner.Opening;
using DbIngest.Runner.Options;
using DbIngest.Runner.Pilots;
using DbIngest.Runner.Tests.Opening;
using DbIngest.Runner.Verbs;
using DbIngest.Targets.Null;

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

    /// <summary>A host that was lost after the pilots: the program had reported a fault of its own here too.</summary>
    [Fact]
    public void CalibrationS_HostThatIsAway_IsUnavailable()
    {
        var request = new SweepRequestReader([new NullDefinition()], static _ => null).Read((RunOptions)CommandReader
            .Read(["--db=null", "--sources=1@nowhere", "--launcher=false {host} {command}"]).Options!);
        using var workloads = WorkloadSet.Open(request, Path.GetTempPath());
        var configuration = Configurations.Of(request, workloads);
        using var session = SweepSession.Open(request, workloads, configuration.Points,
            new TargetOptions { WorkFolder = Path.GetTempPath() });

        Should.Throw<UnavailableException>(() => PlanVerb.CalibrationS(session, configuration, CancellationToken.None))
            .Message.ShouldContain("A source process on nowhere has ended");
    }
}
