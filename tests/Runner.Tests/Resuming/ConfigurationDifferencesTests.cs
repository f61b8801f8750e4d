using DbIngest.Abstractions.Targets;
using DbIngest.Core.Plan;
using DbIngest.Runner.Resuming;

namespace DbIngest.Runner.Tests.Resuming;

public class ConfigurationDifferencesTests
{
    private static readonly SweepConfiguration Stored = new()
    {
        Points = [PointOf(1000), PointOf(2000)],
        Trials = 13,
        WarmUp = 3,
        Order = SweepOrder.Interleaved,
        Seed = 1,
        Workload = "synthetic",
        WorkloadFacts = new Dictionary<string, string>(StringComparer.Ordinal) { ["seed"] = "1" },
        Endpoints = new Dictionary<string, string>(StringComparer.Ordinal) { ["sqlite"] = "local" },
        Retries = 5,
        RetryDelayS = 0.2,
        RequestTimeoutS = 90,
        Confidence = 0.95,
    };

    public static TheoryData<string, SweepConfiguration> Changes => new()
    {
        { "--records is 1000, and was 1000,2000", Stored with { Points = [PointOf(1000)] } },
        { "--batch is 7, and was 100", Stored with { Points = [.. Stored.Points.Select(p => p with { Batch = 7 })] } },
        { "--nodes is 4, and was none", Stored with { Points = [.. Stored.Points.Select(p => p with { Nodes = 4 })] } },
        { "--in-flight is 2, and was 1", Stored with { Points = [.. Stored.Points.Select(p => p with { InFlight = 2 })] } },
        { "--values is 3, and was 9", Stored with { Points = [.. Stored.Points.Select(p => p with { Values = 3 })] } },
        { "--sources is 4, and was 2",
            Stored with { Points = [.. Stored.Points.Select(p => p with { Sources = SourceLayout.Single(4) })] } },
        { "--durability is normal, and was full",
            Stored with { Points = [.. Stored.Points.Select(p => p with { Durability = "normal" })] } },
        { "--client is wire, and was driver",
            Stored with { Points = [.. Stored.Points.Select(p => p with { Client = "wire" })] } },
        { "--db is null, and was sqlite", Stored with { Points = [.. Stored.Points.Select(p => p with { Database = "null" })] } },
        { "the points are combined or ordered differently", Stored with { Points = [.. Stored.Points, Stored.Points[0]] } },
        { "--trials is 5, and was 13", Stored with { Trials = 5 } },
        { "--warmup is 0, and was 3", Stored with { WarmUp = 0 } },
        { "--order is Rising, and was Interleaved", Stored with { Order = SweepOrder.Rising } },
        { "--seed is 2, and was 1", Stored with { Seed = 2 } },
        { "--confidence is 0.99, and was 0.95", Stored with { Confidence = 0.99 } },
        { "--retries is 0, and was 5", Stored with { Retries = 0 } },
        { "--retry-delay is 1, and was 0.2", Stored with { RetryDelayS = 1 } },
        { "--request-timeout is 1, and was 90", Stored with { RequestTimeoutS = 1 } },
        { "--study is 1, and was none", Stored with { Study = 1 } },
        { "the workload is uci.csv, and was synthetic", Stored with { Workload = "uci.csv" } },
        { "the workload's seed is 2, and was 1",
            Stored with { WorkloadFacts = new Dictionary<string, string>(StringComparer.Ordinal) { ["seed"] = "2" } } },
        { "--endpoint of sqlite is a.db, and was local",
            Stored with { Endpoints = new Dictionary<string, string>(StringComparer.Ordinal) { ["sqlite"] = "a.db" } } },
    };

    [Theory]
    [MemberData(nameof(Changes))]
    public void Between_OneChange_NamesItAlone(string difference, SweepConfiguration changed) =>
        ConfigurationDifferences.Between(Stored, changed).ShouldBe([difference]);

    [Fact]
    public void Between_RetriesOfADatabaseItself_NamesThem()
    {
        var own = Stored with
        {
            OwnRetries =
            new Dictionary<string, RetryDefault>(StringComparer.Ordinal) { ["sqlite"] = new(7, 1) }
        };
        ConfigurationDifferences.Between(own, Stored with { Retries = 5, RetryDelayS = 1 })
            .ShouldBe(["--retry-delay is 1, and was 0.2", "--retries of sqlite is 5, and was 7"]);
        ConfigurationDifferences.Between(Stored, own).ShouldBeEmpty("an older result says nothing of them");
    }

    /// <summary>Earlier versions counted the qualities of meters that were left out.</summary>
    [Fact]
    public void Between_FactThatEarlierVersionsCountedOtherwise_IsNoDifference()
    {
        var before = Facts("8 (2 readings)", "aa");

        ConfigurationDifferences.Between(before, Facts("8 (1 readings)", "aa")).ShouldBeEmpty();
        ConfigurationDifferences.Between(before, Facts("8 (1 readings)", "bb"))
            .ShouldBe(["the workload's sha256 is bb, and was aa"]);

        static SweepConfiguration Facts(string qualities, string hash) => Stored with
        {
            WorkloadFacts = new Dictionary<string, string>(StringComparer.Ordinal)
            {
                ["espi_reading_quality"] = qualities,
                ["sha256"] = hash,
            },
        };
    }

    [Fact]
    public void Between_Equal_IsEmpty() => ConfigurationDifferences.Between(Stored, Stored with { Points = [.. Stored.Points] })
        .ShouldBeEmpty();

    [Fact]
    public void Extend_SweepWithBlocks_IsRefused()
    {
        var blocks = Stored with { Blocks = 2, Trials = 26 };
        Should.Throw<UsageException>(() => Resumption.Extend("folder", blocks, blocks with { Trials = 30 })).Messages[0]
            .ShouldStartWith("--trials: a sweep with blocks cannot be extended");
        Should.Throw<UsageException>(() => Resumption.Extend("folder", blocks, blocks with { Blocks = 3, Trials = 39 }))
            .Messages[0]
            .ShouldBe("--resume: --blocks is 3, and was 2.");
        Resumption.Extend("folder", Stored, Stored with { Trials = 15 }).Trials.ShouldBe(15);
    }

    private static Point PointOf(long records) => new()
    {
        Database = "sqlite",
        Client = "driver",
        Durability = "full",
        Sources = SourceLayout.Single(2),
        RecordsPerSource = records,
        Batch = 100,
        InFlight = 1,
        Values = 9,
    };
}
