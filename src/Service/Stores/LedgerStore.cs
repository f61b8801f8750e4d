using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;
using DbIngest.Service.Problems;

namespace DbIngest.Service.Stores;

/// <summary>
/// Stores each batch and the row of its request in one transaction, in at most two attempts. After a failed transaction it looks
/// into the ledger to find out whether the batch is stored. A <see cref="StoreSession"/> calls it if the table has no unique key.
/// Its calls block.
/// </summary>
/// <param name="writers">The writers of the session. Each implements <see cref="IRequestLedger"/>.</param>
internal readonly struct LedgerStore(StoreWriters writers)
{
    /// <summary>Stores a batch.</summary>
    /// <returns>True if the batch was stored now. False if the ledger has its request with the same content.</returns>
    /// <exception cref="RefusalException">As for <see cref="StoreSession.Store"/>.</exception>
    public async ValueTask<bool> Store(RecordBatch batch, LedgerRow request)
    {
        for (int attempt = 1; ; attempt++)
        {
            // Stays null if the writer returns false: the ledger then has the request already.
            BatchWriteException? failure = null;
            try
            {
                if (((IRequestLedger)await writers.Of(batch.Source)).Write(batch, request))
                {
                    return true;
                }
            }
            catch (BatchWriteException thrown)
            {
                failure = thrown;
            }

            if (await IsInLedger(batch, request, failure))
            {
                return false;
            }

            failure ??= new BatchWriteException("the ledger forgot the request meanwhile", isTransient: true, isAmbiguous: false);
            if (!failure.IsTransient || attempt == StoreWriters.Attempts)
            {
                throw RefusalException.NotStored(failure);
            }
        }
    }

    /// <summary>
    /// Looks for a request in the ledger. After a failure it restores the writer first, so that the failed transaction can no
    /// longer be committed.
    /// </summary>
    /// <exception cref="RefusalException">
    /// The ledger has the request with other content (status 409), or the store does not answer.
    /// </exception>
    private async ValueTask<bool> IsInLedger(RecordBatch batch, LedgerRow request, BatchWriteException? failure)
    {
        string? stored;
        try
        {
            if (failure is not null)
            {
                await (await writers.Calls(batch.Source)).Restore();
            }

            stored = ((IRequestLedger)await writers.Of(batch.Source)).ContentOf(request);
        }
        catch (Exception second) when (second is BatchWriteException or RefusalException)
        {
            writers.Drop(batch.Source);
            throw failure is { IsAmbiguous: true }
                ? RefusalException.OutcomeUnknown($"the store does not say whether it has the batch. {failure.Message}", failure)
                : RefusalException.StoreAway(failure ?? second);
        }

        return stored is null ? false
            : stored == request.Content ? true
            : throw new RefusalException(409, "The request was stored before with other content.")
            {
                Field = "Idempotency-Key",
                Remedy = "Send the content of the first request, or another key or range of sequence numbers.",
            };
    }

    /// <summary>Removes rows of old requests from the ledger.</summary>
    /// <param name="age">The least age of a row, by the database's clock.</param>
    /// <param name="most">Most rows to remove.</param>
    /// <returns>Number of removed rows.</returns>
    /// <exception cref="RefusalException">The store does not answer.</exception>
    public async ValueTask<int> Forget(TimeSpan age, int most)
    {
        try
        {
            return ((IRequestLedger)await writers.Of(0)).Forget(age, most);
        }
        catch (BatchWriteException failure)
        {
            await writers.Restore(0);
            throw RefusalException.StoreAway(failure);
        }
    }
}
