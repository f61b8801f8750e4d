namespace DbIngest.Service.Stores;

/// <summary>What becomes of a request that a client sends again after an unknown outcome.</summary>
public enum Promise
{
    /// <summary>The store has a key on source and sequence number: a request that is sent again is stored once.</summary>
    Once,

    /// <summary>The store has no such key: a request that is sent again may be stored twice.</summary>
    AtLeastOnce,
}
