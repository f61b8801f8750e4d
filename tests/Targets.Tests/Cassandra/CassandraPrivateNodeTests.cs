using DbIngest.Abstractions.Targets;
using DbIngest.Core.Pipeline;
using DbIngest.Core.Results;
using DbIngest.Targets.Cassandra;

namespace DbIngest.Targets.Tests.Cassandra;

/// <summary>Starting, configuring and ending private nodes.</summary>
[Collection("cassandra")]
public sealed class CassandraPrivateNodeTests(CassandraFixture fixture)
{
    /// <summary>One start for both: the commit log that the contract names, and the profile of study 1.</summary>
    [Fact]
    [Needs("cassandra")]
    public void Open_BatchContractAndStudy1_RunsOnANodeThatKeepsThem()
    {
        int node;
        using (var target = new CassandraDefinition().Open(
            fixture.Own() with { Endpoint = "?heap=512M&profile=study1", Durability = "local_one-batch", Nodes = 1 }))
        {
            node = target.ServerProcesses().Single();
            var description = target.Describe();
            description.Nodes.ShouldBe(1);
            description.Durability.ShouldBe("local_one-batch");
            var settings = description.Settings;
            settings["commitlog_sync"].ShouldBe("batch");
            settings["commit_log_is_synced"].ShouldBe("before the acknowledgement");
            settings["concurrent_writes"].ShouldBe($"{8 * Environment.ProcessorCount}");
            settings["concurrent_reads"].ShouldBe($"{8 * Environment.ProcessorCount}");
            settings["memtable_flush_writers"].ShouldBe("1");
            settings["row_cache_size"].ShouldBe("0MiB");
            settings["write_request_timeout"].ShouldBe("90s");
            settings["read_request_timeout"].ShouldBe("90s");
            description.Configuration.ShouldStartWith("study1");

            var result = DisturbedTrial.Run(target, 2000, static () => { });

            result.Status.ShouldBe(TrialStatus.Complete, result.Error);

            // What it acknowledged was on the disk: its death loses nothing.
            result = DisturbedTrial.Run(target, 10_000, () => DisturbedTrial.Signal("KILL", node),
                new RetryOptions(2, TimeSpan.FromMilliseconds(300)));
            result.ShouldHaveNoFigureAndBeAccountedFor();
            result.Audit!.Findings.ShouldBeEmpty();
        }

        Directory.Exists($"/proc/{node}").ShouldBeFalse();
        Directory.GetDirectories(fixture.WorkFolder).Length.ShouldBeLessThanOrEqualTo(2);
    }

    [Fact]
    [Needs("cassandra")]
    public void Open_Cancelled_LeavesNoProcessAndNoFile()
    {
        var work = Directory.CreateTempSubdirectory("dbingest-test-");
        using var cancellation = new CancellationTokenSource();
        var options = fixture.Own() with
        {
            WorkFolder = work.FullName,
            Endpoint = "?heap=512M",
            Cancellation = cancellation.Token,
            Say = _ => cancellation.CancelAfter(TimeSpan.FromSeconds(1)),
        };

        Should.Throw<OperationCanceledException>(() => new CassandraDefinition().Open(options));

        Directory.GetFileSystemEntries(work.FullName).ShouldBeEmpty();
        Processes(work.FullName).ShouldBeEmpty();
        work.Delete();
    }

    [Fact]
    [Needs("cassandra")]
    public void Open_NodeThatCannotStart_SaysWhyFromItsLog()
    {
        var work = Directory.CreateTempSubdirectory("dbingest-test-");

        // More heap than any machine has: the Java program says so itself.
        var error = Should.Throw<TargetException>(() => new CassandraDefinition()
            .Open(fixture.Own() with { WorkFolder = work.FullName, Endpoint = "?heap=1000000G" }));

        error.IsUnreachable.ShouldBeTrue();
        error.Message.ShouldContain("heap", Case.Insensitive);
        Directory.GetFileSystemEntries(work.FullName).ShouldBeEmpty();
        work.Delete();
    }

    [Fact]
    public void Open_NodesAndHosts_IsRefused() => Should.Throw<ArgumentException>(() => new CassandraDefinition().Open(
        new TargetOptions { WorkFolder = "w", Endpoint = "127.0.0.1:1", Nodes = 4 })).Message.ShouldStartWith("--nodes");

    [Fact]
    [Needs("cassandra")]
    public void Open_MoreReplicasThanNodesAskedFor_IsRefusedBeforeAnyIsStarted() =>
        Should.Throw<ArgumentException>(() => new CassandraDefinition().Open(
        fixture.Own() with
        {
            Endpoint = "?rf=3",
            Nodes = 2,
            Say = _ => throw new InvalidOperationException("A node was started.")
        })).Message.ShouldContain("--nodes");

    private static IEnumerable<string> Processes(string folder) => Directory.GetDirectories("/proc")
        .Select(f => Path.Combine(f, "cmdline"))
        .Where(File.Exists)
        .Select(f =>
        {
            try
            {
                return File.ReadAllText(f);
            }
            catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
            {
                return string.Empty;
            }
        })
        .Where(c => c.Contains(folder, StringComparison.Ordinal));
}
