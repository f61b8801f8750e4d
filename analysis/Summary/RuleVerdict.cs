using System.Text.Json.Serialization;

namespace DbIngest.Analysis.Summary;

/// <summary>The verdict of one rule of the methodology on a point or a sweep.</summary>
/// <param name="Rule">The rule's number, from 1.</param>
/// <param name="State">The verdict.</param>
/// <param name="Reason">One sentence with the figures.</param>
/// <param name="Label">A few words for tables when the rule is broken or noted, else null.</param>
public sealed record RuleVerdict(int Rule, RuleState State, string Reason, string? Label)
{
    /// <summary>The number of the rule on stored files that were changed.</summary>
    public const int AsWritten = 30;

    /// <summary>How far it goes, so that the worst of several points can be named; null where it is a matter of yes or no.</summary>
    [JsonIgnore]
    public RuleExtent? Extent { get; init; }

    internal static RuleVerdict Kept(int rule, FormattableString reason) =>
        new(rule, RuleState.Kept, FormattableString.Invariant(reason), null);

    internal static RuleVerdict Noted(int rule, FormattableString label, FormattableString reason) =>
        new(rule, RuleState.Noted, FormattableString.Invariant(reason), FormattableString.Invariant(label));

    internal static RuleVerdict Broken(int rule, FormattableString label, FormattableString reason) =>
        new(rule, RuleState.Broken, FormattableString.Invariant(reason), FormattableString.Invariant(label));

    /// <summary>The same, knowing how far it goes.</summary>
    /// <param name="size">The larger, the worse.</param>
    /// <param name="words">What is said when this is the worst of several: <c>intervals up to +-12 %</c>.</param>
    internal RuleVerdict To(double size, FormattableString words) => this with { Extent = new RuleExtent(size, FormattableString.Invariant(words)) };

    internal static RuleVerdict NotApplicable(int rule, string reason) => new(rule, RuleState.NotApplicable, reason, null);
}
