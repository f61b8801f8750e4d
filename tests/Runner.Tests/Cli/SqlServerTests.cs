using DbIngest.Core.Results;
using DbIngest.Tds.Endpoint;

namespace DbIngest.Runner.Tests.Cli;

/// <summary>SQL Server from the command line, against the endpoint that speaks its protocol.</summary>
public sealed class SqlServerTests
{
    private const string Password = "S3cret-of-tests";

    private static readonly string[] Sweep =
        ["--db=sqlserver", "--client=wire,driver", "--records=500,1000", "--sources=5+3", "--batch=100", "--trials=3", "--warmup=1"];

    [Fact]
    [Needs("icu")]
    public void Run_BothClientsInTwoProcesses_IsKilledAndResumedToTheEnd()
    {
        using var endpoint = Start();
        using var folder = new CommandFolder().With("DBINGEST_SQLSERVER_PASSWORD", Password);
        string[] at = ["--endpoint", At(endpoint)];
        using (var command = folder.Start([.. Sweep, .. at, "--verbose"]))
        {
            command.WaitForError("\ningest\n", times: 3);
            command.Signal("KILL");
            command.Wait();
        }

        // The folder tells that the driver will be needed: the command does not.
        folder.Expect(ExitCode.Done, "--resume", folder.Result);

        folder.Trials.Count.ShouldBe(12);
        folder.Trials.ShouldAllBe(t => t.Status == TrialStatus.Complete);
        folder.Trials.Select(t => t.Id).ShouldBeUnique();
        endpoint.Catalog.Databases.ShouldBe(["master", "model", "tempdb"], ignoreOrder: true, "what the run created is dropped");
        foreach (string left in Directory.EnumerateFiles(folder.Result))
        {
            File.ReadAllText(left).ShouldNotContain(Password, Case.Insensitive, left);
        }

        File.ReadAllText(Path.Combine(folder.Result, "report.html")).ShouldContain("prior written approval");
    }

    [Fact]
    public void Run_WithoutCultures_WireWorksAndTheDriverSaysWhatIsMissing()
    {
        using var endpoint = Start();
        using var folder = new CommandFolder().With("DBINGEST_SQLSERVER_PASSWORD", Password).With("DOTNET_SYSTEM_GLOBALIZATION_INVARIANT", "1");
        string[] small = ["--records=500", "--sources=1+1", "--batch=100", "--trials=1", "--warmup=0", "--endpoint", At(endpoint)];

        folder.Expect(ExitCode.Done, ["--db=sqlserver", "--client=wire", .. small]);
        folder.Expect(ExitCode.Unreachable, ["--db=sqlserver", .. small]).Error.ShouldContain("cultures");
    }

    [Fact]
    public void Run_PortClosed_IsUnreachable()
    {
        using var folder = new CommandFolder().With("DBINGEST_SQLSERVER_PASSWORD", Password);

        var result = folder.Expect(ExitCode.Unreachable, ["--db=sqlserver", "--client=wire", .. CommandFolder.Small, "--endpoint=127.0.0.1,1"]);

        result.Error.ShouldContain("127.0.0.1");
    }

    [Fact]
    public void Run_ServerThatCutsAConnection_IsIncompleteAndGoesOn()
    {
        using var endpoint = Start();

        // The first batch of the first trial is lost: nothing waits for a moment in the trial.
        endpoint.Arm(Fault.CutBeforeCommit);
        using var folder = new CommandFolder().With("DBINGEST_SQLSERVER_PASSWORD", Password);

        folder.Expect(
            ExitCode.PointsMissing,
            ["--db=sqlserver", "--client=wire", "--records=20k", "--batch=100", "--sources=2", "--trials=2", "--warmup=0", "--rehearsal=0", "--retries=0", "--endpoint", At(endpoint)]);

        folder.Trials[0].Status.ShouldBe(TrialStatus.Incomplete);
        folder.Trials[1].Status.ShouldBe(TrialStatus.Complete);
    }

    private static TdsEndpoint Start() => new(new EndpointOptions { Passwords = new Dictionary<string, string>(StringComparer.OrdinalIgnoreCase) { ["sa"] = Password } });

    private static string At(TdsEndpoint endpoint) => FormattableString.Invariant($"127.0.0.1,{endpoint.Port}?encrypt=false");
}
