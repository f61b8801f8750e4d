using DbIngest.Abstractions.Targets;
using DbIngest.Core.Plan;
using DbIngest.Core.Results;
using DbIngest.Core.Tests.Fakes;
using DbIngest.Runner.Options;
using DbIngest.Runner.Parsing;
using DbIngest.Runner.Resuming;
using DbIngest.Runner.Verbs;

namespace DbIngest.Runner.Tests.Options;

/// <summary>What holds for the option of every axis, those to come included.</summary>
public class AxisOptionTests
{
    /// <summary>Those whose values no database decides, and which have more than two.</summary>
    private static readonly Axis[] Free =
    [
        .. AxisArguments.All.Where(axis => axis != SweepAxes.Client && axis != SweepAxes.Durability && axis != SweepAxes.Nodes
            && axis != SweepAxes.Via && axis != SweepAxes.Index && axis != SweepAxes.ServiceThreads
            && axis != SweepAxes.Fault && axis != SweepAxes.Restart && axis != SweepAxes.ServiceHttp),
    ];

    public static TheoryData<string> Options => [.. Free.Select(axis => axis.Option)];

    [Theory]
    [MemberData(nameof(Options))]
    public void Option_WithAList_MakesAPointOfEachValue(string option)
    {
        var axis = Free.Single(a => a.Option == option);
        string[] values =
            [.. new[] { 1, 2, 3 }.Select(seed => axis.Text(AxisValues.None.With(axis, AxisSamples.Of(axis, seed)))!)];
        string beside = axis == SweepAxes.Records ? "--seed=1" : "--records=5";
        var request = SweepRequestReaderTests.Read(
            [$"--{option}={string.Join(axis.Separator, values)}", beside, .. NeededBy(axis)]);
        request.Points(request.Values!).Select(point => axis.Text(point.Axes)).ShouldBe(values);
        request.Count.ShouldBe(3);
    }

    [Theory]
    [MemberData(nameof(Options))]
    public void Option_GivenTwiceOrBadly_IsRefusedByName(string option)
    {
        CommandReader.Read([$"--{option}", "1", $"--{option}=1"]).Problems.ShouldHaveSingleItem()
            .ShouldContain($"--{option}: given twice");

        // A side may have any name.
        foreach (string bad in option == SweepAxes.Side.Option ? ["1,1", "1,,2"] : new[] { "x", "1,1", "1,,2", "read=1;read=1" })
        {
            Should.Throw<UsageException>(() => SweepRequestReaderTests.Read($"--{option}={bad}")).Messages[0]
                .ShouldStartWith($"--{option}: ");
        }
    }

    [Theory]
    [MemberData(nameof(Options))]
    public void Resume_WithAnotherValue_IsRefusedByName(string option)
    {
        var axis = Free.Single(a => a.Option == option);
        string Text(int seed) => axis.Text(AxisValues.None.With(axis, AxisSamples.Of(axis, seed)))!;
        var stored = CommandReader.Read(["run", $"--{option}", Text(1), "--trials=3", .. NeededBy(axis)]);
        var manifest = new Manifest
        {
            Name = "n",
            StartedUtc = DateTimeOffset.UnixEpoch,
            CommandLine = string.Empty,
            Arguments = stored.Arguments,
            Configuration = ConfigurationOf((RunOptions)stored.Options!),
            Environment = null!,
            Targets = [],
        };
        var again = Resumption.Merge<RunOptions>(manifest, []);
        ConfigurationDifferences.Between(manifest.Configuration, ConfigurationOf(again)).ShouldBeEmpty();
        var other = Resumption.Merge<RunOptions>(manifest, CommandReader.Read(["run", $"--{option}={Text(2)}"]).Arguments);
        ConfigurationDifferences.Between(manifest.Configuration, ConfigurationOf(other))
            .ShouldHaveSingleItem().ShouldBe($"--{option} is {Text(2)}, and was {Text(1)}");
    }

    /// <summary>Operations are those of a mix, and lanes share threads where a service answers.</summary>
    private static string[] NeededBy(Axis axis) => axis == SweepAxes.Operations ? ["--mix=read=50,update=50"]
        : axis == SweepAxes.ClientThreads ? ["--mix=read=50,update=50", "--via=service"]
        : axis == SweepAxes.Churn ? ["--series=5"]
        : axis == SweepAxes.ServiceConnections ? ["--via=service"] : [];

    [Fact]
    public void Endpoint_WithAList_MakesATargetOfEachValue()
    {
        var request = SweepRequestReaderTests.Read("--db=sqlite,cassandra", "--endpoint=cassandra=h:1?rows=100,200&user=me",
            "--records=5,6");
        var points = request.Points(request.Values!);
        points.Select(point => (point.Database, SweepAxes.Options.Text(point.Axes), point.RecordsPerSource)).ShouldBe(
        [
            ("sqlite", null, 5), ("sqlite", null, 6),
            ("cassandra", "rows=100", 5), ("cassandra", "rows=100", 6), ("cassandra", "rows=200", 5),
                ("cassandra", "rows=200", 6),
        ]);
        request.Count.ShouldBe(6);
        points.Select(point => point.Target).Distinct().Count().ShouldBe(3);
        var opened = points.Select(point => SweepAxes.All.Aggregate(
            request.Access.For(request.Databases.Single(d => d.Definition.Name == point.Database).Definition,
                new TargetOptions { WorkFolder = "w" }), (options, axis) => axis.Apply(options, point.Axes)).Endpoint);
        opened.Distinct().ShouldBe([null, "h:1?rows=100&user=me", "h:1?rows=200&user=me"]);
    }

    [Theory]
    [InlineData("h?user=a,b", "--endpoint: user takes one value")]
    [InlineData("h?rwos=1", "--endpoint: there is no option 'rwos'; did you mean rows?")]
    [InlineData("h?rows=1,1", "--endpoint: rows=1 is given twice")]
    public void Endpoint_WithABadOption_IsRefusedWithTheOthers(string endpoint, string message)
    {
        var messages = Should.Throw<UsageException>(() =>
            SweepRequestReaderTests.Read("--db=cassandra", $"--endpoint={endpoint}", "--trials=0")).Messages;
        messages.ShouldContain(m => m.StartsWith(message, StringComparison.Ordinal));
        messages.ShouldContain(m => m.StartsWith("--trials", StringComparison.Ordinal));
    }

    private static SweepConfiguration ConfigurationOf(RunOptions options)
    {
        var request = new SweepRequestReader(DescribedDatabase.Catalogue, static _ => null).Read(options);
        return new SweepConfiguration
        {
            Points = request.Points(request.Values!),
            Trials = request.Trials,
            WarmUp = request.WarmUp,
            Order = request.Order,
            Seed = request.Seed,
            Workload = "synthetic",
            WorkloadFacts = new Dictionary<string, string>(StringComparer.Ordinal),
            Endpoints = new Dictionary<string, string>(StringComparer.Ordinal),
            Retries = request.Retries,
            RetryDelayS = request.RetryDelayS,
            RequestTimeoutS = 90,
            Confidence = request.Confidence,
        };
    }
}
