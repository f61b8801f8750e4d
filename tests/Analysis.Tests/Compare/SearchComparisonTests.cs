using System.Text.Json;
using DbIngest.Analysis.Compare;
using DbIngest.Analysis.Output;
using DbIngest.Analysis.Report;
using DbIngest.Analysis.Summary;
using DbIngest.Analysis.Tests.Fakes;
using DbIngest.Core.Plan;
using DbIngest.Core.Results;
using DbIngest.Core.Searches;

namespace DbIngest.Analysis.Tests.Compare;

/// <summary>Searches of 10 to 1,000 records/s beside each other, by hand.</summary>
public class SearchComparisonTests
{
    private static readonly FakeSweep Sweep = new() { Records = [1000], Trials = 2, WarmUp = 0 };

    /// <summary>A search that ended at a bound of the searched rates bounds the ratio on one side.</summary>
    [Theory]
    [InlineData(SearchEnd.EveryRateHolds, 0, SearchEnd.Found, 500, PointVerdict.Slower, true)]
    [InlineData(SearchEnd.EveryRateHolds, 0, SearchEnd.Found, 880, PointVerdict.Slower, false)]
    [InlineData(SearchEnd.EveryRateHolds, 0, SearchEnd.Found, 990, PointVerdict.NotEnoughData, false)]
    [InlineData(SearchEnd.EveryRateHolds, 0, SearchEnd.NoRateHolds, 0, PointVerdict.Slower, true)]
    [InlineData(SearchEnd.EveryRateHolds, 0, SearchEnd.EveryRateHolds, 0, PointVerdict.NotEnoughData, false)]
    [InlineData(SearchEnd.NoRateHolds, 0, SearchEnd.NoRateHolds, 0, PointVerdict.NotEnoughData, false)]
    [InlineData(SearchEnd.NoRateHolds, 0, SearchEnd.EveryRateHolds, 0, PointVerdict.Faster, false)]
    [InlineData(SearchEnd.NoRateHolds, 0, SearchEnd.Found, 500, PointVerdict.Faster, false)]
    [InlineData(SearchEnd.NoRateHolds, 0, SearchEnd.Failing, 0, PointVerdict.Missing, false)]
    [InlineData(SearchEnd.Found, 500, SearchEnd.EveryRateHolds, 0, PointVerdict.Faster, false)]
    [InlineData(SearchEnd.Found, 500, SearchEnd.NoRateHolds, 0, PointVerdict.Slower, true)]
    [InlineData(SearchEnd.Found, 10.5, SearchEnd.NoRateHolds, 0, PointVerdict.NotEnoughData, false)]
    [InlineData(SearchEnd.Found, 500, SearchEnd.Failing, 0, PointVerdict.Missing, true)]
    [InlineData(SearchEnd.Found, 500, SearchEnd.Failing, 500, PointVerdict.NotEnoughData, true)]
    [InlineData(SearchEnd.EveryRateHolds, 0, SearchEnd.Failing, 0, PointVerdict.Missing, true)]
    [InlineData(SearchEnd.EveryRateHolds, 0, SearchEnd.Unfinished, 0, PointVerdict.Missing, true)]
    [InlineData(SearchEnd.Failing, 0, SearchEnd.Found, 500, PointVerdict.Missing, false)]
    [InlineData(SearchEnd.Failing, 500, SearchEnd.Failing, 500, PointVerdict.NotEnoughData, false)]
    public void Of_SearchesThatEndedOtherwise_AreJudgedByTheirBounds(
        SearchEnd a, double rateA, SearchEnd b, double rateB, PointVerdict verdict, bool isRegression)
    {
        var comparison = Of(a, rateA, b, rateB, RegressionGate.Interval);
        var search = comparison.Searches.ShouldHaveSingleItem();
        search.Verdict.ShouldBe(verdict);
        search.IsRegression.ShouldBe(isRegression);
        comparison.IsRegression.ShouldBe(isRegression);

        // An infinite bound would be no JSON.
        JsonSerializer.Serialize(comparison, SummaryJson.Default.Comparison).ShouldContain("\"searches\"");
    }

    /// <summary>A search of another database, or with another limit, has no counterpart, and is named all the same.</summary>
    [Fact]
    public void Of_SearchesOfOneSideAlone_AreNamed()
    {
        SearchLimit.TryParse("p99:50ms", out var other).ShouldBeTrue();
        var both = new FakeSweep { Databases = ["sqlite", "postgres"], Records = [1000], Trials = 2, WarmUp = 0 };
        var (sqlite, postgres) = (both.Points[0], both.Points[1]);
        var first = FakeSearch.Of(sqlite, SearchEnd.Found, 500, 450, 550);
        var second = FakeSearch.Of(postgres, SearchEnd.Found, 500, 450, 550);
        var comparison = Comparison.Of(both.With(first, second), both.With(first, second with { Limit = other! }), 0.05);
        comparison.Searches.ShouldHaveSingleItem().A.ShouldBe(sqlite);
        comparison.OnlyA.ShouldBe([postgres]);
        comparison.OnlyB.ShouldBe([postgres]);
        string[] notes = [.. ComparisonTable.Of(comparison).Notes];
        notes.ShouldContain($"Only in A, by its limit of --find or without one: {postgres.Key}");
        notes.ShouldContain($"Only in B, by its limit of --find or without one: {postgres.Key}");

        var one = Comparison.Of(both.With(first, second), both.With(first), 0.05);
        one.OnlyA.ShouldBe([postgres]);
        ComparisonTable.Of(one).Notes.ShouldContain($"Only in A: {postgres.Key}");
        Comparison.Of(both.With(first, second), both.With(first, second), 0.05).OnlyA.ShouldBeEmpty();
    }

    /// <summary>
    /// A rate of random arrivals is lower than one of equal
    /// intervals, so their ratio says nothing of databases.
    /// </summary>
    [Fact]
    public void Of_SearchesWithOtherArrivals_SaysSo()
    {
        var equal = FakeSearch.Of(Sweep.Points[0], SearchEnd.Found, 500, 450, 550);
        var random = equal with { IsPoisson = true };
        var comparison = Comparison.Of(Sweep.With(random), Sweep.With(equal), 0.05);
        comparison.Differences.ShouldBe(["arrivals of the search: Poisson in A, equally spaced in B"]);
        ComparisonTable.Of(comparison).Notes
            .ShouldContain("Differs: arrivals of the search: Poisson in A, equally spaced in B");
        Comparison.Of(Sweep.With(random), Sweep.With(random), 0.05).Differences.ShouldBeEmpty();
        Comparison.Of(Sweep.With(random), Sweep.Summary, 0.05).Differences.ShouldBeEmpty();
    }

    /// <summary>What A lost of another database does not excuse what B lost.</summary>
    [Theory]
    [InlineData("sqlite", "postgres", true)]
    [InlineData("sqlite", "sqlite", false)]
    public void Of_SearchThatLostRecordsInBAlone_IsARegression(string a, string b, bool isRegression)
    {
        Comparison.Of(Lossy(a), Lossy(b), 0.05).IsRegression.ShouldBe(isRegression);

        static SweepSummary Lossy(string database)
        {
            var sweep = new FakeSweep
            {
                Databases = ["sqlite", "postgres"],
                Records = [1000],
                Trials = 2,
                WarmUp = 0,
                Trial = trial => trial.Point.Database != database ? trial : trial with
                {
                    Status = TrialStatus.Invalid,
                    Audit = trial.Audit! with { Passed = false, MissingRecords = 1 },
                },
            };
            return sweep.With([.. sweep.Points.Select(point => FakeSearch.Of(point, SearchEnd.Found, 500, 450, 550))]);
        }
    }

    /// <summary>The interval of a ratio follows from those of both searches, each of which has its own level.</summary>
    [Fact]
    public void Of_SearchesWithOtherConfidences_SaysSo()
    {
        var search = FakeSearch.Of(Sweep.Points[0], SearchEnd.Found, 500, 450, 550);
        var lower = Sweep.With(search) with { Confidence = 0.9 };
        Comparison.Of(lower, Sweep.With(search), 0.05).Differences
            .ShouldBe(["confidence of the search: 90 % in A, 95 % in B"]);
        Comparison.Of(lower, Sweep.Summary, 0.05).Differences.ShouldBeEmpty();
    }

    [Fact]
    public void Of_SearchesOfTwoDatabases_NamesThem()
    {
        var other = Sweep with { Databases = ["postgres"] };
        Comparison.Of(Sweep.With(FakeSearch.Of(Sweep.Points[0], SearchEnd.Found, 500, 450, 550)),
            other.With(FakeSearch.Of(other.Points[0], SearchEnd.Found, 500, 450, 550)), 0.05).Differences
            .ShouldContain("database: sqlite in A, postgres in B");
    }

    /// <summary>Whence the arrivals are known: the plan of the search.</summary>
    [Theory]
    [InlineData("10..1k:poisson", true)]
    [InlineData("10..1k", false)]
    public void Summary_OfASearch_KnowsItsArrivals(string rates, bool isPoisson)
    {
        SearchRange.TryParse(rates, out var range).ShouldBeTrue();
        var manifest = Sweep.Manifest;
        manifest = manifest with
        {
            Configuration = manifest.Configuration with { Search = new SearchPlan(FakeSearch.Limit, range, 0) },
        };
        SearchFigures.Of(manifest, []).ShouldHaveSingleItem().IsPoisson.ShouldBe(isPoisson);
    }

    /// <summary>Two searches have no points in common, and a forest plot of none cannot be drawn.</summary>
    [Fact]
    public void Write_OfSearches_IsAPageWithoutAFigure()
    {
        string folder = Directory.CreateTempSubdirectory("dbingest-searches-").FullName;
        try
        {
            var comparison = Of(SearchEnd.Found, 500, SearchEnd.Found, 500, RegressionGate.Interval);
            string page = File.ReadAllText(ComparisonFiles.Write(folder, comparison));
            page.ShouldContain("<main>");
            page.ShouldNotContain("<svg");
            ComparisonFiles.FilesOf(folder, comparison).ShouldHaveSingleItem();
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }
    }

    [Fact]
    public void Of_GateByEstimate_TakesTheRateInsteadOfItsBound()
    {
        Of(SearchEnd.EveryRateHolds, 0, SearchEnd.Found, 880, RegressionGate.Estimate).IsRegression.ShouldBeTrue();
        Of(SearchEnd.EveryRateHolds, 0, SearchEnd.Found, 990, RegressionGate.Estimate).IsRegression.ShouldBeFalse();
    }

    [Fact]
    public void OfSearches_AtABound_SaysWhichAndOnWhatSide()
    {
        string table = ComparisonTable.OfSearches(
            Of(SearchEnd.EveryRateHolds, 0, SearchEnd.NoRateHolds, 0, RegressionGate.Interval))!.ToPlainText();
        table.ShouldContain("at least 1,000");
        table.ShouldContain("below 10");
        table.ShouldContain("--find-rates");
    }

    private static Comparison Of(SearchEnd a, double rateA, SearchEnd b, double rateB, RegressionGate gate)
    {
        SweepSummary Side(SearchEnd end, double rate) =>
            Sweep.With(FakeSearch.Of(Sweep.Points[0], end, rate == 0 ? null : rate, 0.9 * rate, 1.1 * rate));

        return Comparison.Of(Side(a, rateA), Side(b, rateB), 0.05, gate);
    }
}
