using System.Globalization;
using DbIngest.Analysis.Compare;
using DbIngest.Analysis.Statistics;
using DbIngest.Analysis.Summary;
using DbIngest.Analysis.Text;
using DbIngest.Core.Plan;

namespace DbIngest.Analysis.Output;

/// <summary>
/// Formats a comparison as a table, one row per common point, with notes that explain it. <c>CompareVerb</c>, <c>RunAgain</c> and
/// <c>PairsOutput</c> print it. Pages, Markdown and LaTeX files contain it. It computes no figure.
/// </summary>
public static class ComparisonTable
{
    private static readonly (string Name, bool IsNumber, Func<PointComparison, string> Value)[] Figures =
    [
        ("A", true, p => NumberText.Whole(p.APerS)),
        ("B", true, p => NumberText.Whole(p.BPerS)),
        ("B/A", true, p => NumberText.Short(p.Ratio)),
        // A ratio of throughputs is above 0, so a negative lower bound is shown as 0.
        ("low", true, p => NumberText.Short(p.RatioInterval is { } interval ? Math.Max(0, interval.Low) : null)),
        ("high", true, p => NumberText.Short(p.RatioInterval?.High)),
        ("verdict", false, p => p.Words + (p.RatioInterval is { Low: <= 0 } ? ", no lower bound" : string.Empty)),
    ];

    /// <summary>Warning for builds that fail by the exit code.</summary>
    private const string OneRunGate =
        "With one run a side the gate takes what differs from run to run for a loss, or hides one in it. Let a build compare "
        + "several: compare A A2 A3 --against B B2 B3.";

    /// <summary>The table with notes on reservations, differences and points of one side only.</summary>
    public static TextTable Of(Comparison comparison)
    {
        var points = comparison.Points.Select(point => point.A).ToList();
        var axes = AxisColumns.Varying(points);
        return new TextTable
        {
            Title = string.Create(
                CultureInfo.InvariantCulture,
                $"A = {comparison.A}, B = {comparison.B}: "
                + $"{EnumWords.Spaced(comparison.Verdict)}{(comparison.IsRegression ? ", a regression" : string.Empty)}"),
            Headers = [.. axes.Select(axis => axis.Name), .. Figures
                .Select(figure => figure.Name.Length == 1 ? $"{figure.Name} {LoadWords.Unit(points)}" : figure.Name)],
            RightAligned = [.. axes.Select(axis => axis.IsNumber), .. Figures.Select(figure => figure.IsNumber)],
            Rows = [.. comparison.Points.Select(point => (IReadOnlyList<string>)
            [
                .. axes.Select(axis => axis.Value(point.A)),
                .. Figures.Select(figure => figure.Value(point)),
            ])],
            Notes =
            [
                string.Create(
                    CultureInfo.InvariantCulture,
                    $"B/A above 1: B is faster. Intervals at {comparison.Confidence:0.## %}; equivalent within "
                    + $"{1 - comparison.Threshold:0.###} to {1 / (1 - comparison.Threshold):0.###}; differences corrected by "
                    + $"Holm over {NumberText.Count(comparison.Points.Count(p => p.DifferenceP is not null), "point")}"
                    + $"{(comparison.ARuns + comparison.BRuns > 2 ? Runs(comparison) : string.Empty)}."),
                .. LoadWords.RateNotes(points),
                .. comparison.IsPaired
                    ? ["Trials ran in pairs, which of the two first being drawn: B/A is the geometric mean over pairs, its "
                        + "tests and intervals are those of the draw (randomisation), so drift and dependence of trials raise "
                        + "no false alarm."]
                    : Array.Empty<string>(),
                .. comparison.Points.Where(point => point.Pairs > 0
                        && point.Pairs + point.StalledPairs < Math.Max(point.ATrials, point.BTrials))
                    .Select(point => $"At {point.A.Key} {NumberText.Count(point.Pairs, "pair")} count: "
                        + $"{NumberText.Count(point.ATrials + point.BTrials - (2 * (point.Pairs + point.StalledPairs)), "trial")} of both sides had no "
                        + "partner, as that failed or has not run."),
                .. comparison.Points.SelectMany(point => FailedAudits(point)),
                .. comparison.GeometricMeanRatio is { } mean
                    ? [string.Create(CultureInfo.InvariantCulture, $"Geometric mean of the ratios: {mean:0.000}.")]
                    : Array.Empty<string>(),
                .. comparison.Autocorrelation is > 0 and var dependence
                    && comparison.Points.Any(point => point is { ARuns: 1, BRuns: 1 })
                    ? [string.Create(CultureInfo.InvariantCulture,
                        $"Trials depend on those before them (lag-1 autocorrelation {dependence:0.00} over all points): "
                        + $"intervals count fewer, of 10 trials {EffectiveSize.Of(10, dependence):0.0}.")]
                    : Array.Empty<string>(),
                .. comparison.Points.Where(point => point.ByRanks is not null).Select(point => string.Create(
                    CultureInfo.InvariantCulture,
                    $"Heavy tail at {point.A.Key}: by ranks (Hodges-Lehmann) {point.ByRanks!.Ratio:0.000}, "
                    + $"{point.ByRanks.Interval.Low:0.000} to {point.ByRanks.Interval.High:0.000}, Mann-Whitney "
                    + $"{NumberText.P(point.ByRanks.P)}{Bootstrapped(point.ByRanks)}.")),
                .. comparison.Points.Select(point => point.Reservations.Where(label => label != PointComparisons.OneRun).ToList())
                    .Where(labels => labels.Count > 0).GroupBy(labels => string.Join(", ", labels))
                    .Select(points => string.Create(
                        CultureInfo.InvariantCulture,
                        $"{points.Key} at {points.Count()} of {NumberText.Count(comparison.Points.Count, "point")}: ")
                        + (comparison.IsPaired
                            ? "such a pair has no ratio, and the figures rest on the others."
                            : "their trials drift or depend on each other, and verdicts are less sure than they say.")),
                .. comparison.Points.Count(point => point.Reservations.Contains(PointComparisons.OneRun)) is > 0 and var alone
                    ? [string.Create(CultureInfo.InvariantCulture,
                        $"{char.ToUpperInvariant(PointComparisons.OneRun[0])}{PointComparisons.OneRun[1..]} at {alone} of "
                        + $"{NumberText.Count(comparison.Points.Count(HasVerdict), "point")} with a verdict: how much runs of "
                        + $"the same thing differ is not in their intervals (rule 4). Compare several runs a side by --against.")]
                    : Array.Empty<string>(),
                .. comparison is { IsPaired: false, ARuns: 1, BRuns: 1, Points.Count: > 0 } ? [OneRunGate]
                    : Array.Empty<string>(),
                .. comparison.Differences.Select(difference => $"Differs: {difference}"),
                .. comparison.OnlyA.Select(point => $"Only in A{ByItsLimit(comparison, point)}: {point.Key}"),
                .. comparison.OnlyB.Select(point => $"Only in B{ByItsLimit(comparison, point)}: {point.Key}"),
            ],
        };
    }

    /// <summary>The sustainable rates of both sides; null when they have no search in common.</summary>
    public static TextTable? OfSearches(Comparison comparison)
    {
        if (comparison.Searches.Count == 0)
        {
            return null;
        }

        var axes = AxisColumns.Varying([.. comparison.Searches.Select(search => search.A)]);
        string unit = LoadWords.Unit(comparison.Searches.Select(search => search.A));
        return new TextTable
        {
            Title = "Sustainable rates",
            Headers = [.. axes.Select(axis => axis.Name), "limit", $"A {unit}", $"B {unit}", "B/A", "low", "high", "verdict"],
            RightAligned = [.. axes.Select(axis => axis.IsNumber), false, true, true, true, true, true, false],
            Rows =
            [
                .. comparison.Searches.Select(search => (IReadOnlyList<string>)
                [
                    .. axes.Select(axis => axis.Value(search.A)),
                    search.Limit.ToString(),
                    search.AText,
                    search.BText,
                    NumberText.Short(search.Ratio),
                    NumberText.Short(search.RatioInterval?.Low),
                    NumberText.Short(search.RatioInterval?.High),
                    EnumWords.Spaced(search.Verdict),
                ]),
            ],
            Notes =
            [
                "The interval of a ratio follows from those of both rates (MOVER).",
                .. comparison.SearchesThatLose.Select(side =>
                    $"Audits failed at rates that the searches of {side} tried: it lost or changed records that it had acknowledged."),
                .. comparison.Searches.Any(search => search.Ratio is null && search.Verdict != PointVerdict.Missing)
                    ? ["'At least' and 'below' are the ends of the searched rates: there is a verdict where they allow one, and "
                        + "--find-rates with other ends tells more."]
                    : Array.Empty<string>(),
                .. comparison.ARuns + comparison.BRuns > 2
                    ? ["Of several runs of a side the search of the last one counts; what differs from run to run is not in the "
                        + "interval."]
                    : Array.Empty<string>(),
            ],
        };
    }

    /// <summary>
    /// Distinguishes a point that both sides have, one of them by a search with a limit that the other did not search by.
    /// </summary>
    private static string ByItsLimit(Comparison comparison, Point point) =>
        (comparison.OnlyA.Contains(point) && comparison.OnlyB.Contains(point))
        || comparison.Searches.Any(search => search.A == point || search.B == point)
            ? ", by its limit of --find or without one" : string.Empty;

    private static bool HasVerdict(PointComparison point) =>
        point.Verdict is PointVerdict.Faster or PointVerdict.Slower or PointVerdict.Equivalent;

    private static string Runs(Comparison comparison) =>
        FormattableString.Invariant($"; {comparison.ARuns} runs of A, {comparison.BRuns} of B");

    private static IEnumerable<string> FailedAudits(PointComparison point) =>
        new[] { (Side: "A", Found: point.AFailedAudit), (Side: "B", Found: point.BFailedAudit) }
            .Where(audit => audit.Found is not null)
            .Select(audit => $"The audit of {audit.Side} failed at {point.A.Key}: {audit.Found}. Its other trials give its "
                + "figures, which are worth nothing while records are lost.");

    private static string Bootstrapped(RankRatio ranks) => ranks.BootstrapInterval is { } interval
        ? string.Create(CultureInfo.InvariantCulture,
            $"; bootstrap of the ratio of means {interval.Low:0.000} to {interval.High:0.000}")
        : string.Empty;
}
