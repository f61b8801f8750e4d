using DbIngest.Abstractions.Records;

namespace DbIngest.Abstractions.Targets;

/// <summary>
/// Stores a batch together with the row of its request in one transaction, for a service whose table has no unique key
/// (<see cref="TrialTable.HasLedger"/>). A writer implements it if its database has such transactions
/// (<see cref="WriteClient.KeepsLedger"/>). Only <c>LedgerStore</c> of the service calls it, one thread at a time per writer. If
/// the same request arrives several times at once, even at several services, the unique key of the ledger lets one of them
/// through.
/// </summary>
public interface IRequestLedger
{
    /// <summary>Stores a batch and the row of its request, both or neither.</summary>
    /// <param name="batch">The batch.</param>
    /// <param name="request">The row.</param>
    /// <returns>
    /// True once the database has acknowledged both. False if the ledger has the key: nothing was stored then.
    /// </returns>
    /// <exception cref="BatchWriteException">
    /// As for <see cref="IBatchWriter.Write"/>. The writer may need <see cref="IRecordReads.Restore"/> before the next call.
    /// </exception>
    bool Write(RecordBatch batch, LedgerRow request);

    /// <summary>Finds the content that the ledger stores under the key of a request.</summary>
    /// <param name="request">The row with the key.</param>
    /// <returns><see cref="LedgerRow.Content"/> of the stored row. Null if the ledger has no row with this key.</returns>
    /// <exception cref="BatchWriteException">The database does not answer.</exception>
    string? ContentOf(LedgerRow request);

    /// <summary>Removes rows of old requests. A client that repeats a removed request stores its records twice.</summary>
    /// <param name="age">Rows at least this old are removed, by the database's clock.</param>
    /// <param name="most">Most rows that one call removes.</param>
    /// <returns>Number of removed rows.</returns>
    /// <exception cref="BatchWriteException">The database does not answer.</exception>
    int Forget(TimeSpan age, int most);
}
