using System.Globalization;
using DbIngest.Analysis.Statistics;
using DbIngest.Analysis.Summary;

namespace DbIngest.Analysis.Figures;

/// <summary>
/// Writes the text that a page shows on pointing at a point of a figure. <see cref="LineFigures"/> calls it for each point. The
/// text must say when a point is missing or a trial failed its audit.
/// </summary>
internal static class PointTip
{
    /// <summary>Writes the figure of a point with its interval, or the reason why it is missing.</summary>
    public static string Of(PlotSet set, PlotSeries series, PointSummary point, string format, double? value, Interval? interval)
    {
        string head = $"{series.Name}\n{PlotAxis.Text(set.Axis.Value(point.Point))} {set.Axis.Title}\n";
        if (value is not { } figure)
        {
            return head + "missing: " + (point.MissingReason ?? "not measured");
        }

        string text = string.Format(CultureInfo.InvariantCulture, format, figure);
        string range = interval is { } bounds
            ? string.Create(CultureInfo.InvariantCulture, $"\n{series.Result.Summary.Confidence:0.## %} interval ")
                + string.Format(CultureInfo.InvariantCulture, format, bounds.Low) + " to "
                + string.Format(CultureInfo.InvariantCulture, format, bounds.High)
            : "\nno interval";
        string audit = point.Audit.Verdict == AuditVerdict.Failed ? "\na trial failed its audit" : string.Empty;
        return head + text + range + FormattableString.Invariant($"\nn = {point.Trials.Measured}") + audit;
    }
}
