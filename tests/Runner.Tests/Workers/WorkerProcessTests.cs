using System.Diagnostics;
using System.Globalization;
using DbIngest.Runner.Workers;

namespace DbIngest.Runner.Tests.Workers;

/// <summary>The parent's end against a child whose every word is scripted.</summary>
public sealed class WorkerProcessTests
{
    private const string Outcome =
        """{"sources":[],"unacknowledged":[],"latency":"AQAA","acknowledged_records":700,"retried_records":0,"failed_records":0,"retries":0,"resolved_batches":0,"allocated_bytes":0,"collections":0,"error":null}""";

    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(30);

    [Fact]
    public void AcknowledgedRecords_HeartbeatAfterTheEnd_KeepsTheCountOfTheOutcome()
    {
        using var worker = Scripted(
            """{"kind":"ready"}""",
            """{"kind":"heartbeat","acknowledged_records":500}""",
            $$"""{"kind":"finished","outcome":{{Outcome}}}""",
            """{"kind":"heartbeat","acknowledged_records":0}""",
            """{"kind":"heartbeat","acknowledged_records":null}""",
            """{"kind":"failed","message":"all said","is_unreachable":false}""");

        worker.Receive(CancellationToken.None).ShouldBeOfType<Ready>();
        worker.Receive(CancellationToken.None).ShouldBeOfType<Finished>();
        worker.Receive(CancellationToken.None).ShouldBeOfType<Failed>();

        worker.AcknowledgedRecords.ShouldBe(700);
    }

    [Fact]
    public void AcknowledgedRecords_LateHeartbeatOfTheTrialBefore_BeginsAtZero()
    {
        using var worker = Scripted(
            """{"kind":"ready"}""",
            """{"kind":"heartbeat","acknowledged_records":500}""",
            """{"kind":"heartbeat","acknowledged_records":400}""",
            $$"""{"kind":"finished","outcome":{{Outcome}}}""",
            """{"kind":"ready"}""");

        worker.Receive(CancellationToken.None).ShouldBeOfType<Ready>();
        worker.Receive(CancellationToken.None).ShouldBeOfType<Finished>();
        worker.Receive(CancellationToken.None).ShouldBeOfType<Ready>();

        worker.AcknowledgedRecords.ShouldBe(0);
    }

    /// <summary>A host that cannot be reached is silent for as long as its launcher tries.</summary>
    [Fact]
    public void Wait_InterruptedForASilentHost_Ends()
    {
        using var stop = new CancellationTokenSource();
        stop.Cancel();
        using var pool = new WorkerPool(_ => Silent(), Patience);
        using var worker = new WorkerProcess(Silent(), Patience, "away");

        Should.Throw<OperationCanceledException>(() => pool.Rent(["away"], stop.Token));
        Should.Throw<OperationCanceledException>(() => worker.Greet(new Dictionary<string, string>(), stop.Token));
        Should.Throw<OperationCanceledException>(() => worker.ReadClock(stop.Token));
    }

    /// <summary>Each may take 5 s, and they had ended one after the other.</summary>
    [Fact]
    public void Dispose_SeveralThatDoNotEnd_EndsThemAtTheSameTime()
    {
        var pool = new WorkerPool(_ => Silent(), Patience);
        pool.Return(pool.Rent([null, null, null], CancellationToken.None));
        long begun = Stopwatch.GetTimestamp();

        pool.Dispose();

        Stopwatch.GetElapsedTime(begun).ShouldBeLessThan(TimeSpan.FromSeconds(12));
    }

    /// <summary>
    /// A process of 6 CPU seconds ended after 4 s, and another of 8 after 8 s, on 4 cores. Others used 3.2 of these 32 CPU
    /// seconds. A third process was lost after 1 CPU second.
    /// </summary>
    [Fact]
    public void MachineOf_SeveralProcessesOfAHost_IsTheLongestSpanWithoutWhatTheOthersUsed()
    {
        using var first = Scripted(
            """{"kind":"ready"}""",
            FinishedWith("6", """{"others_cpu_share":0.4}""", "16"));
        using var last = Scripted(
            """{"kind":"ready"}""",
            FinishedWith("8", """{"others_cpu_share":0.31875,"steal_share":0.25}""", "32"));
        using var lost = Scripted(
            """{"kind":"ready"}""",
            $$"""{"kind":"heartbeat","acknowledged_records":0,"used":{{Used("1")}}}""",
            """{"kind":"failed","message":"all said","is_unreachable":false}""");
        foreach (var process in new[] { first, last, lost })
        {
            process.Receive(CancellationToken.None).ShouldBeOfType<Ready>();
            process.Receive(CancellationToken.None).ShouldNotBeOfType<Ready>();
        }

        var machine = ProcessRun.MachineOf([first, last, lost]).ShouldNotBeNull();

        machine.OthersCpuShare.ShouldNotBeNull().ShouldBe(0.1, 1e-9);
        machine.StealShare.ShouldBe(0.25);
        ProcessRun.MachineOf([lost]).ShouldBeNull();
    }

    private static string FinishedWith(string cpuS, string machine, string capacityS) =>
        $$"""{"kind":"finished","outcome":{{Outcome}},"used":{{Used(cpuS)}},"machine":{{machine}},"""
        + $$"""
          "capacity_s":{{capacityS}}}
          """;

    private static string Used(string cpuS) => $$"""{"cpu_s":{{cpuS}},"rss_bytes":1}""";

    private static ProcessStartInfo Silent() => new("/bin/sleep", ["60"]);

    /// <summary>Ctrl-C reaches every process of a terminal's session, and would end ssh in the middle of a trial.</summary>
    [Fact]
    [Needs("linux")]
    public void Start_OnAnotherHost_IsInASessionOfItsOwn()
    {
        using var here = new WorkerProcess(Shell(), TimeSpan.FromSeconds(30));
        using var elsewhere = new WorkerProcess(Shell(), TimeSpan.FromSeconds(30), "alpha");

        Poll.Until(() => SessionOf(elsewhere.Id) == elsewhere.Id, TimeSpan.FromMinutes(1)).ShouldBeTrue();
        SessionOf(here.Id).ShouldBe(SessionOf(Environment.ProcessId), "it ignores Ctrl-C by itself");

        // It is still a child: a worker that hangs is killed with all that it has started.
        elsewhere.Fault("hung").Message.ShouldBe("A source process on alpha hung.");
        Directory.Exists($"/proc/{elsewhere.Id}").ShouldBeFalse();
    }

    /// <summary>The sixth field of proc(5)'s stat; the second is a name in parentheses, which may contain anything.</summary>
    private static int SessionOf(int process)
    {
        string stat = File.ReadAllText($"/proc/{process}/stat");
        return int.Parse(stat[(stat.LastIndexOf(')') + 2)..].Split(' ')[3], CultureInfo.InvariantCulture);
    }

    private static ProcessStartInfo Shell() => new("/bin/sh", ["-c", "cat"]);

    /// <summary>A shell that says some lines and then waits for its input to end, as a source process does.</summary>
    private static WorkerProcess Scripted(params string[] lines)
    {
        var start = new ProcessStartInfo("/bin/sh");
        start.ArgumentList.Add("-c");
        start.ArgumentList.Add("for line in \"$@\"; do printf '%s\\n' \"$line\"; done; cat");
        start.ArgumentList.Add("sh");
        foreach (string line in lines)
        {
            start.ArgumentList.Add(line);
        }

        return new WorkerProcess(start, Patience);
    }
}
