namespace DbIngest.Abstractions.Targets;

/// <summary>What became of a batch whose write failed.</summary>
public enum BatchFate
{
    /// <summary>Nothing of the batch is stored.</summary>
    Absent,

    /// <summary>All of the batch is stored, exactly once: only its acknowledgement was lost.</summary>
    Stored,
}
