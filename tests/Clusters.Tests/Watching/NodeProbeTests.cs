using System.Diagnostics;
using System.Globalization;
using DbIngest.Clusters.Hosts;
using DbIngest.Clusters.Watching;

namespace DbIngest.Clusters.Tests.Watching;

/// <summary>A node is a tree of processes of this machine.</summary>
public sealed class NodeProbeTests : IDisposable
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(20);

    private readonly string _file = Path.GetTempFileName();
    private readonly Process _node;

    /// <summary>
    /// A shell whose child works for a while and ends, and which then waits: what the child used is the node's.
    /// </summary>
    public NodeProbeTests()
    {
        _node = Process.Start(
            new ProcessStartInfo("sh",
            ["-c", "read -r go; sh -c 'i=0; while [ $i -lt 300000 ]; do i=$((i+1)); done'; echo done; read -r end"])
            { RedirectStandardInput = true, RedirectStandardOutput = true, UseShellExecute = false })!;
        File.WriteAllText(_file, _node.Id.ToString(CultureInfo.InvariantCulture));
    }

    public void Dispose()
    {
        _node.Kill(entireProcessTree: true);
        _node.Dispose();
        File.Delete(_file);
    }

    [Fact]
    public void Read_NodeWhoseChildHasEnded_CountsWhatTheChildUsed()
    {
        using var probe = new NodeProbe(new HostShell(null, null), _file);
        probe.Await(CancellationToken.None).ShouldBeTrue(probe.Words);
        // Those of the machine, which may be more than this process may use.
        probe.Cores.ShouldBe(File.ReadLines("/proc/cpuinfo")
            .Count(line => line.StartsWith("processor", StringComparison.Ordinal)));
        probe.Machine.ShouldBe(File.ReadAllText("/proc/sys/kernel/random/boot_id").Trim());
        var (before, at) = Ask(probe);
        var reader = new NodeReader("n1", probe, isOfThisMachine: true, hasNetwork: false, before, at);

        _node.StandardInput.WriteLine();
        _node.StandardOutput.ReadLine().ShouldBe("done");
        reader.Ask();
        var used = reader.Read()!.Value;

        used.CpuS.ShouldBeInRange(0.05, 30);
        used.CpuS.ShouldBeLessThanOrEqualTo(reader.Whole!.Value.BusyS + 0.1, "the machine did no less");
        used.RssBytes.ShouldBeInRange(1, 64 << 20);
        used.WrittenBytes.ShouldNotBeNull();
        used.SentBytes.ShouldBeNull();
    }

    /// <summary>Numbers of a file that was read before would else be those of the machine.</summary>
    [Fact]
    public void Read_MachineWithoutProcStat_HasNoUseOfTheWholeMachine()
    {
        using var probe = new NodeProbe(
            new HostShell("far", (_, command) => new ProcessStartInfo(command[0], command.Skip(1)
                .Select(word => word.Replace("\"/proc/stat\"", "\"/nowhere\"", StringComparison.Ordinal)))
            { UseShellExecute = false }), _file);
        probe.Await(CancellationToken.None).ShouldBeTrue(probe.Words);
        var (before, at) = Ask(probe);
        var reader = new NodeReader("n1", probe, isOfThisMachine: false, hasNetwork: true, before, at);

        Ask(probe);
        reader.Read().ShouldNotBeNull();

        before.BusyS.ShouldBeNull();
        before.StealS.ShouldBeNull();
        reader.Whole.ShouldBeNull();
    }

    /// <summary>As in most containers, whose shell may not read the proportional share of another account's process.</summary>
    [Fact]
    public void Read_ProcessesWhoseShareIsHidden_CountsSharedPagesOnce()
    {
        using var node = Process.Start(new ProcessStartInfo("sh", ["-c", "sleep 600 & sleep 600 & echo ready; wait"])
        {
            RedirectStandardOutput = true,
            UseShellExecute = false,
        })!;
        try
        {
            node.StandardOutput.ReadLine().ShouldBe("ready");
            string children = $"/proc/{node.Id}/task/{node.Id}/children";
            SpinWait.SpinUntil(() => Ids().Length == 3 && Ids()[1..].All(id => File.ReadAllText($"/proc/{id}/comm") == "sleep\n"),
                Patience).ShouldBeTrue();
            string[] Ids() => [node.Id.ToString(CultureInfo.InvariantCulture),
                .. File.ReadAllText(children).Split(' ', StringSplitOptions.RemoveEmptyEntries)];
            long[][] pages = [.. Ids().Select(id => File.ReadAllText($"/proc/{id}/statm").Split(' ')
                .Select(field => long.Parse(field, CultureInfo.InvariantCulture)).ToArray())];
            File.WriteAllText(_file, Ids()[0]);
            using var probe = new NodeProbe(
                new HostShell("far", (_, command) => new ProcessStartInfo(command[0], command.Skip(1)
                    .Select(word => word.Replace("/smaps_rollup", "/nowhere", StringComparison.Ordinal)))
                { UseShellExecute = false }), _file);
            probe.Await(CancellationToken.None).ShouldBeTrue(probe.Words);

            long expected = pages.Sum(of => of[1] - of[2]) + pages.Max(of => of[2]);
            Ask(probe).Counters.RssBytes.ShouldBeInRange(expected * Environment.SystemPageSize * 9 / 10,
                pages.Sum(of => of[1]) * Environment.SystemPageSize * 9 / 10);
        }
        finally
        {
            node.Kill(entireProcessTree: true);
        }
    }

    [Fact]
    public void Read_NodeThatIsGone_KeepsWhatItHadUsed()
    {
        using var probe = new NodeProbe(new HostShell(null, null), _file);
        probe.Await(CancellationToken.None).ShouldBeTrue(probe.Words);
        var (before, _) = Ask(probe);
        _node.Kill(entireProcessTree: true);
        _node.WaitForExit();

        Ask(probe).Counters.ShouldBe(before);
        probe.HasEnded.ShouldBeFalse("the machine is there");
    }

    /// <summary>Its counters stand still, and are not those of an idle node.</summary>
    [Fact]
    public void Read_ProbeHasEnded_IsNotMeasuredAndSaysSo()
    {
        using var probe = Scripted("read -r a; echo 250 1000 - - 7 8 900 10 1; read -r b; echo no route to host >&2; exit 255");
        var lost = new List<string>();
        var (counters, at) = Ask(probe);
        var reader = new NodeReader("n1", probe, isOfThisMachine: false, hasNetwork: true, counters, at, lost.Add);

        reader.Ask();
        SpinWait.SpinUntil(() => probe.HasEnded && probe.Words == "no route to host", Patience).ShouldBeTrue();

        reader.Read().ShouldBeNull();
        reader.IsMeasured.ShouldBeFalse();
        lost.ShouldBe(["no route to host"]);
    }

    /// <summary>A trial may be shorter than the time after which a probe that owes an answer is lost.</summary>
    [Fact]
    public void Read_NoAnswerSinceTheOpening_IsNotMeasuredUntilOneComes()
    {
        using var probe = Scripted("while read -r line; do echo 250 1000 - - 7 8 900 10 1; done");
        var (counters, at) = Ask(probe);
        var reader = new NodeReader("n1", probe, isOfThisMachine: false, hasNetwork: true, counters, at, _ => { });

        reader.Read().ShouldBeNull();
        reader.IsMeasured.ShouldBeFalse();

        Ask(probe);
        reader.Read()!.Value.CpuS.ShouldBe(0);
        reader.IsMeasured.ShouldBeTrue();
    }

    /// <summary>The new process may have used more already than the earlier one at the trial's start.</summary>
    [Theory]
    [InlineData(50, 0.5)]
    [InlineData(400, 4)]
    public void Read_RestartedNode_GoesOnFromWhatTheEarlierProcessUsed(int ticks, double usedS)
    {
        using var probe = Scripted("read -r a; echo 250 1000 5 6 7 8 900 10 1; read -r b; echo 350 1000 105 206 17 18 950 10 1; "
            + $"read -r c; echo {ticks} 1000 30 40 27 28 990 10 2; cat");
        var (counters, at) = Ask(probe);
        var reader = new NodeReader("n1", probe, isOfThisMachine: false, hasNetwork: true, counters, at);

        Ask(probe);
        reader.Read()!.Value.CpuS.ShouldBe(1);
        Ask(probe);
        var used = reader.Read()!.Value;

        used.CpuS.ShouldBe(1 + usedS);
        used.ReadBytes.ShouldBe(100 + 30);
        used.WrittenBytes.ShouldBe(200 + 40);
        used.ReceivedBytes.ShouldBe(20, "the machine was not restarted");
    }

    /// <summary>What it had used before the trial is missing in one answer, and the node did not restart.</summary>
    [Fact]
    public void Read_ChildThatEndsWhileItIsRead_NeitherLowersNorRestartsTheCount()
    {
        using var probe = Scripted("read -r a; echo 250 1000 5 6 7 8 900 10 1; read -r b; echo 150 1000 4 5 6 7 950 10 1; "
            + "read -r c; echo 350 1000 15 16 17 18 990 10 1; cat");
        var (counters, at) = Ask(probe);
        var reader = new NodeReader("n1", probe, isOfThisMachine: false, hasNetwork: true, counters, at);

        Ask(probe);
        var between = reader.Read()!.Value;
        Ask(probe);

        between.CpuS.ShouldBe(0);
        between.ReadBytes.ShouldBe(0);
        between.SentBytes.ShouldBe(0);
        reader.Read()!.Value.CpuS.ShouldBe(1);
    }

    [Fact]
    public void Silence_AnswerIsOwed_Grows()
    {
        using var probe = Scripted("read -r a; read -r b; echo 250 1000 - - 7 8 900 10 1; cat");
        probe.Silence.ShouldBe(TimeSpan.Zero);

        probe.Ask();
        SpinWait.SpinUntil(() => probe.Silence > TimeSpan.Zero, Patience).ShouldBeTrue();
        probe.AnsweredAt.ShouldBe(0);
    }

    [Fact]
    public void Await_MachineWithAGreeting_IsRead()
    {
        using var probe = new NodeProbe(
            new HostShell("far", (_, command) => new ProcessStartInfo("sh",
                ["-c", "echo ====; echo hello; exec \"$@\"", "sh", .. command])
            { UseShellExecute = false }), _file);
        probe.Await(CancellationToken.None).ShouldBeTrue(probe.Words);
        Ask(probe).Counters.RssBytes.ShouldBeGreaterThan(0);
    }

    [Fact]
    public void Await_MachineThatIsNotReached_SaysWhy()
    {
        using var probe = new NodeProbe(
            new HostShell("far", (host, _) =>
            new ProcessStartInfo("sh", ["-c", $"echo no route to {host} >&2; exit 255"]) { UseShellExecute = false }), null);
        probe.Await(CancellationToken.None).ShouldBeFalse();
        SpinWait.SpinUntil(() => probe.Words == "no route to far", Patience).ShouldBeTrue(probe.Words);
    }

    [Theory]
    [InlineData("-")]
    [InlineData("")]
    [InlineData("1 2 3")]
    [InlineData("a b c d e f g h i")]
    public void Parse_NoCounters_IsNull(string line) => NodeCounters.Parse(line).ShouldBeNull();

    [Fact]
    public void Parse_WhatIsHidden_IsNull() => NodeCounters.Parse("250 1000 - - 7 8 900 10 1")
        .ShouldBe(new NodeCounters(2.5, 1_024_000, null, null, 7, 8, 9, 0.1, 1));

    /// <summary>A machine whose shell is a script of its own.</summary>
    private static NodeProbe Scripted(string script)
    {
        var probe = new NodeProbe(new HostShell("far",
            (_, _) => new ProcessStartInfo("sh", ["-c", "echo boot 4; " + script]) { UseShellExecute = false }), null);
        probe.Await(CancellationToken.None).ShouldBeTrue(probe.Words);
        return probe;
    }

    private static (NodeCounters Counters, long At) Ask(NodeProbe probe)
    {
        probe.Ask();
        return probe.Read(Patience)!.Value;
    }
}
