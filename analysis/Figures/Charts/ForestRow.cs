namespace DbIngest.Analysis.Figures.Charts;

/// <summary>One row of a <see cref="ForestChart"/>, with its words already chosen. <c>ForestFigures</c> creates it.</summary>
/// <param name="Label">Name of the compared things, such as two databases at one N.</param>
/// <param name="Ratio">The ratio; null when a side is missing.</param>
/// <param name="Low">Lower bound; null without an interval.</param>
/// <param name="High">Upper bound; null without an interval.</param>
/// <param name="Verdict">Meaning of the ratio in words.</param>
internal sealed record ForestRow(string Label, double? Ratio, double? Low, double? High, string Verdict);
