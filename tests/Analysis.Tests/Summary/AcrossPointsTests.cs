using System.Text.Json;
using DbIngest.Analysis.Figures;
using DbIngest.Analysis.Output;
using DbIngest.Analysis.Statistics;
using DbIngest.Analysis.Summary;
using DbIngest.Analysis.Tests.Fakes;
using DbIngest.Analysis.Tests.Report;
using DbIngest.Core.Operations;
using DbIngest.Core.Plan;
using DbIngest.Core.Results;

namespace DbIngest.Analysis.Tests.Summary;

public class AcrossPointsTests
{
    /// <summary>PostgreSQL twice as fast, and at the larger N three times.</summary>
    private static readonly FakeSweep Sweep = new()
    {
        Databases = ["sqlite", "postgres"],
        Seed = 3,
        Trial = trial => trial.Point.Database == "postgres"
            ? FakeSweep.WithElapsed(trial, trial.ElapsedS / (trial.Point.RecordsPerSource == 50_000 ? 2 : 3))
            : trial,
    };

    [Fact]
    public void Of_TwoDatabases_FindsTheirRatiosAndTheInteraction()
    {
        var analysis = Sweep.Summary.Analysis.ShouldHaveSingleItem();
        analysis.Databases.ShouldBe(["sqlite", "postgres"]);
        analysis.RecordsPerSource.ShouldBe([50_000, 100_000]);
        var anova = analysis.Anova.ShouldNotBeNull();
        anova.A.Source.ShouldBe("database");
        anova.A.OmegaSquared.ShouldBeGreaterThan(0.9);
        anova.Interaction!.P.ShouldBeLessThan(1e-6);
        anova.Residual.DegreesOfFreedom.ShouldBe(36);
        analysis.Pairs.Select(pair => pair.RecordsPerSource).ShouldBe([50_000, 100_000]);
        foreach (var (pair, ratio) in analysis.Pairs.Zip([2.0, 3.0]))
        {
            pair.RatioInterval!.Value.Contains(ratio).ShouldBeTrue();
            pair.Ratio.ShouldBe(ratio, 0.05);
            pair.P.ShouldBeLessThan(1e-6);
        }
    }

    [Fact]
    public void Of_EqualDatabases_FindsNothing()
    {
        var analysis = (Sweep with { Trial = trial => trial }).Summary.Analysis.Single();
        analysis.Anova!.A.P.ShouldBeGreaterThan(0.01);
        analysis.Pairs.ShouldAllBe(pair => pair.RatioInterval!.Value.Contains(1) && pair.P > 0.05);
    }

    /// <summary>
    /// Two values a million times apart, at 20 N: at 0.9975 the studentized range of two groups and one degree of freedom is 360,
    /// so that the interval of ln ratio reaches 1,700 either way, where exp(709) is the largest double.
    /// </summary>
    [Fact]
    public void Of_IntervalThatOverflows_HasNoneAndIsWrittenAndDrawn()
    {
        var sweep = Sweep with
        {
            Records = [.. Enumerable.Range(1, 20).Select(i => 5_000L * i)],
            Trials = 5,
            BatchesRecorded = 10,
            Trial = trial => trial is { Point.Database: "sqlite", Trial: 5 } ? FakeSweep.WithElapsed(trial, 1e6 * trial.ElapsedS)
                : trial,
        };
        var summary = sweep.Summary;
        summary.Analysis.Single().Pairs.ShouldAllBe(pair => pair.RatioInterval == null);
        JsonSerializer.Serialize(summary, SummaryJson.Default.SweepSummary).ShouldContain("\"ratio_interval\": null");
        AnalysisTable.Notes(summary.Analysis.Single(), summary).ShouldContain(note => note.Contains("intervals without bounds",
            StringComparison.Ordinal));
        ForestFigures.Databases(Reported.Of(sweep), null)!.Rows.ShouldAllBe(row => row.Low == null && row.High == null);
    }

    /// <summary>An interval of eighty decades is finite, and its labels would stand over each other.</summary>
    [Theory]
    [InlineData(1e-40, 1e40, false)]
    [InlineData(0.5, 2e4, false)]
    [InlineData(0.5, 2, true)]
    public void Shown_IntervalOfARatio_IsThatWithMeaning(double low, double high, bool isShown) =>
        AnalysisTable.Shown(new Interval(low, high)).HasValue.ShouldBe(isShown);

    [Fact]
    public void Of_MissingPoint_KeepsTheRest()
    {
        var analysis = (Sweep with
        {
            Records = [50_000, 100_000, 150_000],
            Trial = trial => trial.Point is { Database: "postgres", RecordsPerSource: 150_000 }
                ? trial with { Status = TrialStatus.Incomplete }
                : Sweep.Trial(trial),
        }).Summary.Analysis.Single();
        analysis.Pairs.Count.ShouldBe(2);
        analysis.Anova!.Interaction!.DegreesOfFreedom.ShouldBe(1);
    }

    [Fact]
    public void Of_OneDatabaseOrTheNullTarget_IsNoAnalysis()
    {
        new FakeSweep().Summary.Analysis.ShouldBeEmpty();
        (Sweep with { Databases = ["sqlite", "null"], Ceiling = null }).Summary.Analysis.ShouldBeEmpty();
    }

    /// <summary>Where arrivals decide the throughput, a ratio of 1 says nothing of what the databases can take.</summary>
    [Fact]
    public void Of_PointsAtARate_AreNotCompared()
    {
        Point Paced(Point point) => point with { Rate = ArrivalRate.TryParse("1000", out var rate) ? rate : null };
        (Sweep with { At = Paced }).Summary.Analysis.ShouldBeEmpty();

        var both = Sweep with { Places = [.. Sweep.Points, .. Sweep.Points.Select(Paced)] };
        both.Summary.Analysis.ShouldHaveSingleItem().Pairs.Count.ShouldBe(2);
        var forest = ForestFigures.Databases(Reported.Of(both), null)!;
        forest.Rows.Count.ShouldBe(2);
        forest.Caption.ShouldEndWith(" Points at a rate (1,000/s) are not drawn: arrivals decide their throughput.");
    }

    [Fact]
    public void Of_OneDatabaseOnTwoSizesOfCluster_ComparesThem()
    {
        // The two N of the fake become one N at two numbers of nodes.
        var one = new FakeSweep { Databases = ["cassandra"] };
        Point Sized(Point point) => point with { RecordsPerSource = 50_000, Nodes = point.RecordsPerSource == 50_000 ? null : 3 };
        var manifest = one.Manifest with
        {
            Configuration =
            one.Manifest.Configuration with { Points = [.. one.Points.Select(Sized)] }
        };
        var journal = one.Journal.Select(entry => entry is TrialResult trial ? trial with { Point = Sized(trial.Point) } : entry);
        var analysis = Summarizer.Of(manifest, [.. journal]).Analysis.ShouldHaveSingleItem();
        analysis.Databases.ShouldBe(["cassandra 1 node", "cassandra 3 nodes"]);
        analysis.Pairs.Count.ShouldBe(1);
    }

    [Fact]
    public void Of_OneN_HasPairsOnly()
    {
        var analysis = (Sweep with { Records = [50_000] }).Summary.Analysis.Single();
        analysis.Anova.ShouldBeNull();
        analysis.Pairs.Count.ShouldBe(1);
    }

    [Fact]
    public void Rules_TwoDatabases_AreKept()
    {
        var rules = Sweep.Summary.Rules;
        rules.Single(rule => rule.Rule == 10).State.ShouldBe(RuleState.Kept);
        rules.Single(rule => rule.Rule == 11).State.ShouldBe(RuleState.Kept);
        new FakeSweep().Summary.Rules.Where(rule => rule.Rule is 10 or 11)
            .ShouldAllBe(rule => rule.State == RuleState.NotApplicable);
    }

    /// <summary>Three cells of two databases at two N leave no degree of freedom for the interaction.</summary>
    [Fact]
    public void Rules_MissingCell_ClaimNoInteraction()
    {
        var summary = (Sweep with
        {
            Trial = trial => trial.Point is { Database: "postgres", RecordsPerSource: 100_000 }
                ? trial with { Status = TrialStatus.Incomplete }
                : Sweep.Trial(trial),
        }).Summary;
        summary.Analysis.Single().Anova.ShouldNotBeNull().Interaction.ShouldBeNull();
        string reason = summary.Rules.Single(rule => rule.Rule == 10).Reason;
        reason.ShouldContain("their interaction cannot be told");
        reason.ShouldNotContain("0 % their interaction's");
    }

    /// <summary>Points of two batches are compared at either, and nothing corrects one for the other.</summary>
    [Fact]
    public void Rules_TwoBatches_AreTwoFamilies()
    {
        Point[] points = [.. Sweep.Points, .. Sweep.Points.Select(point => point with { Batch = 100 })];
        (Sweep with { Places = points }).Summary.Rules.Single(rule => rule.Rule == 11).Reason
            .ShouldStartWith("The 4 pairs are 2 families");
    }

    [Fact]
    public void Table_OfAMix_CountsOperations() => AnalysisTable.Of((Sweep with
    {
        At = point => point with { Mix = OperationMix.TryParse("read=1", out var mix) ? mix : null },
    }).Summary.Analysis.Single(), 0.95).Title.ShouldStartWith("Across points: ln(operations/s) of sqlite, postgres");

    [Fact]
    public void Table_TwoDatabases_IsLocked() => Repository.ShouldBeLocked(
        "analysis.txt", AnalysisTable.Of(Sweep.Summary.Analysis.Single(), 0.95).ToPlainText());
}
