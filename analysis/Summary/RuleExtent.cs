namespace DbIngest.Analysis.Summary;

/// <summary>
/// How badly a rule is broken or noted, so that a report can name the worst of several points. A rule adds it with
/// <see cref="RuleVerdict.To"/>, and <c>RuleRows</c> picks the largest.
/// </summary>
/// <param name="Size">The larger, the worse; comparable within one rule and state only.</param>
/// <param name="Words">Label for the worst of several points: <c>intervals up to +-12 %</c>.</param>
public sealed record RuleExtent(double Size, string Words);
