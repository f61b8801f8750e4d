using DbIngest.Analysis.Statistics;

namespace DbIngest.Analysis.Reproduce;

/// <summary>What becomes of a finding.</summary>
internal sealed record Outcome(FindingVerdict Verdict, string? Ours, string Reason)
{
    /// <summary>A difference by less is none: the practical threshold that <c>compare</c> has by default.</summary>
    public const double Practical = 0.05;

    public static Outcome NotMeasured(string reason, FormattableString? ours = null) =>
        new(FindingVerdict.NotMeasured, ours is null ? null : FormattableString.Invariant(ours), reason);

    /// <summary>A plain yes or no.</summary>
    public static Outcome Of(bool holds, FormattableString ours, FormattableString reason) => new(
        holds ? FindingVerdict.StillHolds : FindingVerdict.NoLonger,
        FormattableString.Invariant(ours),
        FormattableString.Invariant(reason));

    /// <summary>A ratio that the study found above 1: the whole interval decides (above, below, or at no practical distance), or nothing.</summary>
    public static Outcome OfRatio(double ratio, Interval? interval, FormattableString what)
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
