using DbIngest.Analysis.Figures.Drawing;

namespace DbIngest.Analysis.Figures.Charts;

/// <summary>One trial over time.</summary>
/// <param name="Name">The series's name.</param>
/// <param name="Look">Its look.</param>
/// <param name="Steps">The value up to each time since the step before.</param>
/// <param name="EndedS">When the last record was acknowledged.</param>
/// <param name="SettledS">When the database was quiescent.</param>
/// <param name="Tip">What is shown when a reader points at the end.</param>
internal sealed record TimeSeries(
    string Name, Look Look, IReadOnlyList<(double AtS, double Value)> Steps, double EndedS, double SettledS, string Tip)
{
    /// <summary>The dashes of its line; null for a solid one.</summary>
    public string? Dash { get; init; } = Look.Dash;
}
