using DbIngest.Analysis.Figures;
using DbIngest.Analysis.Figures.Charts;
using DbIngest.Analysis.Output;
using DbIngest.Analysis.Report;
using DbIngest.Analysis.Summary;
using DbIngest.Analysis.Tests.Fakes;
using DbIngest.Analysis.Tests.Report;
using DbIngest.Core.Operations;
using DbIngest.Core.Plan;
using DbIngest.Core.Results;

namespace DbIngest.Analysis.Tests.Summary;

public class AcrossMixesTests
{
    private static readonly string[] Mixes =
        ["study2-a", "study2-b", "study2-c", "study2-d", "study2-e"];

    /// <summary>Two databases, of which one slows down as updates grow and the other does not.</summary>
    private static readonly FakeSweep Study = Sweep(["cassandra", "postgres"], Mixes, [10_000, 100_000]);

    [Fact]
    public void Of_TwoDatabasesAtTwoN_HasAnEffectOfEach()
    {
        var effects = Study.Summary.Mixes.ShouldHaveSingleItem().Effects;
        effects.Select(effect => (effect.Database, effect.RecordsPerSource)).ShouldBe(
            [("cassandra", 10_000), ("cassandra", 100_000), ("postgres", 10_000), ("postgres", 100_000)], ignoreOrder: true);
        foreach (var effect in effects)
        {
            effect.Mixes.Count.ShouldBe(5);
            effect.Anova.Within.DegreesOfFreedom.ShouldBe(45);
            (effect.Anova.Between.EtaSquared > 0.9).ShouldBe(effect.Database == "postgres");
            (effect.AdjustedP < 0.05).ShouldBe(effect.Database == "postgres", effect.Database);
            effect.Anova.Between.OmegaSquared.ShouldBeLessThan(effect.Anova.Between.EtaSquared);
            effect.BrownForsythe!.F.ShouldBe(effect.Anova.Between.F, 1e-9 * effect.Anova.Between.F, "of equal groups F* is F");
        }
    }

    /// <summary>What is said of pairs at one mix holds together with what is said at the others.</summary>
    [Fact]
    public void Pairs_OfSeveralMixes_AreCorrectedOverAllCells()
    {
        DatabasePair Pair(FakeSweep sweep) => sweep.Summary.Analysis.SelectMany(analysis => analysis.Pairs)
            .First(pair => pair.RecordsPerSource == 10_000);
        var one = Pair(Sweep(["cassandra", "postgres"], Mixes[..1], [10_000]));
        var cells = Pair(Sweep(["cassandra", "postgres"], Mixes, [10_000]));
        Width(cells.RatioInterval!.Value).ShouldBeGreaterThan(1.2 * Width(one.RatioInterval!.Value));
        Width(cells.TukeyRatioInterval!.Value).ShouldBeGreaterThan(1.2 * Width(one.TukeyRatioInterval!.Value));
        cells.TukeyP!.Value.ShouldBeInRange(0, 1);
    }

    [Theory]
    [InlineData("one mix")]
    [InlineData("two trials")]
    [InlineData("two blocks")]
    [InlineData("failed")]
    [InlineData("no mix")]
    [InlineData("null")]
    [InlineData("older")]
    public void Of_WithoutEnough_SaysNothingAndThrowsNothing(string what)
    {
        var sweep = what switch
        {
            "one mix" => Sweep(["postgres", "cassandra"], Mixes[..1], [10_000]),
            "two trials" => Study with { Trials = 5 },
            "two blocks" => Study with { Trial = trial => Study.Trial(trial)! with { Block = 1 + ((trial.Trial - 1) / 7) } },
            "failed" => Study with
            {
                Trial = trial => Study.Trial(trial)! with
                {
                    Status = trial.Point.Mix!.UpdateShare > 0 ? TrialStatus.Incomplete : TrialStatus.Complete
                },
            },
            "no mix" => new FakeSweep { Databases = ["postgres", "cassandra"] },
            "null" => Sweep(["null"], Mixes, [10_000]),
            _ => Study with
            {
                Trial = trial => Study.Trial(trial)! with
                {
                    Operations = null,
                    Samples = [],
                    Client = null,
                    Server = null,
                    Latency = null,
                    WarmUp = trial.Trial <= 11,
                },
            },
        };
        sweep.Summary.Mixes.ShouldBeEmpty();
        var result = Reported.Of(sweep);
        string page = ReportPage.Of([result], FigureCatalog.Of([result]));
        page.ShouldNotContain("Mixes against each other");
        ReportMarkdown.Of([result], FigureCatalog.Of([result])).ShouldNotContain("Across mixes");
        if (what is not ("one mix" or "failed"))
        {
            page.ShouldNotContain("Databases at each mix");
        }
    }

    /// <summary>At a rate arrivals decide the operations/s of a mix, and the mix its response times.</summary>
    [Fact]
    public void Of_MixesAtARate_ComparesNoOperationsAndKeepsResponseTimes()
    {
        var result = Reported.Of(Study with
        {
            Places =
            [
                .. Study.Points.Select(point => point with { Rate = ArrivalRate.TryParse("1000", out var rate) ? rate : null }),
            ],
            Trial = trial => Study.Trial(trial) is { } made ? made with
            {
                OpenLoop = new OpenLoopResult { Response = made.Latency, LargestBacklogBatches = 0, LastBacklogBatches = 0 },
            } : null,
        });

        result.Summary.Mixes.ShouldBeEmpty();
        result.Summary.Points.ShouldAllBe(point => point.OpenLoop!.Response != null);
        ReportMarkdown.Of([result], FigureCatalog.Of([result])).ShouldNotContain("Across mixes");
        OperationTable.Of(result.Summary)!.Notes[^1]
            .ShouldStartWith("Arrivals decide the operations/s of points at a rate (1,000/s): neither");
        MixPairTable.Of(result.Summary).ShouldBeNull();
        string[] figures = [.. FigureCatalog.Of([result]).Select(chart => chart.Name)];
        figures.ShouldNotContain("throughput-mixes");
        figures.ShouldNotContain(name => name.StartsWith("spread-mixes-", StringComparison.Ordinal));
        figures.Count(name => name.EndsWith("-p99-mixes", StringComparison.Ordinal)).ShouldBe(2, "they show times");
    }

    /// <summary>A sweep may have points in a closed loop beside those at rates: only these are compared.</summary>
    [Fact]
    public void Of_MixesInAClosedLoopAndAtARate_ComparesThoseOfTheLoop()
    {
        var sweep = Study with
        {
            Places =
            [
                .. Study.Points,
                .. Study.Points.Select(point => point with { Rate = ArrivalRate.TryParse("1000", out var rate) ? rate : null }),
            ],
        };
        var result = Reported.Of(sweep);

        var pairs = MixPairTable.Of(result.Summary).ShouldNotBeNull();
        pairs.Rows.Count.ShouldBe(MixPairTable.Of(Study.Summary)!.Rows.Count);
        pairs.Notes[^1].ShouldBe("Points at a rate (1,000/s) are left out: arrivals decide their operations/s.");
        var drawn = FigureCatalog.Of([result]).OfType<LineChart>().Single(chart => chart.Name == "throughput-mixes");
        drawn.Series.Count.ShouldBe(FigureCatalog.Of([Reported.Of(Study)]).OfType<LineChart>()
            .Single(chart => chart.Name == "throughput-mixes").Series.Count);
        drawn.Caption.ShouldContain("Points at a rate (1,000/s) are not drawn");
        MixPairTable.Of(Study.Summary)!.Notes.ShouldHaveSingleItem();
        FigureCatalog.Of([result]).OfType<LineChart>().Single(chart => chart.Name == "read-p99-mixes").Series
            .ShouldAllBe(line => line.Name == line.Name.Trim());
    }

    [Fact]
    public void Report_OfMixes_HasTablesAndFigures()
    {
        var result = Reported.Of(Study);
        string page = ReportPage.Of([result], FigureCatalog.Of([result]));
        string markdown = ReportMarkdown.Of([result], FigureCatalog.Of([result]));
        foreach (string part in (string[])["p95 ms", "omega2", "Welch p", "F*", "Tukey HSD", "Games-Howell"])
        {
            page.ShouldContain(part);
            markdown.ShouldContain(part.Replace("*", "\\*"));
        }

        FigureCatalog.Of([result]).Select(chart => chart.Name).ShouldContain("throughput-mixes");
        FigureCatalog.Of([result]).Count(chart => chart.Name.StartsWith("spread-mixes-", StringComparison.Ordinal)).ShouldBe(2);
        FigureCatalog.Of([result]).Count(chart => chart.Name.EndsWith("-p99-mixes", StringComparison.Ordinal)).ShouldBe(2);
    }

    /// <summary>A store that applies its log later answers fast with what it has: what was missing stands beside it.</summary>
    [Theory]
    [InlineData(null)]
    [InlineData(3L)]
    public void Report_OfReadsThatMissedRecords_CountsThem(long? late)
    {
        var sweep = Study with
        {
            Trial = trial => Study.Trial(trial) is { } made
                ? made with { Operations = [.. made.Operations!.Select(of => of with { LateRecords = late })] } : null,
        };

        sweep.Summary.Points[0].Operations![0].LateRecords.ShouldBe(late is null ? null : 10 * late);
        var table = OperationTable.Of(sweep.Summary).ShouldNotBeNull();
        table.Headers.Contains("late").ShouldBe(late is not null);
        table.Notes.Any(note => note.StartsWith("late: ", StringComparison.Ordinal)).ShouldBe(late is not null);
    }

    /// <summary>Welch's test divides by the variance of each mix. Without it p is that of F, and the note says so.</summary>
    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void Table_OfAMixThatDoesNotVary_SaysWhoseTheCorrectedPIs(bool varies)
    {
        var sweep = varies ? Study : Study with
        {
            Trial = trial => trial.Point.Mix!.UpdateShare == 0 ? FakeSweep.WithElapsed(trial, 1) : Study.Trial(trial),
        };
        var analysis = sweep.Summary.Mixes.ShouldHaveSingleItem();

        analysis.Effects.ShouldAllBe(effect => (effect.Welch != null) == varies);
        analysis.Effects.ShouldAllBe(effect => (effect.P == effect.Anova.Between.P) == !varies);
        MixTable.Of(analysis, 0.95).Notes[^1].Contains("corrected p is that of F.", StringComparison.Ordinal).ShouldBe(!varies);
    }

    /// <summary>Lanes that share their records and lanes that own them are two lines, at the same shares of updates.</summary>
    [Fact]
    public void Figures_OfSharedAndOwnRecords_AreTwoLines()
    {
        var result = Reported.Of(Sweep(
            ["postgres"], ["study2-a", "study2-c", "read=100,keys=ycsb", "read=50,update=50,keys=ycsb"], [10_000]));

        var series = FigureCatalog.Of([result]).OfType<LineChart>().Single(chart => chart.Name == "throughput-mixes").Series;

        series.Count.ShouldBe(2);
        series.ShouldAllBe(line => line.Points.Count == 2);
        series[0].Name.ShouldEndWith("keys ycsb shared");
        series[1].Name.ShouldEndWith("keys ycsb of each lane");
    }

    /// <summary>Twenty series are more than a figure holds; the answer has each mix all the same.</summary>
    [Fact]
    public void Answer_OfMoreSeriesThanAFigureHolds_HasEachMix()
    {
        string[] databases = ["cassandra", "cockroach", "mongodb", "postgres"];
        var result = Reported.Of(Sweep(databases, Mixes, [10_000]));
        var mixes = PlotSet.Of([result]).ByMix();
        mixes.Count.ShouldBe(5);
        mixes.ShouldAllBe(mix => mix.Set.Series.Count == 4);
        AnswerLine.Of([result]).ShouldContain("study2-e");
        FigureCatalog.Of([result]).OfType<HeatChart>().Select(score => score.Rows.Count).ShouldBe([4, 4, 4, 4, 4]);
    }

    [Fact]
    public void Resources_OfSamples_HavePeakAndMean()
    {
        var sampled = Study with
        {
            Trial = trial => FakeSweep.WithElapsed(trial, 3) with
            {
                Client = new ResourceUse { CpuS = 3, CpuShare = 0.25, Cores = 4, PeakRssBytes = 300 },
                Samples =
                [
                    Sample(1, "ingest", 0.5, 100), Sample(2, "ingest", 2.5, 200), Sample(3, "ingest", 3, 300),
                    Sample(3.01, "ingest", 4, 300), Sample(5, "settle", 9, 900),
                ],
            },
        };
        var resources = sampled.Summary.Points[0].Resources!;
        resources.ClientPeakCpuShare!.Value.ShouldBe(0.5, 1e-9);
        resources.ClientMeanRssBytes!.Value.ShouldBe(225, 1e-9);
        resources.ServerPeakCpuShare.ShouldBeNull();

        // A trial that was too short for samples used more than the sampled ones.
        var busier = sampled with
        {
            Trial = trial => sampled.Trial(trial)! with
            {
                Client = new ResourceUse { CpuS = 3, CpuShare = trial.Trial == 13 ? 0.9 : 0.25, Cores = 4, PeakRssBytes = 300 },
                Samples = trial.Trial == 13 ? [] : sampled.Trial(trial)!.Samples,
            },
        };
        busier.Summary.Points[0].Resources!.ClientPeakCpuShare!.Value.ShouldBe(0.9, 1e-9);
    }

    private static double Width(DbIngest.Analysis.Statistics.Interval interval) => Math.Log(interval.High / interval.Low);

    private static ThroughputSample Sample(double atS, string phase, double cpuS, long rss) => new()
    {
        AtS = atS,
        Phase = phase,
        AcknowledgedRecords = 0,
        ClientCpuS = cpuS,
        ClientRssBytes = rss,
    };

    private static FakeSweep Sweep(string[] databases, string[] mixes, long[] sizes) => new()
    {
        Databases = databases,
        Seed = 7,
        Noise = 0.03,
        Places =
        [
            .. from database in databases
               from mix in mixes
               from records in sizes
               select new Point
               {
                   Database = database,
                   Client = "driver",
                   Durability = "full",
                   Sources = SourceLayout.Single(1),
                   RecordsPerSource = records,
                   Batch = 100,
                   InFlight = 32,
                   Values = 9,
                   Mix = OperationMix.TryParse(mix, out var parsed) ? parsed : null,
               },
        ],
        Trial = trial =>
        {
            double slower = trial.Point.Database == "postgres" ? 1 + trial.Point.Mix!.UpdateShare : 1.1;
            var written = FakeSweep.WithElapsed(trial, trial.ElapsedS * slower);
            return written with
            {
                Operations = [.. ((OperationKind[])[OperationKind.Read, OperationKind.Update])
                    .Where(kind => kind == OperationKind.Read
                        ? trial.Point.Mix!.UpdateShare < 1 : trial.Point.Mix!.UpdateShare > 0)
                    .Select(kind => new OperationResult
                    {
                        Kind = kind,
                        Count = 1000,
                        Records = 1000,
                        Latency = written.Latency
                    })],
            };
        },
    };
}
