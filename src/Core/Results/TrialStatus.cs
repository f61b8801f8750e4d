namespace DbIngest.Core.Results;

/// <summary>
/// How a trial ended. <see cref="Trials.TrialRecord"/> decides it, statistics use complete trials only, and a resumed sweep
/// repeats unreachable ones. Journals contain these words, so they must not be renamed.
/// </summary>
public enum TrialStatus
{
    /// <summary>
    /// No batch or operation was given up, every phase succeeded and the audit passed. Only this status makes figures count.
    /// </summary>
    Complete,

    /// <summary>The audit found a mismatch, or an answer was wrong. The figures never count.</summary>
    Invalid,

    /// <summary>A batch or operation was given up, or another phase failed. The figures never count.</summary>
    Incomplete,

    /// <summary>
    /// The database, the service before it or a host of the sources could not be reached before the ingestion. Nothing was
    /// measured.
    /// </summary>
    Unreachable,
}
