using DbIngest.Analysis.Figures;
using DbIngest.Analysis.Figures.Charts;
using DbIngest.Analysis.Tests.Fakes;
using DbIngest.Analysis.Tests.Report;

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
}
