namespace DbIngest.Analysis.Summary;

/// <summary>The verdict of the audits on a point.</summary>
public enum AuditVerdict
{
    /// <summary>Every measured trial was audited and passed, and no trial of the point is invalid.</summary>
    Passed,

    /// <summary>A trial's audit found a mismatch, or a measured trial carries an audit that did not pass.</summary>
    Failed,

    /// <summary>No trial was measured, or a measured trial was not audited.</summary>
    None,
}
