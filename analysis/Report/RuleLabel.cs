using DbIngest.Analysis.Summary;

namespace DbIngest.Analysis.Report;

/// <summary>
/// A label that a rule puts on a point or a sweep, as the reference page of the rules documents it. <see cref="RuleLabels"/>
/// lists all. Rules do not read it: they write their labels themselves, and a test compares.
/// </summary>
/// <param name="Rule">The rule's number, from 1.</param>
/// <param name="State">The verdict that carries the label: broken or noted.</param>
/// <param name="Text">The label; a figure or name that a result puts in stands in braces, as in <c>wide +-{x} %</c>.</param>
/// <param name="IsOfSweep">True when the label stands on the whole sweep, false when it stands on a point.</param>
/// <param name="When">When a result gets the label.</param>
public sealed record RuleLabel(int Rule, RuleState State, string Text, bool IsOfSweep, string When)
{
    /// <summary>The label as a reader sees it, without braces.</summary>
    public string Shown => Text.Replace("{", string.Empty, StringComparison.Ordinal)
        .Replace("}", string.Empty, StringComparison.Ordinal);
}
