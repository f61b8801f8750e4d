namespace DbIngest.Analysis.Figures.Charts;

/// <summary>One row of a <see cref="ForestChart"/>.</summary>
/// <param name="Label">What is compared.</param>
/// <param name="Ratio">Null when a side is missing.</param>
/// <param name="Low">Lower bound; null without an interval.</param>
/// <param name="High">Upper bound; null without an interval.</param>
/// <param name="Verdict">Meaning of the ratio in words.</param>
internal sealed record ForestRow(string Label, double? Ratio, double? Low, double? High, string Verdict);
