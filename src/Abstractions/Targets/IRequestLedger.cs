using DbIngest.Abstractions.Records;

namespace DbIngest.Abstractions.Targets;

/// <summary>
/// Stores a batch together with the row of its request in one transaction, for a service whose table has no unique key
/// (<see cref="TrialTable.HasLedger"/>). A writer implements it if its database has such transactions
/// (<see cref="WriteClient.KeepsLedger"/>). The unique key of the ledger decides between requests at the same moment, also of
/// several services.
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

    /// <summary>Finds the content of the request that the ledger has under the key of another.</summary>
    /// <returns><see cref="LedgerRow.Content"/> of the stored row. Null if there is none.</returns>
    /// <exception cref="BatchWriteException">The database does not answer.</exception>
    string? ContentOf(LedgerRow request);

    /// <summary>Removes rows of old requests.</summary>
    /// <param name="age">The least age, by the database's clock.</param>
    /// <param name="most">Most rows.</param>
    /// <returns>Rows that were removed.</returns>
    /// <exception cref="BatchWriteException">The database does not answer.</exception>
    int Forget(TimeSpan age, int most);
}
