using DbIngest.Abstractions.Targets;
using DbIngest.Core.Pipeline;
using DbIngest.Core.Results;
using DbIngest.Targets.Cockroach;
using DbIngest.Targets.Cockroach.Sessions;
using DbIngest.Targets.Tests.Cassandra;
using DbIngest.Targets.Tests.Servers;

namespace DbIngest.Targets.Tests.Cockroach;

/// <summary>Starting nodes and clusters, losing their processes, and leaving nothing.</summary>
[Collection("cockroach")]
public sealed class CockroachPrivateClusterTests : IDisposable
{
    private static readonly RetryOptions Patient = new(7, TimeSpan.FromSeconds(1));

    private readonly DirectoryInfo _work = Directory.CreateTempSubdirectory("dbingest-cockroach-own-");

    [Fact]
    [Needs("cockroach")]
    public void Open_OneNode_IsStartedDescribedAndLeavesNothing()
    {
        int node;
        using (var target = new CockroachDefinition()
            .Open(Options(nodes: 1) with { Endpoint = CockroachNode.Own + "&cache=64M&max_sql_memory=96M" }))
        {
            DisturbedTrial.Run(target, 1000, static () => { }).Status.ShouldBe(TrialStatus.Complete);
            var description = target.Describe();
            (description.Nodes, description.Endpoint, description.Placement).ShouldBe((1, "private node", "local"));
            description.Configuration.ShouldContain("64 MiB of cache and 96 MiB for statements");
            description.ServerVersion.ShouldContain("not the vendor's build");
            description.Copies.ShouldBe(Copies.One);
            target.ServerMemoryBytes.ShouldBe((64L + 96 + 256) << 20);
            node = target.ServerProcesses().ShouldHaveSingleItem();
            string command = File.ReadAllText($"/proc/{node}/cmdline").Replace('\0', ' ');
            command.ShouldContain("--cache=64MiB --max-sql-memory=96MiB");
            File.ReadAllText($"/proc/{node}/environ").ShouldContain("COCKROACH_SKIP_ENABLING_DIAGNOSTIC_REPORTING=true");
        }

        Directory.Exists($"/proc/{node}").ShouldBeFalse();
        _work.GetFileSystemInfos().ShouldBeEmpty();
    }

    /// <summary>What it acknowledged was on the disk: its death loses nothing, and the next trial has it again.</summary>
    [Fact]
    [Needs("cockroach")]
    public void Run_OneNodeKilled_HasNoFigureLosesNothingAndIsThereForTheNext()
    {
        using var target = new CockroachDefinition().Open(Options(nodes: 1));

        var result = DisturbedTrial.Run(target, 2000, () => DisturbedTrial.Signal("KILL", target.ServerProcesses()[0]),
            new RetryOptions(2, TimeSpan.FromMilliseconds(300)));

        result.ShouldHaveNoFigureAndBeAccountedFor();
        result.Audit!.Findings.ShouldBeEmpty();
        DisturbedTrial.Run(target, 1000, static () => { }).Status.ShouldBe(TrialStatus.Complete);
    }

    /// <summary>
    /// Nobody brings the only node back before the trial is over: the retries that a cluster is given, a minute and a half of
    /// them, are not waited for. Slow, since they last 15 s all the same.
    /// </summary>
    [Trait("Suite", "Slow")]
    [Fact]
    [Needs("cockroach")]
    public void Run_OnlyNodeKilled_IsNotTriedForAsLongAsACluster()
    {
        using var target = new CockroachDefinition().Open(Options(nodes: 1));
        long started = 0;

        var result = DisturbedTrial.Run(
            target,
            2000,
            () =>
            {
                DisturbedTrial.Signal("KILL", target.ServerProcesses()[0]);
                started = System.Diagnostics.Stopwatch.GetTimestamp();
            },
            Patient);

        result.ShouldHaveNoFigureAndBeAccountedFor();
        result.Error!.ShouldContain("has ended");
        System.Diagnostics.Stopwatch.GetElapsedTime(started).ShouldBeLessThan(TimeSpan.FromSeconds(75));
    }

    /// <summary>
    /// Three nodes, one of which is killed in mid-trial: the others go on, the trial is complete, and the node is back before
    /// replicas are counted.
    /// </summary>
    [Trait("Suite", "Slow")]
    [Fact]
    [Needs("cockroach")]
    public void Run_OneOfThreeNodesKilled_IsCompleteAndTheNodeIsBack()
    {
        using var target = new CockroachDefinition().Open(Options(nodes: 3));
        int[] nodes = [.. target.ServerProcesses()];
        nodes.Length.ShouldBe(3);

        var result = DisturbedTrial.Run(target, 2000, () => DisturbedTrial.Signal("KILL", nodes[2]), Patient);

        result.Status.ShouldBe(TrialStatus.Complete, result.Error);
        result.Audit!.StoredRecords.ShouldBe(8 * 2000);
        result.Audit.DuplicateRecords.ShouldBe(0);
        var description = target.Describe();
        (description.Nodes, description.Endpoint).ShouldBe((3, "private cluster of 3 nodes"));
        description.Settings["table.replicas"].ShouldBe("3");
        description.Copies.ShouldBe(Copies.Majority(3));
        int[] now = [.. target.ServerProcesses()];
        now.Take(2).ShouldBe(nodes.Take(2));
        now.Length.ShouldBe(3);
        now[2].ShouldNotBe(nodes[2]);
    }

    /// <summary>
    /// Two nodes make no majority that survives one: the vendor keeps one replica, and it is not waited for a second.
    /// </summary>
    [Trait("Suite", "Slow")]
    [Fact]
    [Needs("cockroach")]
    public void Run_TwoNodes_HaveOneReplicaOfEachRangeAndSourcesOnBoth()
    {
        using var target = new CockroachDefinition().Open(Options(nodes: 2));

        DisturbedTrial.Run(target, 1000, static () => { }).Status.ShouldBe(TrialStatus.Complete);

        var settings = target.Describe().Settings;
        (settings["nodes"], settings["nodes_written_to"], settings["table.replicas"]).ShouldBe(("2", "2", "1"));
    }

    [Theory]
    [InlineData(1, null, 1)]
    [InlineData(2, null, 1)]
    [InlineData(2, 2, 2)]
    [InlineData(3, null, 3)]
    [InlineData(4, 5, 3)]
    [InlineData(5, 5, 5)]
    [InlineData(9, null, 3)]
    public void Replicas_FewerNodesThanAskedFor_AreNoEvenNumber(int nodes, int? asked, int expected) =>
        CockroachRanges.Replicas(nodes, asked).ShouldBe(expected);

    [Fact]
    [Needs("cockroach")]
    [Needs("mount")]
    public void Run_DiskFull_HasNoFigureAndTheNextTrialIsComplete()
    {
        FullDisk.Run(new CockroachDefinition(), CockroachNode.Own + "&buckets=2&cache=64M", 4000);
    }

    [Fact]
    [Needs("cockroach")]
    public void Open_Cancelled_LeavesNoProcessAndNoFile()
    {
        using var cancellation = new CancellationTokenSource();
        var options = Options(nodes: 3) with
        {
            Cancellation = cancellation.Token,
            Say = _ => cancellation.CancelAfter(TimeSpan.FromSeconds(1))
        };

        Should.Throw<OperationCanceledException>(() => new CockroachDefinition().Open(options));

        _work.GetFileSystemInfos().ShouldBeEmpty();
    }

    [Fact]
    public void Open_ProgramThatEnds_SaysWhyFromItsLogAndLeavesNothing()
    {
        string program = Path.Combine(_work.CreateSubdirectory("bin").FullName, "cockroach");
        File.WriteAllText(program, "#!/bin/sh\necho 'ERROR: no such library' >&2\nexit 127\n");
        File.SetUnixFileMode(program, UnixFileMode.UserRead | UnixFileMode.UserExecute);

        var error = Should.Throw<TargetException>(() => new CockroachDefinition().Open(
            new TargetOptions { WorkFolder = Path.Combine(_work.FullName, "work"), Endpoint = $"?home={_work.FullName}" }));

        error.IsUnreachable.ShouldBeTrue();
        error.Message.ShouldContain("no such library");
        Directory.GetFileSystemEntries(Path.Combine(_work.FullName, "work")).ShouldBeEmpty();
    }

    [Theory]
    [InlineData("127.0.0.1:1", 3, "--nodes")]
    [InlineData("127.0.0.1:1?cache=64M", null, "options of a private one")]
    [InlineData("?home=/&sslmode=require", null, "sslmode")]
    [InlineData("?home=/&user=me", null, "only the user root")]
    [InlineData("?home=/&replicas=3", 1, "--nodes")]
    public void Open_WhatAPrivateServerCannot_IsRefused(string endpoint, int? nodes, string expected)
    {
        string home = _work.CreateSubdirectory("home").FullName;
        File.WriteAllText(Path.Combine(home, "cockroach"), string.Empty);
        var options = new TargetOptions
        {
            WorkFolder = "unused",
            Endpoint = endpoint.Replace("home=/", $"home={home}", StringComparison.Ordinal),
            Nodes = nodes
        };

        Should.Throw<ArgumentException>(() => new CockroachDefinition().Open(options)).Message.ShouldContain(expected);
        new CockroachDefinition().Probe(options).IsAvailable.ShouldBeFalse();
    }

    [Fact]
    public void Open_NoProgram_SaysTheWaysToGetAServer()
    {
        var error = Should.Throw<TargetException>(() => new CockroachDefinition()
            .Open(new TargetOptions { WorkFolder = "unused", Endpoint = $"?home={_work.FullName}" }));

        error.IsUnreachable.ShouldBeTrue();
        error.Message.ShouldContain(_work.FullName);
        error.Message.ShouldContain("--endpoint HOST[:PORT]");
    }

    public void Dispose() => _work.Delete(recursive: true);

    private TargetOptions Options(int nodes)
    {
        return new TargetOptions
        {
            WorkFolder = _work.FullName,
            Endpoint = CockroachNode.Own + "&buckets=2&cache=64M",
            Nodes = nodes,
            RequestTimeout = TimeSpan.FromSeconds(60)
        };
    }
}
