using DbIngest.Analysis.Figures;
using DbIngest.Analysis.Report;
using DbIngest.Analysis.Tests.Fakes;

namespace DbIngest.Analysis.Tests.Report;

public class ClaimTests
{
    [Fact]
    public void OfFirst_SeriesOfOneSweep_HasTheIntervalsOfItsSummary()
    {
        var result = Reported.Of(new FakeSweep
        {
            Databases = ["sqlite", "postgres", "cassandra"],
            Noise = 0.05,
            Trial = trial => FakeSweep.WithElapsed(trial, trial.ElapsedS * (trial.Point.Database == "postgres" ? 1.1 : 1)),
        });
        var set = PlotSet.Of([result]);
        double[] values = [50_000, 100_000];
        var claims = Claim.OfFirst(set.Series, values, values.Length, (series, value) => series.Points.First(p => set.Axis.Value(p.Point).Equals(value)));
        claims.Count.ShouldBe(4);
        foreach (var claim in claims)
        {
            var pair = result.Summary.Analysis.Single().Pairs.Single(pair =>
                pair.RecordsPerSource == claim.FirstPoint.Point.RecordsPerSource
                && pair.A == claim.FirstPoint.Point.Database
                && pair.B == claim.SecondPoint.Point.Database);
            claim.Ratio.ShouldBe(1 / pair.Ratio, 1e-12);
            claim.Interval!.Value.Low.ShouldBe(1 / pair.RatioInterval.High, 1e-12);
            claim.Interval!.Value.High.ShouldBe(1 / pair.RatioInterval.Low, 1e-12);
        }
    }
}
