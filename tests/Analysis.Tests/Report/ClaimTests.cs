using DbIngest.Analysis.Figures;
using DbIngest.Analysis.Report;
using DbIngest.Analysis.Summary;
using DbIngest.Analysis.Tests.Fakes;
using DbIngest.Core.Plan;
using DbIngest.Core.Results;

namespace DbIngest.Analysis.Tests.Report;

public class ClaimTests
{
    private static readonly FakeSweep Sweep = new()
    {
        Databases = ["sqlite", "postgres", "cassandra"],
        Noise = 0.05,
        Trial = trial => FakeSweep.WithElapsed(trial, trial.ElapsedS * (trial.Point.Database == "postgres" ? 1.1 : 1)),
    };

    [Fact]
    public void OfFirst_SeriesOfOneSweep_HasTheIntervalsOfItsSummary()
    {
        var result = Reported.Of(Sweep);
        var claims = Claims(PlotSet.Of([result]), [50_000, 100_000], series => series);
        claims.Count.ShouldBe(4);
        foreach (var claim in claims)
        {
            var pair = result.Summary.Analysis.Single().Pairs.Single(pair =>
                pair.RecordsPerSource == claim.FirstPoint.Point.RecordsPerSource
                && pair.A == claim.FirstPoint.Point.Database
                && pair.B == claim.SecondPoint.Point.Database);
            claim.Interval.ShouldBe(pair.RatioInterval!.Value.Dividing(1));
        }
    }

    [Fact]
    public void OfFirst_SeriesInAnyOrderOfAnyResults_HasTheSameIntervals()
    {
        var set = PlotSet.Of([Reported.Of(Sweep)]);
        var ofOne = Claims(set, [50_000, 100_000], series => [.. series.Reverse()]);
        var ofSeveral = Claims(set, [50_000, 100_000],
            series => [.. series.Reverse().Select(one => one with { Result = one.Result with { } })]);
        ofOne.Count.ShouldBe(4);
        foreach (var (one, other) in ofOne.Zip(ofSeveral))
        {
            one.Second.Name.ShouldBe(other.Second.Name);
            one.Interval!.Value.Low.ShouldBe(other.Interval!.Value.Low, 1e-12);
            one.Interval!.Value.High.ShouldBe(other.Interval!.Value.High, 1e-12);
        }
    }

    /// <summary>The third database has one trial: what is claimed of the other two does not depend on it.</summary>
    [Fact]
    public void OfFirst_ASeriesOfOneTrial_LeavesTheClaimsOfTheOthers()
    {
        var few = Sweep with
        {
            Trial = trial => trial is { Point.Database: "cassandra", Trial: > 4 } ? null : Sweep.Trial(trial),
        };
        var set = PlotSet.Of([Reported.Of(few)]);
        double[] values = [50_000, 100_000];
        var ofSeveral = Claims(set, values, series => [.. series.Select(one => one with { Result = one.Result with { } })]);
        ofSeveral.Count.ShouldBe(4);
        foreach (var (one, other) in Claims(set, values, series => series).Zip(ofSeveral))
        {
            other.Second.Name.ShouldBe(one.Second.Name);
            other.Interval.HasValue.ShouldBe(other.SecondPoint.Point.Database == "postgres");
            if (one.Interval is { } interval)
            {
                other.Interval!.Value.Low.ShouldBe(interval.Low, 1e-12);
                other.Interval!.Value.High.ShouldBe(interval.High, 1e-12);
            }
        }
    }

    [Fact]
    public void OfFirst_AxisOtherThanN_HoldsTogetherOverItsValues()
    {
        // The summary analyses each batch for itself: its intervals are those of one value.
        Point Batched(Point point) =>
            point with { RecordsPerSource = 50_000, Batch = point.RecordsPerSource == 50_000 ? 100 : 1000 };
        var manifest = Sweep.Manifest with
        {
            Configuration =
            Sweep.Manifest.Configuration with { Points = [.. Sweep.Points.Select(Batched)] }
        };
        var journal = Sweep.Journal
            .Select(entry => entry is TrialResult trial ? trial with { Point = Batched(trial.Point) } : entry);
        var result = new StoredResult("batches", manifest, Summarizer.Of(manifest, [.. journal]));
        var claims = Claims(PlotSet.Of([result]), [100, 1000], series => series);
        claims.Count.ShouldBe(4);
        foreach (var claim in claims)
        {
            var (first, second) = (claim.FirstPoint.Point, claim.SecondPoint.Point);
            var alone = result.Summary.Analysis.Single(analysis => analysis.Covers(first)).RatioOf(first, second)!.Value
                .Interval!.Value;
            claim.Interval!.Value.Low.ShouldBeLessThan(alone.Low);
            claim.Interval!.Value.High.ShouldBeGreaterThan(alone.High);
        }
    }

    private static IReadOnlyList<Claim> Claims(PlotSet set, double[] values,
        Func<IReadOnlyList<PlotSeries>, IReadOnlyList<PlotSeries>> order) =>
        Claim.OfFirst(order(set.Series), values, values.Length,
            (series, value) => series.Points.First(p => set.Axis.Value(p.Point).Equals(value)));
}
