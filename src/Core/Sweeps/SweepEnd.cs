namespace DbIngest.Core.Sweeps;

/// <summary>How a sweep ended.</summary>
public enum SweepEnd
{
    /// <summary>Every trial was run.</summary>
    Finished,

    /// <summary>It was interrupted and can be resumed.</summary>
    Interrupted,

    /// <summary>A database was not reachable any more: its remaining trials were not run, and can be by resuming.</summary>
    TargetLost,
}
