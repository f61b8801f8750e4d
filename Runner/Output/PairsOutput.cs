using System.Globalization;
using DbIngest.Analysis.Compare;
using DbIngest.Analysis.Output;

namespace DbIngest.Runner.Output;

/// <summary>
/// Prints the comparison of two values that a sweep measured in pairs (<c>--ab</c>), and writes its page. <c>run</c> calls it
/// at the end of the sweep and <c>report</c> for a stored one. Before the sweep <c>run</c> asks it whether so few pairs could
/// show a loss. It computes no figure of the comparison: <see cref="Comparison"/> does.
/// </summary>
internal static class PairsOutput
{
    /// <summary>Shows the comparison and writes its page into the result folder.</summary>
    /// <param name="folder">The result folder.</param>
    /// <param name="comparison">The comparison of its pairs.</param>
    /// <param name="asRemark">True prints to standard error.</param>
    /// <param name="screen">Receives the text.</param>
    public static void Show(string folder, Comparison comparison, bool asRemark, Screen screen)
    {
        Action<string> say = asRemark ? screen.Remark : screen.Result;
        screen.Table(ComparisonTable.Of(comparison), asRemark);
        if (ForestText.Of(comparison) is { Length: > 0 } forest)
        {
            say(Environment.NewLine + forest);
        }

        if (SummaryOutput.WriteComparison(folder, comparison, screen) is { } page)
        {
            say($"Comparison: {page}");
        }
    }

    /// <summary>
    /// States in one line whether the second value is certainly slower than the first by more than an allowance, lacks figures
    /// that the first has, or counted no record in more pairs, or that so few pairs could not show a loss.
    /// </summary>
    /// <param name="judged">The comparison at that allowance.</param>
    /// <param name="allowance">The allowance as a share: 0.05 is 5 %.</param>
    public static string Judgement(Comparison judged, double allowance)
    {
        int slower = judged.Points.Count(point => point is { IsRegression: true, IsStalled: false, Ratio: not null });
        int stalled = judged.Points.Count(point => point.IsStalled);
        int lost = judged.Points.Count(point => point is { IsRegression: true, IsStalled: false, Ratio: null });
        string At(int points) => judged.Points.Count > 1
            ? FormattableString.Invariant($", at {points} of {judged.Points.Count} points") : string.Empty;
        string most = allowance.ToString("0.## %", CultureInfo.InvariantCulture);
        return slower > 0 ? $"FAILS: {judged.B} is surely slower than {judged.A} by more than {most}{At(slower)}."
            : lost > 0 ? $"FAILS: {judged.B} has no figures where {judged.A} has some{At(lost)}."
            : stalled > 0 ? $"FAILS: {judged.B} counted no record in more pairs than {judged.A}{At(stalled)}."
            : TooFew(judged) is { } why ? $"Not judged: {why}."
            : $"Passes: {judged.B} is not surely slower than {judged.A} by more than {most}.";
    }

    /// <summary>Says why no figures of these pairs could show a loss. Null if some could.</summary>
    private static string? TooFew(Comparison judged)
    {
        int pairs = judged.Points.Select(point => point.Pairs).DefaultIfEmpty().Max();

        // One pair has no test, and so no part in the correction. Where no point has more, all of them would have one.
        int tested = judged.Points.Count(point => point.Pairs > 1);
        return TooFew(pairs, tested > 0 ? tested : Math.Max(1, judged.Points.Count), judged.Confidence);
    }

    /// <summary>Says why this number of pairs cannot show a loss. Null if it can.</summary>
    /// <param name="pairs">Pairs of a point.</param>
    /// <param name="points">Points that are judged together, at least 1.</param>
    /// <param name="confidence">Level, between 0 and 1.</param>
    public static string? TooFew(int pairs, long points, double confidence) => PairedPower.CanShow(pairs, points, confidence)
        ? null
        : string.Create(CultureInfo.InvariantCulture,
            $"{pairs} {(pairs == 1 ? "pair" : "pairs")} cannot show a loss at {points:N0} {(points == 1 ? "point" : "points")}; ")
            + (PairedPower.FewestAbove(pairs, points, confidence) is { } fewest
                ? FormattableString.Invariant($"at least {fewest} pairs can")
                : "more pairs cannot either: compare fewer points");
}
