using DbIngest.Analysis.Figures.Charts;
using DbIngest.Analysis.Figures.Drawing;
using DbIngest.Analysis.Summary;
using MathNet.Numerics.Distributions;

namespace DbIngest.Analysis.Figures;

/// <summary>
/// Makes the figures that check the assumptions of the intervals: times scatter normally around their point's mean, equally
/// throughout the sweep. <see cref="FigureCatalog"/> calls it for every report. Times must come from <see cref="TrialTimes"/>,
/// never from the journal: trials by duration have nearly equal times. The figures are for the eye, and rules 6 and 9 test the
/// same.
/// </summary>
internal static class ResidualFigures
{
    private const string Unit = "standard deviations from the point's mean time";

    /// <summary>
    /// Makes the figure of quantiles of the residuals against those of a normal distribution; null for fewer than 6 residuals.
    /// </summary>
    public static CloudChart? Quantiles(PlotSet set) => Of(
        set,
        "residuals-qq",
        "Residuals against a normal distribution",
        "quantiles of a standard normal distribution",
        residuals =>
        {
            double[] sorted = [.. residuals.Select(residual => residual.Value).Order()];

            // Blom, "Statistical Estimates and Transformed Beta-Variables", 1958.
            return [.. sorted.Select((value, i) => (Normal.InvCDF(0, 1, (i + 1 - 0.375) / (sorted.Length + 0.25)), value))];
        },
        [(0, 1)],
        "Where times are normal the points lie along the line; a tail above it on the right is slow trials.");

    /// <summary>Makes the figure of residuals in the order in which trials ran; null for fewer than 6 residuals.</summary>
    public static CloudChart? Order(PlotSet set) => Of(
        set,
        "residuals-order",
        "Residuals in the order of execution",
        "order of execution",
        residuals => [.. residuals.Select(residual => ((double)residual.Place, residual.Value))],
        [(0, 0), (-2, 0), (2, 0)],
        "A steady sweep shows nothing but scatter around 0, mostly within 2 standard deviations; a slope, steps or widening "
        + "mean drift.");

    private static CloudChart? Of(
        PlotSet set,
        string name,
        string title,
        string axis,
        Func<IReadOnlyList<(int Place, double Value)>, IReadOnlyList<(double X, double Y)>> map,
        IReadOnlyList<(double Intercept, double Slope)> guides,
        string caption)
    {
        (string Name, SeriesLook Look, IReadOnlyList<(double X, double Y)> Points)[] series =
        [
            .. set.Series.Select(series => (series.Name, series.Look, Residuals: Residuals(series)))
                .Where(cloud => cloud.Residuals.Count > 0)
                .Select(cloud => (cloud.Name, cloud.Look, map(cloud.Residuals))),
        ];
        int count = series.Sum(cloud => cloud.Points.Count);
        return count < 6
            ? null
            : new CloudChart
            {
                Name = name,
                Title = title,
                Description = FormattableString.Invariant($"{count} residuals, {Unit}, over {axis}, {series.Length} series."),
                Caption = caption,
                XTitle = axis,
                YTitle = Unit,
                Series = series,
                Guides = guides,
            };
    }

    private static List<(int Place, double Value)> Residuals(PlotSeries series)
    {
        // A trial that ran again after an interruption keeps its position in the schedule, so the position is not the order.
        var places = series.Result.Summary.Trials.Index()
            .ToDictionary(trial => (trial.Item.Point, trial.Item.Trial), trial => trial.Index);
        return
        [
            .. from point in series.Points
               where point.ElapsedS is { Sd: > 0 }
               from trial in point.Measured.Zip(TrialTimes.Of(point))
               select (places[(trial.First.Point, trial.First.Trial)],
                   (trial.Second - point.ElapsedS!.Mean) / point.ElapsedS.Sd!.Value),
        ];
    }
}
