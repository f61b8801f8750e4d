namespace DbIngest.Analysis.Summary;

/// <summary>Why a point that was to be measured until it is precise enough has no more trials.</summary>
public enum PrecisionEnd
{
    /// <summary>It is precise enough.</summary>
    Reached,

    /// <summary>It has as many trials as it may have.</summary>
    MostTrials,

    /// <summary>Its last trials all failed: more of them would tell nothing.</summary>
    Failing,

    /// <summary>It was not ended: the sweep was interrupted, and goes on by resuming.</summary>
    Unfinished,
}
