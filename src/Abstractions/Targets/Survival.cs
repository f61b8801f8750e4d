namespace DbIngest.Abstractions.Targets;

/// <summary>
/// The worst failure of the acknowledging machines that an acknowledged batch certainly survives, in ascending order. Each
/// durability level states it. The analysis compares levels of different databases by it, since vendors name their levels
/// differently. Results store the names, so they must not be renamed.
/// </summary>
public enum Survival
{
    /// <summary>No failure: acknowledged batches may be lost when the database process ends.</summary>
    Nothing,

    /// <summary>The end of the database process. The operating system holds the batch, the disk perhaps not.</summary>
    ProcessCrash,

    /// <summary>A power loss. The database synced the batch to disk before it acknowledged it.</summary>
    PowerLoss,
}
