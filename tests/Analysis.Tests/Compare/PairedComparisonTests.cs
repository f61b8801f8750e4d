using DbIngest.Abstractions.Endpoints;
using DbIngest.Analysis.Compare;
using DbIngest.Analysis.Output;
using DbIngest.Analysis.Tests.Fakes;
using DbIngest.Core.Plan;
using DbIngest.Core.Results;

namespace DbIngest.Analysis.Tests.Compare;

public class PairedComparisonTests
{
    /// <summary>A drift ten times as large as the difference: the pairs see through it, two runs would not.</summary>
    [Fact]
    public void Drift_IsNoDifferenceAndHidesNone()
    {
        var comparison = Compare((trial, seconds) => seconds * (1 + (0.05 * trial.Trial)) / (SideOf(trial) == "b" ? 1.04 : 1));

        comparison.IsPaired.ShouldBeTrue();
        (comparison.A, comparison.B).ShouldBe(("side a", "side b"));
        comparison.Points.Count.ShouldBe(2);
        comparison.Points.ShouldAllBe(point => point.Verdict == PointVerdict.Faster && point.Reservations.Count == 0);
        comparison.Points[0].Ratio.ShouldNotBeNull().ShouldBe(1.04, 0.015);
        ComparisonTable.Of(comparison).Notes
            .ShouldContain(note => note.StartsWith("Trials ran in pairs", StringComparison.Ordinal));
    }

    [Fact]
    public void Equal_IsEquivalent() =>
        Compare((_, seconds) => seconds, threshold: 0.05).Verdict.ShouldBe(OverallVerdict.Equivalent);

    [Fact]
    public void Slower_FailsTheGateBeyondTheThresholdOnly()
    {
        Comparison Slower(double by) =>
            Compare((trial, seconds) => SideOf(trial) == "b" ? seconds * by : seconds, threshold: 0.05);
        Slower(1.2).IsRegression.ShouldBeTrue();
        Slower(1.02).IsRegression.ShouldBeFalse();
    }

    /// <summary>A pair of which a trial failed has no ratio; the others count.</summary>
    [Fact]
    public void FailedTrial_TakesItsPairAway()
    {
        var sweep = Sweep() with
        {
            Trial = trial => trial.Trial == 7 && SideOf(trial) == "a"
            ? trial with { Status = TrialStatus.Incomplete } : trial
        };
        var comparison = Comparison.OfPairs(sweep.Summary, SweepAxes.Side, 0.05);
        (comparison.Points[0].ATrials, comparison.Points[0].BTrials).ShouldBe((9, 10));
        comparison.Points[0].Pairs.ShouldBe(9);
        comparison.Points[0].RatioInterval.ShouldNotBeNull();
        ComparisonTable.Of(comparison).Notes.ShouldContain(note => note.EndsWith(
            " 9 pairs count: 1 trial of both sides had no partner, as that failed or has not run.", StringComparison.Ordinal));
        ComparisonTable.Of(Comparison.OfPairs(Sweep().Summary, SweepAxes.Side, 0.05)).Notes
            .ShouldNotContain(note => note.Contains("no partner", StringComparison.Ordinal));
    }

    /// <summary>A stall as long as a trial has no ratio. The gate must see it nevertheless, on the side of B alone.</summary>
    [Theory]
    [InlineData("b", true)]
    [InlineData("a", false)]
    public void TrialWithoutARecord_IsSaidAndARegressionOfB(string side, bool isRegression)
    {
        var sweep = Sweep();
        sweep = sweep with
        {
            Places = [.. sweep.Points.Select(point => point with { DurationS = 5 })],
            Trial = trial => trial.Trial == 7 && SideOf(trial) == side ? trial with { AcknowledgedRecords = 0 } : trial
        };

        var comparison = Comparison.OfPairs(sweep.Summary, SweepAxes.Side, 0.05);

        comparison.Points.ShouldAllBe(point => point.Pairs == 9 && point.StalledPairs == 1
            && point.IsStalled == isRegression && point.IsRegression == isRegression);
        comparison.Points.ShouldAllBe(point =>
            point.Reservations.Single() == $"{side.ToUpperInvariant()} counted no record in 1 pair");
        comparison.IsRegression.ShouldBe(isRegression);
        var notes = ComparisonTable.Of(comparison).Notes;
        notes.ShouldContain(note => note.Contains("counted no record in 1 pair", StringComparison.Ordinal));
        notes.ShouldNotContain(note => note.Contains("no partner", StringComparison.Ordinal));
    }

    /// <summary>
    /// Of five pairs the rarest arrangement has 1 in 32 on one side: enough for a one-sided test, too little for an interval. Six
    /// are the fewest.
    /// </summary>
    [Theory]
    [InlineData(1)]
    [InlineData(3)]
    [InlineData(5)]
    public void TooFewPairsForAnInterval_HaveNoVerdictAndAreToldHowManyMore(int pairs)
    {
        var point = Comparison.OfPairs((Sweep() with { Trials = 3 + pairs }).Summary, SweepAxes.Side, 0.05).Points[0];
        point.RatioInterval.ShouldBeNull();
        point.Verdict.ShouldBe(PointVerdict.NotEnoughData);
        point.MoreTrials.ShouldBe(6 - pairs);
        point.Words.ShouldEndWith(pairs == 5 ? "run 1 more trial on each side" : $"run {6 - pairs} more trials on each side");

        var enough = Comparison.OfPairs((Sweep() with { Trials = 9 }).Summary, SweepAxes.Side, 0.05).Points[0];
        enough.RatioInterval.ShouldNotBeNull();
        enough.Verdict.ShouldBe(PointVerdict.Equivalent);
    }

    /// <summary>A database without the option of --endpoint has no pairs, and is neither of the two values.</summary>
    [Fact]
    public void DatabaseWithoutTheAxis_IsOnNeitherSide()
    {
        var plain = new FakeSweep();
        var sweep = plain with
        {
            Databases = ["sqlite", "postgres"],
            Places =
            [
                .. plain.Points,
                .. from point in plain.Points from rows in (string[])["100", "200"]
                   select Point.Of(point.Axes.With(SweepAxes.Database, "postgres")
                       .With(SweepAxes.Options, EndpointChoice.Of([KeyValuePair.Create("rows", rows)]))),
            ],
        };

        var comparison = Comparison.OfPairs(sweep.Summary, SweepAxes.Options, 0.05);

        (comparison.A, comparison.B).ShouldBe(("options rows=100", "options rows=200"));
        comparison.Points.Select(point => point.A.Database).ShouldBe(["postgres", "postgres"]);
        comparison.Points.ShouldAllBe(point => point.Pairs == 10);
    }

    private static Comparison Compare(Func<TrialResult, double, double> seconds, double threshold = 0.001) => Comparison.OfPairs(
        (Sweep() with { Trial = trial => FakeSweep.WithElapsed(trial, seconds(trial, trial.ElapsedS)) })
            .Summary, SweepAxes.Side, threshold);

    private static FakeSweep Sweep()
    {
        var plain = new FakeSweep();
        return plain with
        {
            Places = [.. from point in plain.Points from side in (string[])["a",
                "b"] select Point.Of(point.Axes.With(SweepAxes.Side, side))],
        };
    }

    private static string SideOf(TrialResult trial) => trial.Point.Axes.Of(SweepAxes.Side);
}
