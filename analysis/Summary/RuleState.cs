namespace DbIngest.Analysis.Summary;

/// <summary>
/// The state of a rule of the methodology for a point or sweep. The rules in <c>analysis/Rules</c> and <see cref="SearchRules"/>
/// decide it. Its names in snake case are a published format.
/// </summary>
/// <remarks>
/// <c>RuleRows.Of</c> sorts the rows of a rule by state in the order of the members: do not reorder them.
/// </remarks>
public enum RuleState
{
    /// <summary>The result keeps the rule.</summary>
    Kept,

    /// <summary>The result keeps the rule, but readers must know something about it.</summary>
    Noted,

    /// <summary>The result breaks the rule.</summary>
    Broken,

    /// <summary>The rule does not cover this result, or there is nothing to judge.</summary>
    NotApplicable,
}
