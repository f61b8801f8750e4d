namespace DbIngest.Core.Trials;

/// <summary>The phases of a trial, in their order.</summary>
public enum TrialPhase
{
    /// <summary>The schema is made and the empty baseline measured.</summary>
    Prepare,

    /// <summary>The timed region: sources write.</summary>
    Ingest,

    /// <summary>The database flushes and drains its background work.</summary>
    Settle,

    /// <summary>Disk space is measured.</summary>
    Measure,

    /// <summary>Every stored record is read back.</summary>
    Audit,

    /// <summary>The schema is dropped.</summary>
    Clean,
}
