using System.Globalization;
using DbIngest.Analysis.Compare;
using DbIngest.Analysis.Output;

namespace DbIngest.Runner.Output;

/// <summary>
/// Prints the comparison that a sweep of pairs (<c>--ab</c>) made. <c>run</c> calls it at the end of the sweep and <c>report</c>
/// for such a result.
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
    /// States in one line whether the second value is certainly slower than the first by more than an allowance.
    /// </summary>
    /// <param name="judged">The comparison at that allowance.</param>
    /// <param name="allowance">The allowance as a share: 0.05 is 5 %.</param>
    public static string Judgement(Comparison judged, double allowance)
    {
        int slower = judged.Points.Count(point => point.IsRegression);
        string where = slower > 0 && judged.Points.Count > 1
            ? FormattableString.Invariant($", at {slower} of {judged.Points.Count} points") : string.Empty;
        string most = allowance.ToString("0.## %", CultureInfo.InvariantCulture);
        return slower > 0
            ? $"FAILS: {judged.B} is surely slower than {judged.A} by more than {most}{where}."
            : $"Passes: {judged.B} is not surely slower than {judged.A} by more than {most}.";
    }
}
