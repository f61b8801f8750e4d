namespace DbIngest.Core.Trials;

/// <summary>
/// The phases of a trial in order. <see cref="TrialRunner"/> reports each one to its observer, which shows and logs them. A trial
/// may leave phases out, and never returns to an earlier one.
/// </summary>
public enum TrialPhase
{
    /// <summary>
    /// The target creates an empty table and measures its space. With <c>--restart</c> the server is restarted first. A trial
    /// that reuses loaded records does none of this, though the phase is announced.
    /// </summary>
    Prepare,

    /// <summary>
    /// The sources write the records that a mix needs, or those of <c>--prefill</c>, and the target settles. Trials without a
    /// mix or prefill, and trials that reuse loaded records, have no such phase.
    /// </summary>
    Load,

    /// <summary>The timed region: sources write.</summary>
    Ingest,

    /// <summary>The target flushes and waits for background work.</summary>
    Settle,

    /// <summary>The target measures disk space.</summary>
    Measure,

    /// <summary>The target reads every stored record back.</summary>
    Audit,

    /// <summary>The target drops the table, unless its data is to be kept for the user or for the next trial.</summary>
    Clean,
}
