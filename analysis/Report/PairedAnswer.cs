using System.Globalization;
using DbIngest.Analysis.Compare;
using DbIngest.Analysis.Output;
using DbIngest.Analysis.Summary;
using DbIngest.Analysis.Text;

namespace DbIngest.Analysis.Report;

/// <summary>
/// Writes the answer of a sweep whose trials ran in pairs (<c>run --ab</c>). <see cref="AnswerLine"/> and
/// <see cref="AnswerSentences"/> call it. Ratio, interval and verdict come from the test of pairs, as in the table of the
/// comparison: no other test compares the two sides.
/// </summary>
internal static class PairedAnswer
{
    /// <summary>Most points that the headline names; it counts more points by verdict.</summary>
    private const int MostPoints = 3;

    /// <summary>
    /// Writes the headline: <c>null against sqlite, in pairs: faster, 2.36x [1.11, 7.19], at 10,000 records/source.</c>
    /// </summary>
    public static string Line(Comparison comparison)
    {
        var judged = comparison.Points.Where(point => point.Ratio is not null).ToList();
        string verdicts = judged.Count switch
        {
            0 => "no pair has figures on both sides",
            <= MostPoints => string.Join("; ", judged.Select(point => Verdict(comparison, point))),
            _ => string.Join(", ", judged.GroupBy(Word).Select(group =>
                FormattableString.Invariant($"{group.Key} at {group.Count()} of {judged.Count} points"))),
        };
        return $"{comparison.B} against {comparison.A}, in pairs: {verdicts}.";
    }

    /// <summary>Writes one sentence per point, then the basis of the verdicts.</summary>
    public static IEnumerable<string> Sentences(Comparison comparison)
    {
        string[] where = Names(comparison);
        foreach (var (point, at) in comparison.Points.Zip(where))
        {
            string unit = LoadWords.Unit(point.A);
            yield return point.Ratio is null
                ? $"{comparison.A} and {comparison.B}{at}: missing, since a side has no figures."
                : $"{comparison.A} did {NumberText.Rounded(point.APerS!.Value)} {unit}{at}, "
                    + $"{comparison.B} {NumberText.Rounded(point.BPerS!.Value)}: {Ratio(point)}, {point.Words}.";
        }

        yield return string.Create(
            CultureInfo.InvariantCulture,
            $"Each ratio is the geometric mean over pairs of trials, its {comparison.Confidence:0.## %} interval and verdict "
            + $"those of the test of pairs;")
            + string.Create(CultureInfo.InvariantCulture, $" equivalent means within {comparison.Threshold:0.## %}.");
    }

    private static string Verdict(Comparison comparison, PointComparison point)
    {
        string at = Names(comparison)[comparison.Points.ToList().IndexOf(point)];
        return IsInvalid(point) ? $"{Word(point)}{at}, as a trial failed its audit" : $"{Word(point)}, {Ratio(point)}{at}";
    }

    /// <summary>True if a side lost or changed records at the point, of which nothing is claimed then.</summary>
    private static bool IsInvalid(PointComparison point) => point.AFailedAudit is not null || point.BFailedAudit is not null;

    private static string Word(PointComparison point) => IsInvalid(point) ? PairVerdicts.None
        : point.Verdict == PointVerdict.NotEnoughData ? "not told apart" : point.Verdict.ToString().ToLowerInvariant();

    private static string Ratio(PointComparison point) => point.RatioInterval is { } interval
        ? $"{NumberText.Ratio(point.Ratio!.Value)}x [{NumberText.Ratio(Math.Max(0, interval.Low))}, "
            + $"{NumberText.Ratio(interval.High)}]"
        : $"{NumberText.Ratio(point.Ratio!.Value)}x (too few pairs for an interval)";

    /// <summary>The position of each point in words that follow a figure; empty for the only point.</summary>
    private static string[] Names(Comparison comparison)
    {
        Core.Plan.Point[] points = [.. comparison.Points.Select(point => point.A)];
        bool hasDatabases = points.Select(point => point.Database).Distinct().Count() > 1;
        var axes = AxisColumns.Varying(points).Skip(hasDatabases ? 0 : 1).ToList();
        return [.. points.Select(point => axes.Count == 0
            ? string.Empty
            : " at " + string.Join(", ", axes
                .Select(axis => axis.IsNumber ? $"{axis.Value(point)} {axis.Name}" : axis.Value(point))))];
    }
}
