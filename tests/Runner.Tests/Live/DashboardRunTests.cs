using System.Text;
using System.Text.Json.Nodes;
using DbIngest.Core.Results;
using DbIngest.Runner.Tests.Cli;

namespace DbIngest.Runner.Tests.Live;

/// <summary>The live page of the program as a user starts it, read as a browser reads it.</summary>
public class DashboardRunTests
{
    private const string Said = "Watch this run at ";

    /// <summary>A rate makes each trial last for seconds on any machine, so that it is seen while it runs.</summary>
    [Theory]
    [Trait("Suite", "Slow")]
    [InlineData("--sources=2")]
    [InlineData("--sources=1+1")]
    public async Task Run_WithDashboard_ShowsTheSweepAndTurnsIntoItsReport(string sources)
    {
        using var folder = new CommandFolder();
        using var command = folder.Start(
            "--db=sqlite", "--records=3k", "--batch=20", "--rate=2000", "--trials=2", "--warmup=0", sources,
            "--dashboard=127.0.0.1:0");
        var events = await ReadAsync(command);

        var report = events[^1];
        report.Event.ShouldBe("report");
        command.Wait().ExitCode.ShouldBe((int)ExitCode.Done);
        report.Data.GetValue<string>().ShouldBe(await File.ReadAllTextAsync(Path.Combine(folder.Result, "report.html")));

        var parts = events.Where(e => e.Event == "part").GroupBy(e => e.Data["id"]!.GetValue<string>())
            .ToDictionary(part => part.Key, part => part.Select(e => e.Data["html"]!.GetValue<string>()).ToList());
        parts["name"].Distinct().ShouldBe(["sqlite"]);
        parts["subtitle"].ShouldHaveSingleItem().ShouldContain("--records=3k");
        parts["progress"].ShouldContain(html => html.Contains("time left", StringComparison.Ordinal));
        parts["trial"].ShouldContain(html => html.Contains("acknowledged", StringComparison.Ordinal)
            && html.Contains("p99", StringComparison.Ordinal) && html.Contains("<svg", StringComparison.Ordinal));
        parts["points"][^1].ShouldContain("done");
        parts["rules"][^1].ShouldContain("Rules broken so far");
    }

    [Fact]
    public async Task Run_Interrupted_TellsTheBrowserHowToGoOn()
    {
        using var folder = new CommandFolder();
        using var command = folder.Start(
            "--db=sqlite", "--records=2M", "--sources=1", "--trials=3", "--warmup=0", "--verbose", "--dashboard=0");
        var reading = ReadAsync(command);
        command.WaitForError("\ningest\n");
        command.Signal("INT");
        var last = (await reading)[^1];
        last.Event.ShouldBe("ended");
        last.Data.GetValue<string>().ShouldContain("--resume");
        command.Wait().ExitCode.ShouldBe((int)ExitCode.Interrupted);
    }

    [Fact]
    public void Resume_WithoutDashboard_HasNone()
    {
        using var folder = new CommandFolder();
        using (var command = folder.Start("--db=sqlite", "--records=20k", "--sources=1", "--batch=50", "--trials=3", "--warmup=0",
            "--verbose", "--dashboard=0"))
        {
            folder.WaitForTrial();
            command.Signal("KILL");
            command.Wait();
        }

        var resumed = folder.Expect(ExitCode.Done, "--resume", folder.Result);
        resumed.Error.ShouldNotContain(Said);
        folder.Trials.ShouldAllBe(trial => trial.Status == TrialStatus.Complete);
        folder.Trials.Select(trial => trial.Trial).Distinct().Count().ShouldBe(3);
    }

    [Theory]
    [InlineData("--dashboard=db.example:8481", "is not an address with a port")]
    [InlineData("--dashboard=192.0.2.1:8481", "cannot be listened on")]
    [InlineData("--dashboard=192.0.2.1:8481", "name an address of this machine, or leave it out.")]
    public void Run_WhereNoPageCanBe_IsRefused(string option, string why)
    {
        using var folder = new CommandFolder();
        var result = folder.Expect(ExitCode.BadArguments, ["--db=null", option, .. CommandFolder.Small]);
        result.Error.ShouldContain("--dashboard: ");
        result.Error.ShouldContain(why);
        folder.HasResult.ShouldBeFalse();
    }

    private static async Task<List<(string Event, JsonNode Data)>> ReadAsync(RunningCommand command)
    {
        command.WaitForError(Said);
        await Task.Yield();
        string said = command.Error[(command.Error.IndexOf(Said, StringComparison.Ordinal) + Said.Length)..];
        using var client = new HttpClient { Timeout = Timeout.InfiniteTimeSpan };
        var address = new Uri(said.Split('\n')[0].Trim());
        (await client.GetStringAsync(address)).ShouldContain("new EventSource('events')");
        using var stream = new StreamReader(await client.GetStreamAsync(new Uri(address, "events")), Encoding.UTF8);
        var events = new List<(string, JsonNode)>();
        string name = string.Empty;
        while (await stream.ReadLineAsync().WaitAsync(TimeSpan.FromMinutes(5)) is { } line)
        {
            name = line.StartsWith("event: ", StringComparison.Ordinal) ? line[7..] : name;
            if (line.StartsWith("data: ", StringComparison.Ordinal))
            {
                events.Add((name, JsonNode.Parse(line[6..])!));
            }
        }

        return events;
    }
}
