namespace DbIngest.Abstractions.Targets;

/// <summary>
/// The worst failure of the machines that acknowledged a batch that the batch surely outlives. Contracts of different databases
/// are compared by it, since their names are their vendors' own.
/// </summary>
public enum Survival
{
    /// <summary>None: the end of the database's process may lose acknowledged batches.</summary>
    Nothing,

    /// <summary>The end of the database's process: the operating system has the batch, the disk not surely.</summary>
    ProcessCrash,

    /// <summary>A power cut: the batch was synced to disk before it was acknowledged.</summary>
    PowerLoss,
}
