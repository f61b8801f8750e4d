namespace DbIngest.Analysis.Summary;

/// <summary>
/// The state of a rule of the methodology for a point or sweep. The rules in <c>analysis/Rules</c> decide it; its names in snake
/// case are a published format.
/// </summary>
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
