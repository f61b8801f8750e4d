namespace DbIngest.Analysis.Summary;

/// <summary>
/// The verdict of the audits on a point, which <see cref="AuditFigures"/> decides. A failed audit invalidates the point
/// everywhere: no claim rests on it, and <c>run</c> ends with exit code 3. Its names in snake case are a published format.
/// </summary>
public enum AuditVerdict
{
    /// <summary>Every measured trial was audited and passed, and no trial of the point is invalid.</summary>
    Passed,

    /// <summary>
    /// The audit of any trial, measured or not, found a mismatch, or that of a measured trial did not pass for another reason. It
    /// takes precedence over <see cref="None"/>.
    /// </summary>
    Failed,

    /// <summary>No trial was measured, or a measured trial was not audited.</summary>
    None,
}
