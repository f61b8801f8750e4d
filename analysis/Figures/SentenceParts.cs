using System.Globalization;
using DbIngest.Analysis.Statistics;
using DbIngest.Analysis.Summary;
using DbIngest.Analysis.Text;
using DbIngest.Core.Plan;

namespace DbIngest.Analysis.Figures;

/// <summary>
/// Builds parts of sentences for answers, captions and tips: lists, rates with intervals, places on the axis, counts. It returns
/// text for readers in the invariant culture and makes no claim itself. The classes of <c>analysis/Figures</c> and
/// <c>analysis/Report</c> call it.
/// </summary>
internal static class SentenceParts
{
    /// <summary>Most names of a list; it counts the others.</summary>
    private const int MostNames = 5;

    /// <summary>Joins names: <c>a, b and c</c>; names beyond five are counted.</summary>
    public static string List(IReadOnlyList<string> names)
    {
        string[] shown = names.Count <= MostNames ? [.. names]
            : [.. names.Take(MostNames), FormattableString.Invariant($"{names.Count - MostNames} more")];
        return shown.Length switch
        {
            0 => string.Empty,
            1 => shown[0],
            _ => string.Join(", ", shown[..^1]) + " and " + shown[^1],
        };
    }

    /// <summary>Writes a throughput with its interval.</summary>
    public static string Rate(PlotSeries series, PointSummary point)
    {
        var throughput = point.Throughput!;
        var bounds = throughput.IntervalRecordsPerS;
        string Of(double value) => NumberText.Borne(value, throughput.RecordsPerS, bounds?.Low, bounds?.High);
        string rate = $"{Of(throughput.RecordsPerS)} {LoadWords.Unit(point.Point)}";
        return bounds is { } interval
            ? string.Create(CultureInfo.InvariantCulture,
                $"{rate} ({series.Result.Summary.Confidence:0.## %} interval {Of(interval.Low)} to {Of(interval.High)})")
            : rate + " (no interval)";
    }

    /// <summary>Writes the place of a point on the axis of a set: <c>30,000 records/source</c>.</summary>
    public static string At(PlotSet set, PointSummary point) =>
        (set.Axis.Axis == SweepAxes.Records || set.Axis.Axis == SweepAxes.Duration) && LoadWords.EndsByClock(point.Point)
        ? LoadWords.Length(point.Point)
        : $"{PlotAxis.Text(set.Axis.Value(point.Point))} {set.Axis.Title}";

    /// <summary>Writes the interval of a ratio: <c>0.951 to 1.02</c>.</summary>
    public static string Range(Interval interval) => NumberText.Ratios(interval.Low, interval.High);

    /// <summary>Writes a whole number, grouped by thousands.</summary>
    public static string Whole(double value) => value.ToString("#,0", CultureInfo.InvariantCulture);

    /// <summary>Writes a count with its noun: <c>1 point</c>, <c>3 points</c>.</summary>
    public static string Count(int count, string one, string many) =>
        string.Create(CultureInfo.InvariantCulture, $"{count:#,0} {(count == 1 ? one : many)}");
}
