namespace DbIngest.Analysis.Summary;

/// <summary>The audit's verdict on a point.</summary>
public enum AuditVerdict
{
    /// <summary>Every measured trial was audited and passed, and no trial of the point is invalid.</summary>
    Passed,

    /// <summary>A trial's audit found a mismatch, or a measured trial carries an audit that did not pass.</summary>
    Failed,

    /// <summary>No trial was measured, or one was not audited.</summary>
    None,
}
