using DbIngest.Analysis.Figures;
using DbIngest.Analysis.Figures.Charts;
using DbIngest.Analysis.Tests.Fakes;
using DbIngest.Analysis.Tests.Report;
using DbIngest.Core.Operations;

namespace DbIngest.Analysis.Tests.Figures;

public class LineFigureTests
{
    private static readonly FakeSweep Sweep = new()
    {
        Trial = trial => trial with
        {
            Space = trial.Space! with { BytesPerRecord = trial.Space.BytesPerRecord + (trial.Trial % 2) },
        },
    };

    /// <summary>The tip of a point names the confidence of its own result.</summary>
    [Theory]
    [InlineData("disk-space")]
    [InlineData("kb-per-record")]
    public void Space_ResultsOfOtherConfidence_HaveIntervalsOfTheirOwn(string name)
    {
        var charts = FigureCatalog.Of(
        [
            Reported.Of(Sweep with { Confidence = 0.99 }, manifest => manifest with { Name = "sure" }),
            Reported.Of(Sweep with { Confidence = 0.5 }, manifest => manifest with { Name = "unsure" }),
        ]);
        var series = charts.OfType<LineChart>().Single(chart => chart.Name == name).Series;
        double[] widths = [.. series.Select(line => line.Points[0].High!.Value - line.Points[0].Low!.Value)];
        widths[0].ShouldBeGreaterThan(0);
        widths[1].ShouldBeInRange(widths[0] * 0.1, widths[0] * 0.5);
    }

    /// <summary>A mix that inserts stores more records than it loaded: the bytes of a record are a share of them all.</summary>
    [Fact]
    public void DiskSpace_MixThatInserts_IsThatOfAllStoredRecords()
    {
        var sweep = new FakeSweep
        {
            Records = [50_000],
            At = point => point with { Mix = OperationMix.TryParse("insert=100", out var mix) ? mix : null },
            Trial = trial => trial with { Space = trial.Space!.Per(3 * trial.Point.TotalRecords) },
        };

        var point = LineFigures.DiskSpace(PlotSet.Of([Reported.Of(sweep)])).Series.Single().Points.Single();

        point.Y.ShouldNotBeNull().ShouldBe(10.82, 1e-6, "100,000 records were loaded, and 300,000 share the bytes");
        point.Low.ShouldNotBeNull().ShouldBe(10.82, 1e-6);
    }
}
