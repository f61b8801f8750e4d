using System.Globalization;
using DbIngest.Analysis.Text;

namespace DbIngest.Analysis.Statistics;

/// <summary>
/// Tests the trials after the warm-up for a trend (Mann-Kendall), dependence of each on the one before (lag-1
/// autocorrelation) and a change of level (Pettitt). The three p-values are one family, corrected by Holm at 0.05, so that a
/// steady point is flagged once in twenty at most.
/// </summary>
/// <remarks>
/// A fixed discard does not prove a steady state: Barrett et al., "Virtual machine warmup blows hot and cold", OOPSLA 2017.
/// Not finding a change does not prove steadiness either: with ten trials only large changes can be found.
/// </remarks>
public sealed record SteadyState
{
    /// <summary>The fewest trials: with five, not even five rising in a row are significant after the correction.</summary>
    public const int FewestTrials = 6;

    /// <summary>The level at which the family of tests calls a point not steady.</summary>
    public const double Level = 0.05;

    /// <summary>The verdict.</summary>
    public required SteadyVerdict Verdict { get; init; }

    /// <summary>The verdict's reason in one sentence.</summary>
    public required string Reason { get; init; }

    /// <summary>The p-value of the trend, not corrected.</summary>
    public double? TrendP { get; init; }

    /// <summary>The lag-1 autocorrelation.</summary>
    public double? Autocorrelation { get; init; }

    /// <summary>The p-value of the autocorrelation, not corrected.</summary>
    public double? AutocorrelationP { get; init; }

    /// <summary>The p-value of the change of level, not corrected.</summary>
    public double? ChangeP { get; init; }

    /// <summary>Where the new level most likely begins, as an index into the series from 0, whether or not significant.</summary>
    public int? ChangeIndex { get; init; }

    /// <summary>Tests a series.</summary>
    /// <param name="series">Elapsed times of the measured trials in the order in which they ran.</param>
    /// <returns>The verdict and its figures.</returns>
    public static SteadyState Of(IReadOnlyList<double> series)
    {
        if (series.Count < FewestTrials)
        {
            return new SteadyState
            {
                Verdict = SteadyVerdict.TooFewTrials,
                Reason = string.Create(
                    CultureInfo.InvariantCulture, $"{Figure.Count(series.Count, "measured trial")}; the tests need {FewestTrials}."),
            };
        }

        var trend = MannKendall.Of(series);
        var dependence = Statistics.Autocorrelation.Of(series);
        var change = ChangePoint.Of(series);
        var corrected = Holm.Adjust([trend.P, dependence.P, change.P]);
        string[] found =
        [
            .. corrected[0] <= Level ? [trend.S > 0 ? "times rise" : "times fall"] : Array.Empty<string>(),
            .. corrected[1] <= Level ? ["each trial depends on the one before"] : Array.Empty<string>(),
            .. corrected[2] <= Level ? ["the level changes"] : Array.Empty<string>(),
        ];
        string figures = string.Create(
            CultureInfo.InvariantCulture,
            $"{Figure.P(trend.P)} trend, {dependence.P:0.####} autocorrelation, {change.P:0.####} change of level");
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
}
