namespace DbIngest.Core.Results;

/// <summary>How a trial ended.</summary>
public enum TrialStatus
{
    /// <summary>Every record was acknowledged and the audit passed: the only status whose figures count.</summary>
    Complete,

    /// <summary>The audit found a mismatch: the figures are invalid.</summary>
    Invalid,

    /// <summary>Not every record could be written, or a phase around the writing failed: the figures do not count.</summary>
    Incomplete,

    /// <summary>The database could not be reached to begin with.</summary>
    Unreachable,
}
