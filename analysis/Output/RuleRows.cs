using System.Globalization;
using DbIngest.Analysis.Summary;

namespace DbIngest.Analysis.Output;

/// <summary>
/// Gathers the verdicts on a sweep and its points into one row per rule and state, with the reason of the worst point.
/// <see cref="SummaryTable"/>, <c>RuleTable</c>, the answer of a report, its Markdown and the live page read verdicts in this
/// form. It judges nothing: verdicts come from <c>analysis/Rules</c>.
/// </summary>
internal static class RuleRows
{
    /// <summary>Most points that a label names; it counts the others.</summary>
    private const int MostNamed = 2;

    /// <summary>Returns a row for every rule in each state that a verdict has, by the numbers of the rules.</summary>
    public static IReadOnlyList<RuleRow> Of(SweepSummary summary)
    {
        var names = new PointNames([.. summary.Points.Select(point => point.Point)]);
        var ofPoints = summary.Points
            .SelectMany(point => point.Rules, (point, verdict) => (Name: names.Of(point.Point), Verdict: verdict)).ToLookup(Key);
        var ofSweep = summary.Rules.ToLookup(verdict => (verdict.Rule, verdict.State));
        return
        [
            .. ofSweep.Select(group => group.Key).Union(ofPoints.Select(group => group.Key)).Order()
                .Select(key => Row(key, [.. ofSweep[key]], [.. ofPoints[key]], summary.Points.Count)),
        ];
    }

    /// <summary>Returns one row per rule with its gravest verdict; the gravest first.</summary>
    public static IReadOnlyList<RuleRow> Gravest(SweepSummary summary) =>
        [.. Of(summary).GroupBy(row => row.Rule).Select(rule => rule.MaxBy(row => Gravity(row.State))!)
            .OrderByDescending(row => Gravity(row.State)).ThenBy(row => row.Rule)];

    private static (int Rule, RuleState State) Key((string Name, RuleVerdict Verdict) of) => (of.Verdict.Rule, of.Verdict.State);

    private static RuleRow Row((int Rule, RuleState State) key, RuleVerdict[] sweep, (string Name, RuleVerdict Verdict)[] points,
        int all)
    {
        var worst = points.Length == 0 ? sweep[0] : points.MaxBy(point => point.Verdict.Extent?.Size ?? double.NegativeInfinity)
            .Verdict;
        string reason = string.Join(' ', sweep.Select(verdict => verdict.Reason).Append(worst.Reason).Distinct());
        bool isLabelled = worst.Label is not null;
        string count = isLabelled && sweep.Length == 0 && points.Length > 1
            ? string.Create(CultureInfo.InvariantCulture, $" ({points.Length} of {all} points)")
            : string.Empty;
        return new RuleRow(key.Rule, key.State, isLabelled ? Label(sweep, points, all) : string.Empty, reason + count);
    }

    private static string Label(RuleVerdict[] sweep, (string Name, RuleVerdict Verdict)[] points, int all)
    {
        string[] labels = [.. sweep.Select(verdict => verdict.Label).OfType<string>().Distinct()];
        return labels.Length > 0
            ? string.Join(", ", labels) + (points.Length > 0 ? Where([.. points.Select(point => point.Name)], all) : string.Empty)
            : string.Join(", ", OfPoints(points, all));
    }

    private static IEnumerable<string> OfPoints((string Name, RuleVerdict Verdict)[] points, int all)
    {
        if (points.Where(point => point.Verdict.Extent is not null).ToArray() is { Length: > 0 } measured)
        {
            var worst = measured.MaxBy(point => point.Verdict.Extent!.Size);
            yield return (measured.Length == 1 ? worst.Verdict.Label! : worst.Verdict.Extent!.Words) + Where([worst.Name], all);
        }

        foreach (var label in points.Where(point => point.Verdict.Extent is null && point.Verdict.Label is not null)
            .GroupBy(point => point.Verdict.Label!))
        {
            yield return label.Key + Where([.. label.Select(point => point.Name)], all);
        }
    }

    private static string Where(string[] names, int all) => all == 1 ? string.Empty
        : names.Length == all ? string.Create(CultureInfo.InvariantCulture, $" (all {all} points)")
        : names.Length <= MostNamed ? $" ({string.Join("; ", names)})"
        : string.Create(CultureInfo.InvariantCulture,
            $" ({string.Join("; ", names.Take(MostNamed))} and {names.Length - MostNamed} more)");

    /// <summary>Orders states: broken, noted, kept, not applicable.</summary>
    private static int Gravity(RuleState state) => state switch
    {
        RuleState.Broken => 3,
        RuleState.Noted => 2,
        RuleState.Kept => 1,
        _ => 0,
    };
}
