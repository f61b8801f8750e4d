namespace DbIngest.Analysis.Summary;

/// <summary>How far a verdict goes.</summary>
/// <param name="Size">The larger, the worse; comparable within one rule and state.</param>
/// <param name="Words">What is said when it is the worst of several.</param>
public sealed record RuleExtent(double Size, string Words);
