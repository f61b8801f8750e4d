namespace DbIngest.Analysis.Figures.Charts;

/// <summary>A ratio of a forest plot.</summary>
/// <param name="Label">What is compared.</param>
/// <param name="Ratio">The ratio; null when a side is missing.</param>
/// <param name="Low">The lower bound of its interval; null without one.</param>
/// <param name="High">The upper bound.</param>
/// <param name="Verdict">What it means, in words.</param>
internal sealed record ForestRow(string Label, double? Ratio, double? Low, double? High, string Verdict);
