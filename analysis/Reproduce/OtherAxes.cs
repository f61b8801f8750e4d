using DbIngest.Core.Plan;

namespace DbIngest.Analysis.Reproduce;

/// <summary>
/// Names the values of a point on axes that a study does not have, such as a fault or late records. <see cref="Study1Point"/>,
/// <see cref="Study2Data"/>, <see cref="Study3Data"/> and <see cref="Study4Data"/> call it after the departures that they know by
/// name. It walks through all axes, so that a new axis is a departure without a change here.
/// </summary>
internal static class OtherAxes
{
    /// <summary>
    /// Axes on which no value departs from a study: the user's choice of what is measured, of which one setting stands for each
    /// database.
    /// </summary>
    private static readonly Axis[] OfTheStore = [SweepAxes.Options, SweepAxes.Side, SweepAxes.Deployment];

    /// <summary>Returns the departures in a few words each, in the order of the axes. Empty without any.</summary>
    /// <param name="point">The point.</param>
    /// <param name="known">Optional axes that the study has, or whose departures the caller names.</param>
    public static IEnumerable<string> Of(Point point, IReadOnlyList<Axis> known) => SweepAxes.All
        .Where(axis => axis.IsOptional && !known.Contains(axis) && !OfTheStore.Contains(axis) && axis.Changes(point.Axes))
        .Select(axis => axis.Phrase(point.Axes)!);

    /// <summary>Returns the departures as one text. Null without any.</summary>
    /// <param name="point">The point.</param>
    /// <param name="known">As for <see cref="Of"/>.</param>
    public static string? TextOf(Point point, IReadOnlyList<Axis> known) =>
        string.Join(", ", Of(point, known)) is { Length: > 0 } text ? text : null;
}
