using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;
using DbIngest.Service.Problems;

namespace DbIngest.Service.Stores;

/// <summary>
/// Stores batches with the rows of their requests, and finds out by the ledger what became of a transaction that failed. A
/// <see cref="StoreSession"/> calls it where the table has no unique key.
/// </summary>
/// <param name="writers">The writers of the session, which are an <see cref="IRequestLedger"/>.</param>
internal readonly struct LedgerStore(StoreWriters writers)
{
    /// <summary>Stores a batch.</summary>
    /// <returns>True if it was stored now, false if the ledger has its request with the same content.</returns>
    /// <exception cref="RefusalException">As for <see cref="StoreSession.Store"/>.</exception>
    public async ValueTask<bool> Store(RecordBatch batch, LedgerRow request)
    {
        for (int attempt = 1; ; attempt++)
        {
            // Without a failure the ledger has the request.
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

    /// <summary>Asks the ledger for a request, once its failed transaction can no longer be committed.</summary>
    /// <exception cref="RefusalException">
    /// The request came with other content: status 409. Or the store does not answer.
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
    /// <returns>Rows that were removed.</returns>
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
