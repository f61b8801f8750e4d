using DbIngest.Analysis.Summary;

namespace DbIngest.Analysis.Report;

/// <summary>A rule's verdict on a whole result.</summary>
/// <param name="Rule">Its number.</param>
/// <param name="State">The gravest of its verdicts.</param>
/// <param name="Label">Its labels.</param>
/// <param name="Reason">A reason of that verdict.</param>
internal sealed record RuleRow(int Rule, RuleState State, string Label, string Reason);
