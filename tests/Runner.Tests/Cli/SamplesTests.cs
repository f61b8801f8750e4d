using DbIngest.Core.Results;

namespace DbIngest.Runner.Tests.Cli;

/// <summary>What is sampled while several source processes write: all of them, and the server.</summary>
public class SamplesTests
{
    [Theory]
    [Trait("Suite", "Slow")]
    [InlineData("sqlite", false)]
    [InlineData("null", false)]
    [InlineData("postgres", true)]
    [InlineData("cassandra", true)]
    [Needs("postgres", Where = "database", Is = "postgres")]
    [Needs("cassandra", Where = "database", Is = "cassandra")]
    public void Run_SeveralProcesses_SamplesAllOfThemAndTheServer(string database, bool hasServer)
    {
        using var folder = new CommandFolder().InItsOwnProcess();
        string? endpoint = database == "cassandra" ? CassandraHome.Endpoint : null;

        // Of 4,000 records/s each of PostgreSQL's sessions used less than a tick of 10 ms, and the system says nothing of less.
        folder.Expect(ExitCode.Done, [
            $"--db={database}", "--sources=2+1+1", "--duration=3", "--batch=200", "--rate=20k", "--trials=1", "--warmup=0",
            .. endpoint is null ? Array.Empty<string>() : [$"--endpoint={endpoint}"],
        ]);

        var trial = folder.Trials.ShouldHaveSingleItem();
        trial.Status.ShouldBe(TrialStatus.Complete, trial.Error);
        trial.Sources.Count.ShouldBe(4);
        var ingest = trial.Samples.Where(sample => sample.Phase == "ingest").ToList();
        ingest.Count.ShouldBeGreaterThanOrEqualTo(2);
        ingest.Zip(ingest.Skip(1))
            .ShouldAllBe(pair => pair.Second.AtS > pair.First.AtS
            && pair.Second.AcknowledgedRecords >= pair.First.AcknowledgedRecords);
        ingest[^1].AcknowledgedRecords.ShouldBeInRange(1, trial.AcknowledgedRecords);

        // Four runtimes, one of which only waits: see the next test for their memory.
        ingest[^1].ClientCpuS.ShouldBeGreaterThan(0);
        ingest.ShouldAllBe(sample => sample.ServerRssBytes.HasValue == hasServer);
        if (hasServer)
        {
            ingest[^1].ServerRssBytes!.Value.ShouldBeGreaterThan(5L << 20);
            trial.Samples[^1].ServerCpuS!.Value.ShouldBeGreaterThan(0);
        }
    }

    /// <summary>Compared on the same machine, as one that lacks memory leaves each process less.</summary>
    [Fact]
    [Trait("Suite", "Slow")]
    public void Run_FourProcesses_HaveMoreMemoryThanTwo() => MemoryOf("1+1+1+1").ShouldBeGreaterThan(MemoryOf("1+1"));

    private static long MemoryOf(string sources)
    {
        using var folder = new CommandFolder().InItsOwnProcess();
        folder.Expect(ExitCode.Done, "--db=null", $"--sources={sources}", "--duration=2", "--batch=200", "--rate=20k",
            "--trials=1", "--warmup=0", "--rehearsal=0");
        return folder.Trials.ShouldHaveSingleItem().Samples.Last(sample => sample.Phase == "ingest").ClientRssBytes;
    }
}
