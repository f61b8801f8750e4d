using System.Text.Json;
using DbIngest.Abstractions.Targets;
using DbIngest.Analysis.Figures;
using DbIngest.Analysis.Output;
using DbIngest.Analysis.Report;
using DbIngest.Analysis.Reproduce;
using DbIngest.Analysis.Tests.Fakes;
using DbIngest.Analysis.Tests.Report;
using DbIngest.Core.Latency;
using DbIngest.Core.Operations;
using DbIngest.Core.Plan;
using DbIngest.Core.Results;

namespace DbIngest.Analysis.Tests.Reproduce;

/// <summary>
/// Study 3 beside results that have its averages. Expected figures are those of the publication's tables: p95 51.87 ms and 472
/// requests/s of indexed SQL at read-heavy load, and so on.
/// </summary>
public class Study3Tests
{
    /// <summary>p95 in ms, requests/s and CPU share by store (rows) and load (columns), as published.</summary>
    private static readonly Dictionary<string, (double P95, double PerS, double Cpu)[]> Published = new()
    {
        ["mariadb"] = [(51.87, 472, 0.47), (120.60, 278, 0.36), (77.51, 373, 0.40)],
        ["mariadb none"] = [(310.75, 145, 0.37), (228.55, 176, 0.35), (231.57, 140, 0.33)],
        ["mongodb"] = [(113.81, 313, 0.46), (57.80, 468, 0.60), (81.70, 365, 0.50)],
        ["postgres+mongodb"] = [(38.70, 489, 0.53), (66.86, 460, 0.49), (69.83, 431, 0.47)],
        ["postgres+mongodb none"] = [(83.91, 419, 0.49), (51.02, 390, 0.44), (73.70, 412, 0.50)],
    };

    /// <summary>One for all trials, 1,170 a sweep: each takes 138 kB.</summary>
    private static readonly LatencyHistogram Times = new();

    private static readonly string[] Mixes = ["study3-rh", "study3-wh", "study3-mx"];

    [Fact]
    public void OfStudy3_ResultsAsPublished_AllHold()
    {
        var reproduction = Reproduction.OfStudy3([Sweep(0.001).Summary]);

        reproduction.Findings.Count.ShouldBe(12);
        reproduction.Findings.ShouldAllBe(finding => finding.Verdict == FindingVerdict.StillHolds);
        reproduction.Figures.Count.ShouldBe(60);
        reproduction.Figures.Where(figure => figure.Figure != "memory MB")
            .ShouldAllBe(figure => Math.Abs((figure.Ours!.Value / figure.Published!.Value) - 1) < 0.03);
        reproduction.Figures.ShouldAllBe(figure => figure.Note == null);
        var first = reproduction.Figures[0];
        (first.Cell, first.Figure, first.Published).ShouldBe(("SQL indexed, read-heavy", "p95 ms", 51.87));
        first.Interval!.Value.Contains(first.Ours!.Value).ShouldBeTrue();
    }

    /// <summary>A claim about two stores still holds where a third is ahead of both, and must not say more.</summary>
    [Fact]
    public void OfStudy3_AThirdStoreAhead_NoFindingCallsAnotherTheFirst()
    {
        var asPublished = Sweep(0.001);
        var sweep = asPublished with
        {
            Trial = trial => asPublished.Trial(trial) is { } made && trial.Point.Database == "mongodb"
                ? made with { Latency = Latency(10) } : asPublished.Trial(trial),
        };
        var holding = Reproduction.OfStudy3([sweep.Summary]).Findings
            .Where(finding => finding.Verdict == FindingVerdict.StillHolds).Select(finding => finding.Claim).ToList();
        holding.ShouldContain("A hybrid with an index answers reads sooner than SQL with an index.");
        holding.ShouldAllBe(claim => !claim.Contains("soonest", StringComparison.Ordinal)
            && !claim.Contains(" most ", StringComparison.Ordinal));
    }

    [Fact]
    public void OfStudy3_TwoConcurrencies_AreComparedAndNamed()
    {
        var reproduction = Reproduction.OfStudy3([Sweep(0.001, concurrencies: [1, 50]).Summary]);

        reproduction.Figures.ShouldAllBe(figure => figure.Note == "2 of 6 concurrencies");
        reproduction.Findings.ShouldAllBe(finding => finding.Verdict == FindingVerdict.StillHolds
            && finding.Reason.Contains("average of 2 of 6", StringComparison.Ordinal));
    }

    /// <summary>Trials of another duration are judged, and the reader is told. Those of the preset's come first.</summary>
    [Fact]
    public void OfStudy3_ShorterTrials_AreJudgedAndNamed()
    {
        var sweep = Sweep(0.001, concurrencies: [1]);
        var preset = Lasting(20);
        var shorter = Lasting(3);

        var reproduction = Reproduction.OfStudy3([shorter]);

        reproduction.Findings.ShouldAllBe(finding => finding.Verdict == FindingVerdict.StillHolds);
        reproduction.Basis.ShouldContain(
            "Another duration than the protocol's 20 s, and judged all the same: 6 points of mariadb (3 s).");
        Reproduction.OfStudy3([sweep.Summary]).Basis.ShouldContain("Another duration than the protocol's 20 s, and judged all "
            + "the same: 3 points of mongodb (until a number of operations).");
        Reproduction.OfStudy3([shorter, preset]).Basis
            .ShouldNotContain(sentence => sentence.StartsWith("Another duration", StringComparison.Ordinal));

        DbIngest.Analysis.Summary.SweepSummary Lasting(double seconds) =>
            (sweep with { Places = [.. sweep.Points.Select(point => point with { DurationS = seconds })] }).Summary;
    }

    /// <summary>A later result of another database, with an index alone, is not compared with the store without one.</summary>
    [Fact]
    public void OfStudy3_AnotherDatabaseWithAnIndexAlone_DoesNotStandBesideTheOneWithout()
    {
        var both = Sweep(0.001);
        var alone = new FakeSweep
        {
            Databases = ["postgres"],
            Places = [.. both.Points.Where(point => point is { Database: "mariadb", IsIndexed: true })
                .Select(point => point with { Database = "postgres" })],
            Target = target => target with { Model = DataModel.Relational },
        }.Summary;

        var reproduction = Reproduction.OfStudy3([both.Summary, alone with { StartedUtc = alone.StartedUtc.AddDays(1) }]);

        reproduction.Findings.ShouldAllBe(finding => finding.Verdict == FindingVerdict.StillHolds);
        reproduction.Basis.ShouldContain(
            "SQL indexed: mariadb, client driver, durability full, 18 of 18 cells; chosen from 2 results or settings.");
    }

    [Fact]
    public void OfStudy3_WithAnIndexAndWithoutInTwoResults_TakesEachFromItsOwn()
    {
        var whole = Sweep(0.001);
        FakeSweep[] parts =
        [
            whole with { Places = [.. whole.Points.Where(point => point.IsIndexed)] },
            whole with { Places = [.. whole.Points.Where(point => !point.IsIndexed)] },
        ];

        Reproduction.OfStudy3([.. parts.Select(part => part.Summary)]).Findings
            .ShouldAllBe(finding => finding.Verdict == FindingVerdict.StillHolds);
    }

    [Fact]
    public void OfStudy3_NoResults_NothingIsMeasured()
    {
        foreach (var summaries in (IReadOnlyList<DbIngest.Analysis.Summary.SweepSummary>[])[[], [new FakeSweep().Summary],
            [(Sweep(0.001) with { Trial = trial => trial with { Status = TrialStatus.Incomplete, Error = "no" } }).Summary],
            [(Sweep(0.001) with { Trial = _ => null }).Summary]])
        {
            var reproduction = Reproduction.OfStudy3(summaries);
            reproduction.Findings.ShouldAllBe(finding => finding.Verdict == FindingVerdict.NotMeasured);
            reproduction.Figures.ShouldAllBe(figure => figure.Ours == null && figure.Published != null);
        }
    }

    [Fact]
    public void OfStudy3_PointsOfAnotherProtocol_AreLeftOutByName()
    {
        var one = At("mongodb", Mixes[0], 10);
        Point[] others =
        [
            one with { Via = null }, one with { Mix = null }, one with { Mix = Mix("ycsb-a") }, one with { InFlight = 7 },
            one with { Rate = ArrivalRate.TryParse("100", out var rate) ? rate : null }, one with { ServiceHttp = "2" },
            one with { Fault = PlannedFault.TryParse("kill@5s", out var fault) ? fault : null },
            one with { Backfill = Backfill.TryParse("20%:1h", out var old) ? old : null },
            Point.Of(one.Axes.With(SweepAxes.Index, TableIndex.Time)),
        ];
        Reproduction.OfStudy3([new FakeSweep
        {
            Databases = ["mongodb"],
            Places = [one, .. others],
            Target = target => target with { Model = DataModel.Document },
        }.Summary]).Basis.Where(sentence => sentence.StartsWith("Not the study's protocol", StringComparison.Ordinal))
            .Select(sentence => sentence[(sentence.IndexOf('(', StringComparison.Ordinal) + 1)..^2])
            .ShouldBe(
                ["not through the service", "no mix", "the mix ycsb-a", "7 requests at once",
                    "operations that arrive at a rate", "HTTP/2", "kill after 5 s", "20 % of batches from 3600 s before",
                    "a second index, on time"],
                ignoreOrder: true);
    }

    /// <summary>A cluster that was there already says in its settings how many nodes it has.</summary>
    [Fact]
    public void OfStudy3_ClusterAtAnEndpoint_IsLeftOut() =>
        Reproduction.OfStudy3([new FakeSweep
        {
            Databases = ["mongodb"],
            Places = [At("mongodb", Mixes[0], 10)],
            Target = target => target with
            {
                Model = DataModel.Document,
                Settings = new Dictionary<string, string> { ["shards"] = "4" },
            },
        }.Summary]).Basis.ShouldContain("Not the study's protocol: 1 point of mongodb (several nodes).");

    [Fact]
    public void Report_OfStudy3_HasFiguresAndContradictions()
    {
        var result = Reported.Of(Sweep(0.001));
        var reproduction = Reproduction.OfStudy3([result.Summary]);
        foreach (string text in (string[])[ReportPage.Of([result], FigureCatalog.Of([result]), reproduction),
            ReportMarkdown.Of([result], FigureCatalog.Of([result]), reproduction)])
        {
            text.ShouldContain("published figures beside ours");
            text.ShouldContain("contradicts itself");
        }

        JsonSerializer.Serialize(reproduction, SummaryJson.Default.Reproduction).ShouldContain("\"published\": 51.87");
    }

    private static OperationMix? Mix(string text) => OperationMix.TryParse(text, out var mix) ? mix : null;

    private static Point At(string store, string mix, int concurrency) => new()
    {
        Database = store.Split(' ')[0],
        Client = "driver",
        Durability = "full",
        Sources = SourceLayout.Single(1),
        RecordsPerSource = 5000,
        Batch = 1,
        InFlight = concurrency,
        Values = 9,
        Mix = Mix(mix),
        Via = SweepAxes.ViaService,
    };

    private static FakeSweep Sweep(double noise, int[]? concurrencies = null)
    {
        var points = from store in Published.Keys
                     from mix in Mixes
                     from concurrency in concurrencies ?? [1, 10, 50, 100, 500, 1000]
                     let point = At(store, mix, concurrency)
                     select store.EndsWith(" none", StringComparison.Ordinal)
                         ? Point.Of(point.Axes.With(SweepAxes.Index, "none")) : point;
        return new FakeSweep
        {
            Databases = ["mariadb", "mongodb", "postgres+mongodb"],
            Noise = noise,
            Places = [.. points],
            Target = target => target with
            {
                Model = target.Database switch
                {
                    "mariadb" => DataModel.Relational,
                    "mongodb" => DataModel.Document,
                    _ => DataModel.Mixed,
                },
            },
            Trial = trial =>
            {
                var point = trial.Point;
                var (p95, perS, cpu) = Published[point.Database + (point.IsIndexed ? string.Empty : " none")]
                    [Array.IndexOf(Mixes, point.Mix!.Words)];
                double factor = trial.ElapsedS / (point.TotalRecords / 100_000.0);
                return FakeSweep.WithElapsed(trial, point.TotalRecords / perS * factor) with
                {
                    Latency = Latency(p95 * factor),
                    Server = trial.Server! with { CpuShare = cpu * factor },
                };
            },
        };
    }

    private static LatencySummary Latency(double p95Ms)
    {
        Times.Reset();
        for (int i = 0; i < 1000; i++)
        {
            Times.Record((long)(p95Ms * 1e6 * (i < 900 ? 0.5 : 1)));
        }

        return LatencySummary.Of(Times)!;
    }
}
