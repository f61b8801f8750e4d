namespace DbIngest.Core.Results;

/// <summary>How a trial ended.</summary>
public enum TrialStatus
{
    /// <summary>Every record was acknowledged and the audit passed. Only this status makes figures count.</summary>
    Complete,

    /// <summary>The audit found a mismatch. The figures never count.</summary>
    Invalid,

    /// <summary>Not every record was written, or another phase failed. The figures never count.</summary>
    Incomplete,

    /// <summary>The database could not be reached.</summary>
    Unreachable,
}
