using DbIngest.Analysis.Figures.Drawing;

namespace DbIngest.Analysis.Figures.Charts;

/// <summary>One trial in a <see cref="TimeChart"/>.</summary>
/// <param name="Name">Name in the legend.</param>
/// <param name="Look">Equal in all figures of a report.</param>
/// <param name="Steps">The value from the step before up to each time.</param>
/// <param name="EndedS">Time of the last acknowledgement.</param>
/// <param name="SettledS">Time of quiescence.</param>
/// <param name="Tip">Lines shown on pointing at the end.</param>
internal sealed record TimeSeries(
    string Name, SeriesLook Look, IReadOnlyList<(double AtS, double Value)> Steps, double EndedS, double SettledS, string Tip)
{
    /// <summary>Dashes of the line; null for a solid one.</summary>
    public string? Dash { get; init; } = Look.Dash;
}
