using DbIngest.Analysis.Statistics;

namespace DbIngest.Analysis.Reproduce;

/// <summary>
/// The verdict on a published finding, before <see cref="Reproduction"/> numbers it as a <see cref="Finding"/>. The judges of all
/// studies make it from measured figures, with the two limits below.
/// </summary>
internal sealed record FindingOutcome(FindingVerdict Verdict, string? Ours, string Reason)
{
    /// <summary>Smallest difference that counts, as a share: the default threshold of <c>compare</c>.</summary>
    public const double Practical = 0.05;

    /// <summary>A published multiple of 4 holds for measured multiples from 4 / this factor to 4 x this factor.</summary>
    public const double MagnitudeFactor = 1.25;

    public static FindingOutcome NotMeasured(string reason, FormattableString? ours = null) =>
        new(FindingVerdict.NotMeasured, ours is null ? null : FormattableString.Invariant(ours), reason);

    /// <summary>Decides a finding by a condition that the figures answer with yes or no.</summary>
    public static FindingOutcome Of(bool holds, FormattableString ours, FormattableString reason) => new(
        holds ? FindingVerdict.StillHolds : FindingVerdict.NoLonger,
        FormattableString.Invariant(ours),
        FormattableString.Invariant(reason));

    /// <summary>
    /// Judges a ratio that the study found above 1. The whole interval must lie above 1, below 1, or within the practical
    /// threshold; otherwise nothing is decided. An interval within the threshold contradicts the study.
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

    /// <summary>
    /// Judges a ratio whose size the study published. The whole interval must lie within <see cref="MagnitudeFactor"/> of it, or
    /// outside; otherwise nothing is decided.
    /// </summary>
    /// <param name="published">The study's multiple, such as 4.</param>
    /// <param name="ratio">The measured multiple.</param>
    /// <param name="interval">The interval of the measured multiple; null with too few trials.</param>
    /// <param name="what">Words for the two sides of the ratio and the point.</param>
    public static FindingOutcome OfMagnitude(double published, double ratio, Interval? interval, FormattableString what)
    {
        string words = FormattableString.Invariant(what);
        if (interval is not { } bounds)
        {
            return NotMeasured($"Too few trials for an interval: {words}.", $"{ratio:0.00}x");
        }

        FormattableString ours = $"{ratio:0.00}x ({bounds.Low:0.00} to {bounds.High:0.00})";
        double low = published / MagnitudeFactor;
        double high = published * MagnitudeFactor;
        return bounds.Low >= low && bounds.High <= high
            ? Of(true, ours, $"{words}; {published:0.##}x stands for {low:0.##}x to {high:0.##}x.")
            : bounds.High < low || bounds.Low > high
                ? Of(false, ours, $"{words}; {published:0.##}x stands for {low:0.##}x to {high:0.##}x.")
                : NotMeasured(FormattableString.Invariant(
                    $"Not enough data to decide, the interval crosses a limit of {low:0.##}x to {high:0.##}x: {words}."), ours);
    }

    /// <summary>
    /// Combines the parts of a finding. It holds when all parts hold, and no longer holds when one part does not. Otherwise
    /// nothing is decided.
    /// </summary>
    /// <param name="parts">At least one.</param>
    public static FindingOutcome OfAll(IReadOnlyList<FindingOutcome> parts) => new(
        parts.Any(part => part.Verdict == FindingVerdict.NoLonger) ? FindingVerdict.NoLonger
            : parts.Any(part => part.Verdict == FindingVerdict.NotMeasured) ? FindingVerdict.NotMeasured
            : FindingVerdict.StillHolds,
        parts.Any(part => part.Ours is not null) ? string.Join(", ", parts.Select(part => part.Ours).OfType<string>()) : null,
        string.Join(" ", parts.Select(part => part.Reason)));
}
