namespace DbIngest.Wire.Couchbase;

/// <summary>What a synchronous write waits for, by the protocol's own numbers.</summary>
public enum KvDurability
{
    /// <summary>It is no synchronous write: one node's memory is enough.</summary>
    None = 0,

    /// <summary>The memory of more than half of the nodes that have the vBucket.</summary>
    Majority = 1,

    /// <summary>As <see cref="Majority"/>, and the disk of the active node.</summary>
    MajorityAndPersistToActive = 2,

    /// <summary>The disks of more than half of the nodes that have the vBucket.</summary>
    PersistToMajority = 3,
}
