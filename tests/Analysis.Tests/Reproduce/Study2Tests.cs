using System.Text.Json;
using DbIngest.Analysis.Figures;
using DbIngest.Analysis.Output;
using DbIngest.Analysis.Report;
using DbIngest.Analysis.Reproduce;
using DbIngest.Analysis.Tests.Fakes;
using DbIngest.Analysis.Tests.Report;
using DbIngest.Core.Operations;
using DbIngest.Core.Plan;
using DbIngest.Core.Results;

namespace DbIngest.Analysis.Tests.Reproduce;

public class Study2Tests
{
    /// <summary>A sweep with the study's published means, and between them what its text says of the order.</summary>
    private static readonly FakeSweep AsPublished = Sweep((database, mix, records) => (database, records) switch
    {
        ("voltdb", 10_000) => 5_000,
        ("voltdb", _) => 20_000 - (10_000 * mix),
        ("cockroach", 10_000) => mix == 0 ? 8_447 : 1_608 - (1_000 * mix),
        ("cockroach", 100_000) => mix == 0 ? 13_568 : 577 + (4_000 * (1 - mix)),
        ("cockroach", _) => mix == 0 ? 14_146 : 617 + (4_000 * (1 - mix)),
        ("cassandra", 10_000) => 2_918 + (1_000 * mix),
        ("cassandra", 100_000) => mix is 0.5 or 0.75 ? 13_600 : mix == 1 ? 19_303 : 12_461,
        ("cassandra", _) => mix == 0.75 ? 40_000 : 21_638 + (46_465 * mix),
        ("mongodb", 10_000) => 2_000 + (1_000 * mix),
        ("mongodb", 100_000) => mix is 0.5 or 0.75 ? 13_600 : 17_406 - (6_000 * mix),
        _ => mix == 0.75 ? 40_000 : 32_754 - (10_000 * mix),
    }, noise: 0.001);

    [Fact]
    public void OfStudy2_ResultsAsPublished_AllHold()
    {
        var reproduction = Reproduction.OfStudy2([AsPublished.Summary]);
        reproduction.Findings.Count.ShouldBe(12 + 3 + 9);
        foreach (var finding in reproduction.Findings)
        {
            finding.Verdict.ShouldBe(FindingVerdict.StillHolds, $"{finding.Claim} {finding.Ours} {finding.Reason}");
        }

        reproduction.Means.Count.ShouldBe(60);
        reproduction.Means.Count(mean => mean.PublishedOperationsPerS is not null).ShouldBe(15);
        reproduction.Means.Where(mean => mean.PublishedOperationsPerS is not null).ShouldAllBe(mean =>
            Math.Abs((mean.OperationsPerS!.Value / mean.PublishedOperationsPerS!.Value) - 1) < 0.02
            || (mean.Mix == "B" && mean.Database == "cockroach"));
    }

    [Fact]
    public void OfStudy2_EqualDatabases_DoNotHold()
    {
        var reproduction = Reproduction.OfStudy2([Sweep((_, _, _) => 5_000, noise: 0.001).Summary]);
        foreach (var finding in reproduction.Findings)
        {
            bool isOfNone = finding.Claim.Contains("do not differ", StringComparison.Ordinal)
                || finding.Claim.Contains("no significant effect", StringComparison.Ordinal);
            finding.Verdict.ShouldBe(isOfNone ? FindingVerdict.StillHolds : FindingVerdict.NoLonger, finding.Reason);
        }
    }

    /// <summary>Trials that vary much find no effect, and do not show that there is none.</summary>
    [Fact]
    public void OfStudy2_TrialsThatVaryMuch_DecideNothing() =>
        Reproduction.OfStudy2([Sweep((_, _, _) => 5_000, noise: 0.2).Summary]).Findings.ShouldAllBe(
            finding => finding.Verdict == FindingVerdict.NotMeasured);

    [Fact]
    public void OfStudy2_NoResults_NothingIsMeasured()
    {
        foreach (var summaries in (IReadOnlyList<DbIngest.Analysis.Summary.SweepSummary>[])[[], [new FakeSweep().Summary],
            [(AsPublished with { Trial = trial => trial with { Status = TrialStatus.Incomplete, Error = "no" } }).Summary],
            [(AsPublished with { Trials = 5 }).Summary],
            [(AsPublished with { Trial = _ => null }).Summary]])
        {
            var reproduction = Reproduction.OfStudy2(summaries);
            reproduction.Findings.ShouldAllBe(finding => finding.Verdict == FindingVerdict.NotMeasured);
            reproduction.Means.Count(mean => mean.PublishedOperationsPerS is not null).ShouldBe(15);
            ReproductionTable.OfMeans(reproduction)!.ToPlainText().ShouldContain("published");
        }
    }

    [Fact]
    public void OfStudy2_PointsOfAnotherProtocol_AreLeftOutByName()
    {
        var one = At("cassandra", "read=100,keys=ycsb:shared", 10_000);
        Point[] others =
        [
            one with { Mix = null },
            one with { Mix = OperationMix.TryParse("ycsb-e", out var scans) ? scans : null },
            one with { Mix = OperationMix.TryParse("read=90,update=10,keys=ycsb", out var tenth) ? tenth : null },
            one with { Mix = OperationMix.TryParse("read=100", out var uniform) ? uniform : null },
            one with { Mix = OperationMix.TryParse("read=100,keys=ycsb", out var apart) ? apart : null },
            one with { DurationS = 30 },
            one with { InFlight = 8 },
            one with { RecordsPerSource = 20_000 },
            one with { Nodes = 3 },
            one with { Via = SweepAxes.ViaService },
            Point.Of(one.Axes.With(SweepAxes.Index, TableIndex.None)),
            Point.Of(one.Axes.With(SweepAxes.Index, TableIndex.Time)),
            one with { ClientThreads = 2 },
            one with { Disorder = Disorder.TryParse("10%:2s", out var late) ? late : null },
        ];
        var reproduction = Reproduction.OfStudy2(
            [new FakeSweep { Databases = ["cassandra"], Places = [one, .. others] }.Summary]);
        reproduction.Basis.Where(sentence => sentence.StartsWith("Not the study's protocol", StringComparison.Ordinal))
            .Select(sentence => sentence[(sentence.IndexOf('(', StringComparison.Ordinal) + 1)..^2]).ShouldBe(
            [
                "no mix", "the mix ycsb-e", "the mix read=90,update=10,keys=ycsb", "keys of another law",
                "each lane has its records alone, and the study's clients share them", "trials that end by time", "8 lanes",
                "20,000 rows", "several nodes", "through a service", "a table without its key",
                "a second index, on time", "2 client threads", "10 % up to 2 s late",
            ]);
        reproduction.Means.Count(mean => mean.OperationsPerS is not null).ShouldBe(1);
    }

    /// <summary>The how-to measures a million rows in a separate sweep, and reports both results together.</summary>
    [Fact]
    public void OfStudy2_MillionRowsInAnotherResult_AllHold()
    {
        var small = AsPublished with { Places = [.. AsPublished.Points.Where(point => point.RecordsPerSource < 1_000_000)] };
        var large = AsPublished with { Places = [.. AsPublished.Points.Where(point => point.RecordsPerSource == 1_000_000)] };

        var reproduction = Reproduction.OfStudy2([small.Summary, large.Summary]);

        reproduction.Findings.ShouldAllBe(finding => finding.Verdict == FindingVerdict.StillHolds);
        reproduction.Means.Count(mean => mean.OperationsPerS is not null).ShouldBe(60);
        reproduction.Basis.Count(sentence => sentence.EndsWith("; 15 of 15 cells from 2 results.", StringComparison.Ordinal))
            .ShouldBe(4);
    }

    /// <summary>Runs differ from each other: mixes of two of them would show that as an effect of the mix.</summary>
    [Fact]
    public void OfStudy2_SizeInTwoResults_TakesItsMixesFromOne()
    {
        var whole = Sweep((_, _, _) => 5_000, noise: 0.001);
        var part = Sweep((_, _, _) => 50_000, noise: 0.001) with
        {
            Places = [.. whole.Points.Where(point => point.Mix!.UpdateShare < 0.3)],
        };

        Reproduction.OfStudy2([part.Summary, whole.Summary]).Means.Where(mean => mean.OperationsPerS is not null)
            .ShouldAllBe(mean => mean.OperationsPerS < 6_000);
    }

    /// <summary>Mixes by two laws of keys are two settings, although their letters are those of one.</summary>
    [Fact]
    public void OfStudy2_MixesByTwoLaws_AreNotJudgedTogether()
    {
        var cassandra = AsPublished.Points.Where(point => point is { Database: "cassandra", RecordsPerSource: 10_000 });
        var sweep = AsPublished with
        {
            Databases = ["cassandra"],
            Places = [.. cassandra.Select(point => point.Mix is { UpdateShare: > 0.6 } mix
                ? At("cassandra", mix.ToString().Replace("ycsb", "zipfian", StringComparison.Ordinal), 10_000) : point)],
        };

        var reproduction = Reproduction.OfStudy2([sweep.Summary]);

        reproduction.Findings.Single(finding => finding.Claim.EndsWith("on cassandra at 10,000 rows.",
            StringComparison.Ordinal)).Reason.ShouldBe(
            "cassandra at 10,000 rows: 3 of 5 mixes have three trials and an interval.");
        reproduction.Basis.ShouldContain(sentence => sentence.EndsWith(
            "keys ycsb; 3 of 15 cells; chosen from 2 settings, the one with the most cells.", StringComparison.Ordinal));
    }

    /// <summary>A cluster that was there already says in its settings how many nodes it has.</summary>
    [Theory]
    [InlineData("3", 0)]
    [InlineData("1", 1)]
    public void OfStudy2_ClusterAtAnEndpoint_IsLeftOut(string nodes, int means) =>
        Reproduction.OfStudy2([new FakeSweep
        {
            Databases = ["cassandra"],
            Places = [At("cassandra", "read=100,keys=ycsb:shared", 10_000)],
            Target = target => target with { Settings = new Dictionary<string, string> { ["nodes"] = nodes } },
        }.Summary]).Means.Count(mean => mean.OperationsPerS is not null).ShouldBe(means);

    /// <summary>One lost record takes a mix away, and with it the effect of the five.</summary>
    [Fact]
    public void OfStudy2_PointThatLostARecord_DecidesNothingAndIsNamed()
    {
        var reproduction = Reproduction.OfStudy2([(AsPublished with
        {
            Trial = trial => trial is { Trial: 9, Point: { Database: "mongodb", RecordsPerSource: 10_000, Mix.UpdateShare: 0 } }
                ? trial with { Status = TrialStatus.Invalid, Audit = trial.Audit! with { Passed = false, MissingRecords = 1 } }
                : AsPublished.Trial(trial),
        }).Summary]);
        var effect = reproduction.Findings.Single(finding => finding.Claim.EndsWith("on mongodb at 10,000 rows.",
            StringComparison.Ordinal));
        effect.Verdict.ShouldBe(FindingVerdict.NotMeasured);
        effect.Reason.ShouldBe("mongodb at 10,000 rows: 4 of 5 mixes have three trials and an interval.");
        reproduction.Basis.ShouldContain("Left out: 1 point of mongodb, of which a trial failed its audit.");
    }

    /// <summary>A trial of which every operation was retried has no rate, and an analysis takes the logarithm of rates.</summary>
    [Fact]
    public void OfStudy2_TrialOfRetriedOperationsAlone_IsLeftOutOfTheEffect() =>
        Reproduction.OfStudy2([(AsPublished with
        {
            Trial = trial => trial is { Trial: 9, Point: { Database: "mongodb", RecordsPerSource: 10_000, Mix.UpdateShare: 0 } }
                ? AsPublished.Trial(trial)! with { RetriedRecords = trial.AcknowledgedRecords, RecordsPerS = 0 }
                : AsPublished.Trial(trial),
        }).Summary]).Findings.Single(finding => finding.Claim.EndsWith("on mongodb at 10,000 rows.",
            StringComparison.Ordinal)).Verdict.ShouldBe(FindingVerdict.StillHolds);

    [Fact]
    public void Report_OfStudy2_HasMeansAndContradictions()
    {
        var result = Reported.Of(AsPublished);
        var reproduction = Reproduction.OfStudy2([result.Summary]);
        foreach (string text in (string[])[ReportPage.Of([result], FigureCatalog.Of([result]), reproduction),
            ReportMarkdown.Of([result], FigureCatalog.Of([result]), reproduction)])
        {
            text.ShouldContain("published means beside ours");
            text.ShouldContain("51 of 54 pairs");
            text.ShouldContain("68,103");
        }

        JsonSerializer.Serialize(reproduction, SummaryJson.Default.Reproduction)
            .ShouldContain("\"published_operations_per_s\": 68103");
    }

    private static Point At(string database, string mix, long records) => new()
    {
        Database = database,
        Client = "driver",
        Durability = "full",
        Sources = SourceLayout.Single(1),
        RecordsPerSource = records,
        Batch = 100,
        InFlight = 32,
        Values = 125,
        Mix = OperationMix.TryParse(mix, out var parsed) ? parsed : null,
    };

    private static FakeSweep Sweep(Func<string, double, long, double> operationsPerS, double noise) => new()
    {
        Databases = ["voltdb", "mongodb", "cassandra", "cockroach"],
        Noise = noise,
        Places =
        [
            .. from database in (string[])["voltdb", "mongodb", "cassandra", "cockroach"]
               from mix in (string[])["study2-a", "study2-b", "study2-c", "study2-d", "study2-e"]
               from records in (long[])[10_000, 100_000, 1_000_000]
               select At(database, mix, records),
        ],
        Trial = trial =>
        {
            double usual = trial.Point.TotalRecords / 100_000.0;
            return FakeSweep.WithElapsed(trial, trial.ElapsedS / usual * trial.Point.TotalRecords
                / operationsPerS(trial.Point.Database, trial.Point.Mix!.UpdateShare, trial.Point.RecordsPerSource));
        },
    };
}
