using System.Text.Json.Serialization;

namespace DbIngest.Analysis.Summary;

/// <summary>
/// The verdict of one numbered rule of the methodology on a point or a sweep: kept, noted, broken or not applicable, with its
/// reason.
/// </summary>
/// <param name="Rule">Number of the rule, from 1.</param>
/// <param name="State">Whether the rule is kept.</param>
/// <param name="Reason">One sentence with the figures.</param>
/// <param name="Label">A few words for tables when the rule is broken or noted, else null.</param>
/// <remarks>
/// The rules in <c>analysis/Rules</c> and <see cref="SearchRules"/> make verdicts. Tables and reports show them. A verdict never
/// changes a figure. Results store the members, but for <see cref="Extent"/>, so they must not be renamed.
/// </remarks>
public sealed record RuleVerdict(int Rule, RuleState State, string Reason, string? Label)
{
    /// <summary>Number of the rule that every planned point is measured, and every run listed.</summary>
    public const int EveryPoint = 1;

    /// <summary>Number of the rule that stored files are unchanged since they were written.</summary>
    public const int AsWritten = 30;

    /// <summary>How badly the rule is broken or noted; null when the verdict has no degree.</summary>
    [JsonIgnore]
    public RuleExtent? Extent { get; init; }

    /// <summary>A verdict without a label: the result keeps the rule.</summary>
    internal static RuleVerdict Kept(int rule, FormattableString reason) =>
        new(rule, RuleState.Kept, FormattableString.Invariant(reason), null);

    /// <summary>A verdict with a label: the result keeps the rule, but readers must know something.</summary>
    internal static RuleVerdict Noted(int rule, FormattableString label, FormattableString reason) =>
        new(rule, RuleState.Noted, FormattableString.Invariant(reason), FormattableString.Invariant(label));

    /// <summary>A verdict with a label: the result breaks the rule.</summary>
    internal static RuleVerdict Broken(int rule, FormattableString label, FormattableString reason) =>
        new(rule, RuleState.Broken, FormattableString.Invariant(reason), FormattableString.Invariant(label));

    /// <summary>Adds the extent of the verdict.</summary>
    internal RuleVerdict To(double size, FormattableString words) =>
        this with { Extent = new RuleExtent(size, FormattableString.Invariant(words)) };

    /// <summary>A verdict without a label: the rule does not cover the result.</summary>
    internal static RuleVerdict NotApplicable(int rule, string reason) => new(rule, RuleState.NotApplicable, reason, null);
}
