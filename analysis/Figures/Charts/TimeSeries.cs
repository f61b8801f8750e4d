using DbIngest.Analysis.Figures.Drawing;

namespace DbIngest.Analysis.Figures.Charts;

/// <summary>
/// One trial in a <see cref="TimeChart"/>. The classes that create such a chart create its series. Times are seconds since the
/// common start. <c>StoredFigures</c> passes millions of stored records in their place.
/// </summary>
/// <param name="Name">Name in the legend.</param>
/// <param name="Look">Colour, marker and dashes; equal in all figures of a report.</param>
/// <param name="Steps">End of each step with the value that held from the previous end up to it; at least one.</param>
/// <param name="EndedS">Seconds to the last acknowledgement.</param>
/// <param name="SettledS">Seconds to quiescence.</param>
/// <param name="Tip">Lines shown on pointing at the end.</param>
internal sealed record TimeSeries(
    string Name, SeriesLook Look, IReadOnlyList<(double AtS, double Value)> Steps, double EndedS, double SettledS, string Tip)
{
    /// <summary>Dashes of the line; null for a solid one.</summary>
    public string? Dash { get; init; } = Look.Dash;

    /// <summary>Where the first step begins.</summary>
    public double From { get; init; }
}
