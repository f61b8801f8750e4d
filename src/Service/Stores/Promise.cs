namespace DbIngest.Service.Stores;

/// <summary>
/// The store's guarantee for a request that a client sends again after an unknown outcome. <see cref="ServedStore"/> derives it
/// from the table and the target. The routes decide by it whether a request gets a row in the ledger, and the schema publishes
/// it.
/// </summary>
public enum Promise
{
    /// <summary>
    /// The store has a unique key on source and sequence number: a request that is sent again is stored once, and other content
    /// under a stored key is refused.
    /// </summary>
    Once,

    /// <summary>
    /// As <see cref="Once"/>, but the store itself replaces records with the same key. The service reads before it writes and
    /// refuses other content that it finds. Of two requests that write the same key at the same moment, the later wins.
    /// </summary>
    OnceByLooking,

    /// <summary>
    /// The store has no unique key, but a ledger with a row per request, stored in the transaction of the batch. A request that
    /// is sent again is stored once for as long as the ledger keeps its row (<see cref="LedgerSweep.Promised"/>).
    /// </summary>
    OnceByLedger,

    /// <summary>The store has neither unique key nor ledger: a request that is sent again may be stored twice.</summary>
    AtLeastOnce,
}
