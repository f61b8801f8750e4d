using DbIngest.Analysis.Summary;

namespace DbIngest.Analysis.Output;

/// <summary>
/// One row of the table of rules: the verdict of a whole result on a rule, in one state. <see cref="RuleRows"/> makes it, and
/// tables and answers show it. It judges nothing.
/// </summary>
/// <param name="Rule">Number of the rule, from 1.</param>
/// <param name="State">State shared by the gathered verdicts.</param>
/// <param name="Label">Labels with their points and the worst value; empty without labels.</param>
/// <param name="Reason">
/// Reasons of the verdicts on the sweep and of the worst one on a point. Where only points have a label, with their number.
/// </param>
internal sealed record RuleRow(int Rule, RuleState State, string Label, string Reason);
