using System.Globalization;
using DbIngest.Analysis.Text;

namespace DbIngest.Analysis.Statistics;

/// <summary>
/// Tests the trials after the warm-up for a trend (Mann-Kendall), for dependence on the trial before (lag-1 autocorrelation) and
/// for a change of level (Pettitt). Holm corrects the three p-values as one family at 0.05, so that at most one steady point in
/// twenty is flagged. Rule 6 states the verdict.
/// </summary>
/// <remarks>
/// A fixed discard does not prove a steady state: Barrett et al., "Virtual machine warmup blows hot and cold", OOPSLA 2017.
/// Finding no change does not prove steadiness either: ten trials show large changes only. <c>PointSummaries</c> runs the tests
/// on every point. The trials of several blocks are tested within their blocks: a difference between deployments is no change,
/// but a rise that all blocks share is a trend. <c>summary.json</c> contains the members, so none may be renamed.
/// </remarks>
public sealed record SteadyState
{
    /// <summary>
    /// Fewer trials are not tested: even five rising in a row only just reach the level after the correction (3 x 2 / 5!).
    /// </summary>
    public const int FewestTrials = 6;

    /// <summary>Level at which the family of tests calls a point not steady.</summary>
    public const double Level = 0.05;

    /// <summary>
    /// Blocks whose trials could have run in no more orders than five trials could are not tested: all of them rising could
    /// hardly be told from chance.
    /// </summary>
    private const double FewestOrders = 120;

    /// <summary>Verdict of the three tests.</summary>
    public required SteadyVerdict Verdict { get; init; }

    /// <summary>The reason of the verdict in one sentence.</summary>
    public required string Reason { get; init; }

    /// <summary>P-value of the trend, not corrected.</summary>
    public double? TrendP { get; init; }

    /// <summary>Lag-1 autocorrelation, -1 to 1.</summary>
    public double? Autocorrelation { get; init; }

    /// <summary>P-value of the autocorrelation, not corrected.</summary>
    public double? AutocorrelationP { get; init; }

    /// <summary>P-value of the change of level, not corrected.</summary>
    public double? ChangeP { get; init; }

    /// <summary>
    /// Index of the trial, from 0, at which a new level most likely begins, significant or not; with several blocks, its place
    /// within a block.
    /// </summary>
    public int? ChangeIndex { get; init; }

    /// <param name="series">Elapsed times of the measured trials in seconds, in the order in which they ran.</param>
    public static SteadyState Of(IReadOnlyList<double> series) => OfBlocks([series]);

    /// <summary>Tests trials within their blocks.</summary>
    /// <param name="blocks">
    /// Elapsed times in seconds of the measured trials of each block, at least one, in the order in which they ran.
    /// </param>
    public static SteadyState OfBlocks(IReadOnlyList<IReadOnlyList<double>> blocks)
    {
        if (blocks.Aggregate(1.0, (orders, block) => orders * OrdersOf(block.Count)) <= FewestOrders)
        {
            string trials = NumberText.Count(blocks.Sum(block => block.Count), "measured trial");
            return new SteadyState
            {
                Verdict = SteadyVerdict.TooFewTrials,
                Reason = blocks.Count > 1
                    ? string.Create(CultureInfo.InvariantCulture,
                        $"{trials} in {blocks.Count} blocks: the tests look within blocks, and need longer ones.")
                    : string.Create(CultureInfo.InvariantCulture, $"{trials}; the tests need {FewestTrials}."),
            };
        }

        var trend = MannKendall.OfBlocks(blocks);
        var dependence = Statistics.Autocorrelation.OfBlocks(blocks);
        var change = ChangePoint.OfBlocks(blocks);
        var corrected = Holm.Adjust([trend.P, dependence.P, change.P]);
        string[] found =
        [
            .. corrected[0] <= Level ? [trend.S > 0 ? "times rise" : "times fall"] : Array.Empty<string>(),
            .. corrected[1] <= Level ? ["each trial depends on the one before"] : Array.Empty<string>(),
            .. corrected[2] <= Level ? ["the level changes"] : Array.Empty<string>(),
        ];
        string figures = string.Create(
            CultureInfo.InvariantCulture,
            $"{NumberText.P(trend.P)} trend, {dependence.P:0.####} autocorrelation, {change.P:0.####} change of level");
        return new SteadyState
        {
            Verdict = found.Length == 0 ? SteadyVerdict.Steady : SteadyVerdict.NotSteady,
            Reason = (found.Length == 0 ? "No trend, dependence or change found" : "Found: " + string.Join(", ", found))
                + $" ({figures}).",
            TrendP = trend.P,
            Autocorrelation = dependence.R1,
            AutocorrelationP = dependence.P,
            ChangeP = change.P,
            ChangeIndex = change.Index,
        };
    }

    /// <summary>The number of orders in which n trials can run: n!, or infinity where a double cannot hold it.</summary>
    private static double OrdersOf(int trials)
    {
        double orders = 1;
        for (int i = 2; i <= trials && double.IsFinite(orders); i++)
        {
            orders *= i;
        }

        return orders;
    }
}
