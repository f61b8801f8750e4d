namespace DbIngest.Abstractions.Targets;

/// <summary>
/// Says whether a batch whose write failed is stored. <see cref="IBatchWriter.Recover"/> returns it, and a lane then sends the
/// batch again or counts it as acknowledged. It has no third value: a writer that cannot tell throws.
/// </summary>
public enum BatchFate
{
    /// <summary>The database stores no record of the batch.</summary>
    Absent,

    /// <summary>The database stores every record of the batch exactly once. Only the acknowledgement was lost.</summary>
    Stored,
}
