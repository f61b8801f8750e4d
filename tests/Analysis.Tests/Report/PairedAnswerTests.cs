using System.Text.RegularExpressions;
using DbIngest.Analysis.Compare;
using DbIngest.Analysis.Figures;
using DbIngest.Analysis.Report;
using DbIngest.Analysis.Summary;
using DbIngest.Analysis.Tests.Fakes;
using DbIngest.Core.Plan;
using DbIngest.Core.Results;

namespace DbIngest.Analysis.Tests.Report;

/// <summary>A sweep of pairs has one verdict, wherever it is looked for.</summary>
public partial class PairedAnswerTests
{
    /// <summary>A drift hides the difference from every test but that of pairs.</summary>
    private static StoredResult Result(double faster = 1.1, Axis? axis = null, string[]? databases = null) => Reported.Of(
        Sweep(axis ?? SweepAxes.Database, databases ?? ["sqlite", "postgres"]) with
        {
            Trial = trial => FakeSweep.WithElapsed(trial,
                trial.ElapsedS * (1 + (0.2 * trial.Trial)) / (IsSecond(trial.Point, axis) ? faster : 1)),
        },
        manifest => manifest with
        {
            Configuration =
            manifest.Configuration with { PairedBy = (axis ?? SweepAxes.Database).Option }
        });

    [Fact]
    public void Line_IsTheVerdictOfThePairs()
    {
        var result = Result();
        var point = Comparison.OfPairs(result).ShouldNotBeNull().Points[0];
        point.Verdict.ShouldBe(PointVerdict.Faster);
        string figures = FormattableString.Invariant(
            $"{point.Ratio:0.00}x [{point.RatioInterval!.Value.Low:0.00}, {point.RatioInterval.Value.High:0.00}]");
        AnswerLine.Of([result])
            .ShouldStartWith($"postgres against sqlite, in pairs: faster, {figures} at 50,000 records/source; faster, ");
    }

    /// <summary>
    /// The test that takes trials as independent finds nothing here: it must not be asked, and no ratio of its own be shown.
    /// </summary>
    [Fact]
    public void Report_HasNoOtherVerdict()
    {
        var result = Result();
        result.Summary.Analysis.ShouldBeEmpty();
        foreach (string text in new[] { ReportPage.Of([result], FigureCatalog.Of([result])),
            ReportMarkdown.Of([result], FigureCatalog.Of([result])) })
        {
            text.ShouldContain("A = sqlite, B = postgres: faster");
            text.ShouldNotContain("not told apart");
            text.ShouldNotContain("cannot tell");
            text.ShouldNotContain("simultaneous");
            text.ShouldNotContain("Games-Howell");
        }

        FigureCatalog.Of([result])
            .ShouldContain(chart => chart.Name == "ratios" && chart.Title == "postgres against sqlite, in pairs");
    }

    /// <summary>
    /// Databases that did not run in pairs are compared as ever, and a pair of batches is not compared once more as two points of
    /// a line.
    /// </summary>
    [Fact]
    public void PairsOfBatches_LeaveTheDatabasesTheirAnalysis()
    {
        var result = Result(3, SweepAxes.Batch);
        result.Summary.Analysis.ShouldNotBeEmpty();
        string answer = string.Join(' ', AnswerSentences.Of([result]));
        answer.ShouldNotContain("times its throughput");
        Ratios().IsMatch(AnswerLine.Of([result])).ShouldBeFalse("four points are counted by verdict");
        AnswerLine.Of([result]).ShouldContain("batch 1000 against batch 100, in pairs: faster at 4 of 4 points.");
        result.Summary.Rules.Single(rule => rule.Rule == 32).Reason.ShouldNotContain("times");
    }

    [Fact]
    public void Five_PairsSayThatTheyAreTooFew()
    {
        var result = Result();
        var few = result with
        {
            Summary = result.Summary with
            {
                Points =
            [.. result.Summary.Points.Select(point => point with { Measured = [.. point.Measured.Take(5)] })]
            }
        };
        AnswerLine.Of([few]).ShouldContain("x (too few pairs for an interval)");
    }

    /// <summary>How fast a database loses records says nothing, also by the pairs that its other trials make.</summary>
    [Fact]
    public void Line_PointWithAFailedAudit_ClaimsNothingOfIt()
    {
        var sweep = Sweep(SweepAxes.Database, ["sqlite", "postgres"]) with
        {
            Trial = trial => trial is { Trial: 7, Point: { Database: "postgres", RecordsPerSource: 50_000 } }
                ? trial with { Status = TrialStatus.Invalid, Audit = trial.Audit! with { Passed = false, MissingRecords = 1 } }
                : FakeSweep.WithElapsed(trial, trial.ElapsedS / (IsSecond(trial.Point, axis: null) ? 1.1 : 1)),
        };
        var result = Reported.Of(sweep, manifest => manifest with
        {
            Configuration = manifest.Configuration with { PairedBy = SweepAxes.Database.Option },
        });

        AnswerLine.Of([result]).ShouldContain("postgres against sqlite, in pairs: no claim at 50,000 records/source, as a trial "
            + "failed its audit; faster, ");
    }

    /// <summary>Two databases with one durability level and a third with another level have no point in common.</summary>
    [Fact]
    public void Report_SidesWithoutACommonPoint_HasNoPlotAndSaysSo()
    {
        var plain = new FakeSweep { Databases = ["sqlite", "postgres", "redis"] };
        var sweep = plain with
        {
            Places = [.. plain.Points.Select(point => point.Database == "redis" ? point with { Durability = "memory" } : point)],
        };
        var result = Reported.Of(sweep, manifest => manifest with
        {
            Configuration = manifest.Configuration with { PairedBy = SweepAxes.Durability.Option },
        });

        Comparison.OfPairs(result).ShouldNotBeNull().Points.ShouldBeEmpty();
        var charts = FigureCatalog.Of([result]);
        charts.ShouldNotContain(chart => chart.Name == "ratios");
        ReportPage.Of([result], charts).ShouldContain("in pairs: no pair has figures on both sides.");
    }

    private static bool IsSecond(Point point, Axis? axis) => axis == SweepAxes.Batch ? point.Batch == 1000
        : point.Database == "postgres";

    private static FakeSweep Sweep(Axis axis, string[] databases)
    {
        var plain = new FakeSweep { Databases = databases };
        return axis == SweepAxes.Batch
            ? plain with
            {
                Places =
            [.. from point in plain.Points from batch in (int[])[100, 1000] select point with { Batch = batch }]
            } : plain;
    }

    [GeneratedRegex(@"\d\.\d\dx \[", RegexOptions.None, 10_000)]
    private static partial Regex Ratios();
}
