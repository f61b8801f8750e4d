using DbIngest.Core.Plan;
using DbIngest.Core.Results;

namespace DbIngest.Runner.Tests.Cli;

/// <summary>Servers whose network is cut for a while, as a user asks for it.</summary>
[Trait("Suite", "Slow")]
public class PartitionFaultTests
{
    private const string Namespaces = "/run/netns";

    private static readonly string[] Common =
        ["--batch=1000", "--warmup=0", "--rehearsal=0", "--trials=1", "--verbose", "--allow-busy"];

    [Theory]
    [InlineData("postgres", "--sources=2")]
    [InlineData("mariadb", "--sources=1+1")]
    [Needs("own network")]
    [Needs("postgres", Where = "database", Is = "postgres")]
    [Needs("mariadb", Where = "database", Is = "mariadb")]
    public void Run_Partition_NothingPassesNothingIsLostAndNoNetworkIsLeft(string database, string sources)
    {
        using var folder = new CommandFolder();
        string[] before = Networks(database);

        var result = folder.Expect(ExitCode.Done, [.. Common, $"--db={database}", sources, "--duration=8",
            "--fault=none,partition@2s:2s", "--work-folder", folder.Path]);

        var trial = folder.Trials.Single(trial => trial.Fault is not null);
        var fault = trial.Fault!;
        (fault.Kind, fault.Happened, fault.LostRecords).ShouldBe((FaultKind.Partition, true, 0));
        fault.FirstAckAfterS!.Value.ShouldBeGreaterThanOrEqualTo(1.9);
        fault.LowestShare!.Value.ShouldBe(0, "nothing passes for two seconds");
        fault.AcceptedS!.Value.ShouldBeGreaterThanOrEqualTo(fault.StartedS!.Value);
        trial.Retries.ShouldBe(0, "no connection is reset, and no request takes as long as its time-out");
        folder.Trials.ShouldAllBe(one => one.Status == TrialStatus.Complete);
        result.Output.ShouldContain("Faults of the server");
        string manifest = File.ReadAllText(Path.Combine(folder.Result, "manifest.json"));
        manifest.ShouldContain("server_network");
        manifest.ShouldContain("\"placement\": \"local\"");
        File.ReadAllText(Path.Combine(folder.Result, "report.md"))
            .ShouldContain("0 acknowledged records lost in 1 partition: at most 95.0 % of partitions lose any, at 95 %");
        Networks(database).Except(before).ShouldBeEmpty();
    }

    [Theory]
    [InlineData("INT")]
    [InlineData("KILL")]
    [Needs("own network")]
    [Needs("mariadb")]
    public void Interrupt_WhileTheNetworkIsCut_LeavesNoNetworkBehind(string signal)
    {
        using var folder = new CommandFolder();
        using var command = folder.Start([.. Common, "--db=mariadb", "--sources=2", "--duration=300", "--fault=partition@1s:5m",
            "--work-folder", folder.Path]);
        command.WaitForError("\ningest\n");
        string server = ServerFolder(folder, command);
        string network = Path.Combine(Namespaces, "dbingest-" + server[^8..]);
        File.Exists(network).ShouldBeTrue();
        Thread.Sleep(TimeSpan.FromSeconds(3));

        RunningCommand.Signal(command.Id, signal);

        Poll.Until(() => !File.Exists(network) && !Directory.Exists(server)
            && !Directory.Exists("/sys/class/net/dbi-" + server[^8..]), TimeSpan.FromMinutes(2))
            .ShouldBeTrue("the network, the server and its files are gone");
    }

    /// <summary>A command that ends early removes its folders, and then says why.</summary>
    private static string ServerFolder(CommandFolder folder, RunningCommand command)
    {
        try
        {
            return Directory.GetDirectories(folder.Path)
                .SelectMany(work => Directory.GetDirectories(work, "dbingest-mariadb-*")).ShouldHaveSingleItem();
        }
        catch (Exception exception) when (Poll.Until(() => command.HasExited, TimeSpan.FromSeconds(10)))
        {
            throw new InvalidOperationException($"The command ended early: {command.Wait()}", exception);
        }
    }

    private static string[] Networks(string database) => !Directory.Exists(Namespaces) ? []
        : [.. Directory.GetFiles(Namespaces, "dbingest-*").Select(path => $"{database} {path}")];
}
