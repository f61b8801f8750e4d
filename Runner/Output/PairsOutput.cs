using DbIngest.Analysis.Compare;
using DbIngest.Analysis.Output;
using DbIngest.Analysis.Summary;
using DbIngest.Core.Plan;

namespace DbIngest.Runner.Output;

/// <summary>What a sweep of pairs says of the two that it compares.</summary>
internal static class PairsOutput
{
    /// <summary>What counts as equivalent where the user says nothing: 5 %.</summary>
    private const double Threshold = 0.05;

    /// <summary>Shows the comparison and writes its page into the result folder.</summary>
    /// <param name="folder">The result folder.</param>
    /// <param name="axis">The axis that is compared.</param>
    /// <param name="summary">The sweep.</param>
    /// <param name="allowance">How much slower the second may be, as a share; null when that is not judged.</param>
    /// <param name="asRemark">Whether it goes to standard error.</param>
    /// <param name="screen">Where it is shown.</param>
    /// <returns>The comparison.</returns>
    public static Comparison Show(string folder, Axis axis, SweepSummary summary, double? allowance, bool asRemark, Screen screen)
    {
        var comparison = Comparison.OfPairs(summary, axis, allowance ?? Threshold);
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

        return comparison;
    }
}
