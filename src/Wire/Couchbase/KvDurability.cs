namespace DbIngest.Wire.Couchbase;

/// <summary>
/// Durability level of a synchronous write, numbered as in the protocol. <c>CouchbaseContracts</c> chooses it from
/// <c>--durability</c>. The writers send its number with each write, so the numbers must not change.
/// </summary>
public enum KvDurability
{
    /// <summary>Acknowledged from the active node's memory: not a synchronous write.</summary>
    None = 0,

    /// <summary>In the memory of a majority of the vBucket's nodes.</summary>
    Majority = 1,

    /// <summary>As <see cref="Majority"/>, and on the active node's disk.</summary>
    MajorityAndPersistToActive = 2,

    /// <summary>On the disks of a majority of the vBucket's nodes.</summary>
    PersistToMajority = 3,
}
