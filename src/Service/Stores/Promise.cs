namespace DbIngest.Service.Stores;

/// <summary>What becomes of a request that a client sends again after an unknown outcome.</summary>
public enum Promise
{
    /// <summary>The store has a key on source and sequence number: a request that is sent again is stored once.</summary>
    Once,

    /// <summary>
    /// As <see cref="Once"/>, but the store replaces what has the same key: other content is refused where a look before the
    /// write finds it, and not where two requests write at the same moment.
    /// </summary>
    OnceByLooking,

    /// <summary>
    /// The store has no such key, and a ledger of requests whose rows it stores in the transactions of their batches: a request
    /// that is sent again is stored once for as long as the ledger keeps its row.
    /// </summary>
    OnceByLedger,

    /// <summary>The store has neither: a request that is sent again may be stored twice.</summary>
    AtLeastOnce,
}
