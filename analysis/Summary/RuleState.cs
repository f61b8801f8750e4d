namespace DbIngest.Analysis.Summary;

/// <summary>How a result stands to a rule of the methodology.</summary>
public enum RuleState
{
    /// <summary>It keeps the rule.</summary>
    Kept,

    /// <summary>It keeps the rule, but a reader must know something.</summary>
    Noted,

    /// <summary>It breaks the rule.</summary>
    Broken,

    /// <summary>The rule does not speak of it, or there is nothing to judge.</summary>
    NotApplicable,
}
