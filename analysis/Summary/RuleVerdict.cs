namespace DbIngest.Analysis.Summary;

/// <summary>The verdict of one rule of the methodology on a point or a sweep.</summary>
/// <param name="Rule">The rule's number, 1 to 27.</param>
/// <param name="State">The verdict.</param>
/// <param name="Reason">One sentence with the figures.</param>
/// <param name="Label">A few words for tables when the rule is broken or noted, else null.</param>
public sealed record RuleVerdict(int Rule, RuleState State, string Reason, string? Label)
{
    internal static RuleVerdict Kept(int rule, FormattableString reason) =>
        new(rule, RuleState.Kept, FormattableString.Invariant(reason), null);

    internal static RuleVerdict Noted(int rule, FormattableString label, FormattableString reason) =>
        new(rule, RuleState.Noted, FormattableString.Invariant(reason), FormattableString.Invariant(label));

    internal static RuleVerdict Broken(int rule, FormattableString label, FormattableString reason) =>
        new(rule, RuleState.Broken, FormattableString.Invariant(reason), FormattableString.Invariant(label));

    internal static RuleVerdict NotApplicable(int rule, string reason) => new(rule, RuleState.NotApplicable, reason, null);
}
