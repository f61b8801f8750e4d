using DbIngest.Core.Results;

namespace DbIngest.Runner.Tests.Cli;

/// <summary>Lanes that share threads, as a user asks for them: through the service, which serves every database so.</summary>
public class ClientThreadsRunTests
{
    /// <summary>
    /// Both processes serve their lanes by two threads, resumed trials too, and the audit finds what was changed.
    /// </summary>
    [Fact]
    [Trait("Suite", "Slow")]
    public void Run_LanesShareThreadsInTwoProcesses_AreResumedAndAudited()
    {
        using var folder = new CommandFolder();
        string[] options =
        [
            "--db=sqlite", "--records=600", "--operations=600", "--batch=10", "--sources=2+1", "--in-flight=4", "--warmup=0",
            "--mix=read=40,update=30,insert=10,scan=10,delete=10", "--via=service",
            "--client-threads=2", "--allow-busy", "--work-folder", folder.Path,
        ];

        folder.Expect(ExitCode.Done, [.. options, "--trials=1"]);
        folder.Expect(ExitCode.Done, "--resume", folder.Result, "--trials=2").Output.ShouldContain("client threads");

        folder.Trials.Count.ShouldBe(2);
        folder.Trials.ShouldAllBe(trial => trial.Status == TrialStatus.Complete && trial.Audit!.Passed
            && trial.AcknowledgedOperations == 1800 && trial.Retries == 0);
        folder.Trials.Select(trial => trial.Point.ClientThreads).ShouldAllBe(threads => threads == 2);
        folder.Expect(ExitCode.BadArguments, "--resume", folder.Result, "--client-threads=3").Error
            .ShouldContain("--client-threads");
    }
}
