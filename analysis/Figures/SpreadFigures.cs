using DbIngest.Analysis.Figures.Charts;
using DbIngest.Core.Results;

namespace DbIngest.Analysis.Figures;

/// <summary>
/// Makes the figure of study 2: the spread of the measured trials of each point. <see cref="FigureCatalog"/> and <see
/// cref="MixFigures"/> call it. Warm-up and failed trials are never drawn. <see cref="ForestFigures"/> and <see
/// cref="ScoreFigures"/> select values by <see cref="Evenly"/>.
/// </summary>
internal static class SpreadFigures
{
    /// <summary>Most groups: more leave no room for boxes.</summary>
    private const int MostGroups = 8;

    /// <summary>Makes box plots of the throughput of the measured trials, at up to 8 values of the axis.</summary>
    public static BoxChart Boxes(PlotSet set)
    {
        double[] all = [.. set.Series.SelectMany(series => series.Points).Select(point => set.Axis.Value(point.Point)).Distinct()
            .Order()];
        double[] shown = Evenly(all, MostGroups);
        return new BoxChart
        {
            Name = "spread",
            Title = "Spread of the trials",
            Description = FormattableString.Invariant(
                $"Box plots of the throughput of each measured trial at {shown.Length} values of {set.Axis.Title}, {set.Series.Count} series."),
            Caption = "Boxes reach from quartile to quartile with the median as a line, whiskers to the last trial within 1.5 "
                + "times that; trials beyond are marked."
                + (shown.Length < all.Length ? FormattableString.Invariant($" {shown.Length} of {all.Length} points are drawn.")
                    : string.Empty),
            XTitle = set.Axis.Title,
            YTitle = set.Unit,
            Groups = [.. shown.Select(PlotAxis.Text)],
            Series = [.. set.Series.Select(series => (series.Name, series.Look, (IReadOnlyList<IReadOnlyList<double>>)
            [
                .. shown.Select(value => series.Points
                    .Where(point => set.Axis.Value(point.Point).Equals(value))
                    .SelectMany(point => point.Runs)
                    .Where(run => !run.WarmUp && run.Status == TrialStatus.Complete)
                    .Select(run => run.PerS).OfType<double>()
                    .ToList()),
            ]))],
        };
    }

    /// <summary>Selects a number of values, spread evenly, the first and the last included. A single one is the last.</summary>
    /// <param name="most">Most values to select, at least 1.</param>
    /// <param name="values">In rising order.</param>
    public static double[] Evenly(double[] values, int most) => values.Length <= most
        ? values
        : most == 1 ? [values[^1]]
        : [.. Enumerable.Range(0, most).Select(i => values[(int)Math.Round(i * (values.Length - 1.0) / (most - 1))])];
}
