using System.Globalization;
using DbIngest.Analysis.Summary;
using DbIngest.Analysis.Text;

namespace DbIngest.Analysis.Output;

/// <summary>
/// Formats the effect of growing data on the throughput of points, and the stalls of their trials: one row per point with a slope
/// or stalls. Notes name the changes of the trial with the most changes and the longest stalls of the trial that stood still
/// longest. <c>GrowthSection</c> of a page and <see cref="SpecialTables"/> call it: <c>run</c> and <c>report</c> show it on the
/// screen, and reports as Markdown and LaTeX have it too. It computes no slope and no stall.
/// </summary>
public static class GrowthTable
{
    /// <summary>Most changes and stalls that a note names.</summary>
    private const int MostNamed = 5;

    /// <summary>Formats the table. Null for a sweep in which no trial is long enough and none stalled.</summary>
    public static TextTable? Of(SweepSummary summary)
    {
        PointSummary[] points = [.. summary.Points.Where(point => point.Growth is { Sloped: > 0 } or { StallCount: > 0 })];
        if (points.Length == 0)
        {
            return null;
        }

        var names = new PointNames([.. summary.Points.Select(point => point.Point)]);
        return PointTable.Of<PointSummary>(
            string.Create(
                CultureInfo.InvariantCulture, $"What growth does to throughput; intervals at {summary.Confidence:0.## %}"),
            [.. points.Select(point => (point.Point, point))],
            AxisColumns.Telling([.. summary.Points.Select(point => point.Point)]),
            [
                ("trials", 1, point => NumberText.Whole(point.Growth!.Sloped)),
                ("% per million", 0, point => NumberText.Percent(Share(point, point.Growth!.SlopeRecordsPerSPerMillion))),
                ("from", 0, point => NumberText.Percent(Share(point, point.Growth!.IntervalRecordsPerSPerMillion?.Low))),
                ("to", 0, point => NumberText.Percent(Share(point, point.Growth!.IntervalRecordsPerSPerMillion?.High))),
                ("second half %", 0, point => NumberText.Percent(point.Growth!.EndChangeShare)),
                ("still falling", 0, point => point.Growth!.Judged == 0 ? "not known"
                    : string.Create(CultureInfo.InvariantCulture, $"{point.Growth.StillFalling} of {point.Growth.Judged}")),
                ("changes", 1, point => point.Growth!.Sloped == 0 ? string.Empty
                    : NumberText.Whole(point.Growth.Trials.Sum(trial => trial.Changes?.Count ?? 0))),
                ("stalls", 0, point => point.Growth!.StallCount is { } stalls ? NumberText.Whole(stalls) : "not recorded"),
                ("longest s", 0, point => NumberText.Short(point.Growth!.LongestGapS)),
                ("stalled %", 2, point => NumberText.Percent(point.Growth!.StallShare)),
            ],
            [
                "Change of throughput for each million records more that the table stores, as a share of the point's throughput; "
                    + "its interval bears that neighbouring seconds are alike. Second half: the change over the second half of a "
                    + "trial, median. A stall is a time without any acknowledgement of at least 0.1 s and ten times the median "
                    + "interval between them. Beside it stands what the log of a server that the run started told within a second "
                    + "of it, such as a checkpoint, if it tells anything.",
                .. points.SelectMany(point => Named(point,
                    points.Length == 1 ? string.Empty : $"{names.Of(point.Point)}, ")),
            ]);
    }

    private static double? Share(PointSummary point, double? slope) => slope / point.Throughput?.RecordsPerS;

    /// <summary>
    /// Words the changes of the trial that has most of them, and the longest stalls of the trial that stalled longest.
    /// </summary>
    private static IEnumerable<string> Named(PointSummary point, string name)
    {
        var changed = point.Growth!.Trials.MaxBy(trial => trial.Changes?.Count ?? 0);
        if (changed?.Changes is { Count: > 0 } changes)
        {
            yield return $"{name}trial {changed.Trial}: " + string.Join("; ", changes.Take(MostNamed).Select(change =>
                $"at {NumberText.Whole(change.StoredRecords)} records from {NumberText.Whole(change.BeforeRecordsPerS)} to "
                + $"{NumberText.Whole(change.AfterRecordsPerS)} records/s ({NumberText.P(change.P)})")) + More(changes.Count);
        }

        var stalled = point.Growth.Trials.MaxBy(trial => trial.Stalls?.TotalS ?? 0);
        if (stalled?.Stalls is { Count: > 0 } stalls)
        {
            yield return $"{name}trial {stalled.Trial} stalled " + string.Join("; ", stalls.Longest
                .OrderByDescending(stall => stall.ForS).Take(MostNamed).OrderBy(stall => stall.AtS).Select(stall =>
                string.Create(CultureInfo.InvariantCulture, $"for {stall.ForS:0.00} s at {stall.AtS:0.0} s ")
                + $"({NumberText.Whole(stalled.StoredBefore + stall.Acknowledged)} {(point.Point.Mix is null ? "records"
                    : "operations")}{(stall.Meanwhile is { } work ? "; " + string.Join(", ", work) : string.Empty)})"))
                + More(stalls.Count);
        }
    }

    private static string More(int count) => count > MostNamed
        ? string.Create(CultureInfo.InvariantCulture, $"; and {count - MostNamed} more") : string.Empty;
}
