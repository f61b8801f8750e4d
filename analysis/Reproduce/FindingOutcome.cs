using DbIngest.Analysis.Statistics;

namespace DbIngest.Analysis.Reproduce;

/// <summary>The verdict on a finding before it is numbered.</summary>
internal sealed record FindingOutcome(FindingVerdict Verdict, string? Ours, string Reason)
{
    /// <summary>Smaller differences do not count: the default threshold of <c>compare</c>.</summary>
    public const double Practical = 0.05;

    public static FindingOutcome NotMeasured(string reason, FormattableString? ours = null) =>
        new(FindingVerdict.NotMeasured, ours is null ? null : FormattableString.Invariant(ours), reason);

    /// <summary>A yes-or-no finding.</summary>
    public static FindingOutcome Of(bool holds, FormattableString ours, FormattableString reason) => new(
        holds ? FindingVerdict.StillHolds : FindingVerdict.NoLonger,
        FormattableString.Invariant(ours),
        FormattableString.Invariant(reason));

    /// <summary>
    /// A ratio that the study found above 1. The whole interval must lie above 1, below 1, or within the practical threshold;
    /// otherwise nothing is decided.
    /// </summary>
    public static FindingOutcome OfRatio(double ratio, Interval? interval, FormattableString what)
    {
        string words = FormattableString.Invariant(what);
        if (interval is not { } bounds)
        {
            return NotMeasured($"Too few trials for an interval: {words}.", $"{ratio:0.00}x");
        }

        FormattableString ours = $"{ratio:0.00}x ({bounds.Low:0.00} to {bounds.High:0.00})";
        return bounds.Low > 1 - Practical && bounds.High < 1 / (1 - Practical)
            ? Of(false, ours, $"{words}; no practical difference, which begins at {Practical:0 %}.")
            : bounds.Contains(1)
                ? NotMeasured($"Not enough data to decide, the interval includes 1: {words}.", ours)
                : Of(ratio > 1, ours, $"{words}.");
    }
}
