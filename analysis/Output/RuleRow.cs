using DbIngest.Analysis.Summary;

namespace DbIngest.Analysis.Output;

/// <summary>What a whole result says of a rule, in one state.</summary>
/// <param name="Rule">Its number.</param>
/// <param name="State">The verdict.</param>
/// <param name="Label">Its labels, with the points that bear them and the worst value; empty where there is none.</param>
/// <param name="Reason">The reason of the worst verdict, and how many points have one.</param>
internal sealed record RuleRow(int Rule, RuleState State, string Label, string Reason);
