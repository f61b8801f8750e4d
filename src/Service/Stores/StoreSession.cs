using System.Globalization;
using DbIngest.Abstractions.Operations;
using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;
using DbIngest.Service.Problems;

namespace DbIngest.Service.Stores;

/// <summary>
/// Stores, reads and changes records for requests, with its own writers. <see cref="SessionPool"/> or
/// <see cref="StoreThreads"/> creates it, and <see cref="IStoreWork"/> lends it to one request at a time. The task of every
/// method ends once the store has acknowledged, or with a <see cref="RefusalException"/> that says whether anything may be
/// stored. With blocking calls the task has ended when the method returns.
/// </summary>
/// <remarks>
/// Not thread-safe. It never calls <see cref="IBatchWriter.Recover"/> for a batch in doubt, because that may erase rows, and a
/// service deletes only what a client asks it to delete. It reads by key instead to learn the fate of a failed write.
/// </remarks>
/// <param name="target">The store.</param>
/// <param name="isKeyed">True if the table has a unique key and its writers read by it.</param>
/// <param name="isAsync">True to call the writers asynchronously.</param>
internal sealed class StoreSession(ITarget target, bool isKeyed, bool isAsync = false) : IDisposable
{
    private const int Attempts = StoreWriters.Attempts;

    private readonly StoreWriters _writers = new(target, isAsync);
    private readonly StoredRows _stored = new();
    private RecordBatch? _part;

    /// <inheritdoc cref="StoreWriters.Open"/>
    public bool Open() => _writers.Open();

    /// <summary>Stores a batch.</summary>
    /// <param name="batch">The batch.</param>
    /// <param name="request">The batch's request, for the ledger. Null if the store keeps no ledger.</param>
    /// <returns>True if the batch was stored now. False if all of it was stored before with the same content.</returns>
    public ValueTask<bool> Store(RecordBatch batch, LedgerRow? request = null) => request is not null
        ? new LedgerStore(_writers).Store(batch, request)
        : isKeyed ? StoreByKey(batch) : StoreUnkeyed(batch);

    /// <inheritdoc cref="LedgerStore.Forget"/>
    public ValueTask<int> Forget(TimeSpan age, int most) => new LedgerStore(_writers).Forget(age, most);

    /// <summary>Reads the records of a range that exist.</summary>
    /// <param name="source">The source.</param>
    /// <param name="first">The first sequence number.</param>
    /// <param name="count">Sequence numbers in the range.</param>
    /// <param name="found">Receives the records.</param>
    /// <param name="clear">Forgets what was received, before the read is repeated.</param>
    public ValueTask Read(int source, long first, int count, IRecordReceiver found, Action clear) =>
        Read(source, calls => calls.Read(source, first, count, found), clear);

    /// <summary>Finds the records of a source at an instant.</summary>
    /// <param name="source">The source.</param>
    /// <param name="timestamp">The instant, in microseconds UTC.</param>
    /// <param name="found">Receives the records.</param>
    /// <param name="clear">Forgets what was received, before the read is repeated.</param>
    public ValueTask Find(int source, long timestamp, IRecordReceiver found, Action clear) =>
        Read(source, calls => calls.Find(source, timestamp, found), clear);

    /// <summary>Sets quality and values of a record that exists.</summary>
    /// <param name="record">A batch of one, whose timestamp is already that of the stored record.</param>
    public ValueTask Update(RecordBatch record) => Change(record.Source, "updated", calls => calls.Update(record));

    /// <summary>Deletes a record, which may be absent.</summary>
    /// <returns>False if the store says that the record was absent. Null if the store does not tell.</returns>
    public async ValueTask<bool?> Delete(int source, long sequence)
    {
        await Change(source, "deleted", calls => calls.Delete(source, sequence));
        return ((IRecordOperations)await _writers.Of(source)).LastDeleteFound;
    }

    /// <inheritdoc/>
    public void Dispose() => _writers.Dispose();

    /// <inheritdoc cref="StoreWriters.Reset"/>
    public void Reset() => _writers.Reset();

    private async ValueTask Read(int source, Func<StoreCalls, ValueTask> read, Action clear)
    {
        for (int attempt = 1; ; attempt++)
        {
            try
            {
                clear();
                await read(await _writers.Calls(source));
                return;
            }
            catch (BatchWriteException failure)
            {
                await _writers.Restore(source);
                if (!failure.IsTransient && !failure.IsAmbiguous)
                {
                    throw RefusalException.RefusedByStore(failure);
                }

                if (attempt == Attempts)
                {
                    throw new RefusalException(502, $"Nothing was read: {failure.Message}", failure) { RetryAfterS = 1 };
                }
            }
        }
    }

    private async ValueTask<bool> StoreUnkeyed(RecordBatch batch)
    {
        for (int attempt = 1; ; attempt++)
        {
            try
            {
                await (await _writers.Calls(batch.Source)).Write(batch);
                return true;
            }
            catch (BatchWriteException failure)
            {
                _writers.Drop(batch.Source);
                if (failure.IsAmbiguous)
                {
                    throw RefusalException.OutcomeUnknown(
                        $"the store may have stored the batch, and has no key by which to find out. {failure.Message}", failure);
                }

                if (!failure.IsTransient || attempt == Attempts)
                {
                    throw RefusalException.NotStored(failure);
                }
            }
        }
    }

    private async ValueTask<bool> StoreByKey(RecordBatch batch)
    {
        // An idempotent writer would replace other content without an error, so look before the first write.
        var writer = await _writers.Of(batch.Source);
        if (((writer as IComposedWriter)?.Records ?? writer).IsIdempotent && await Look(batch))
        {
            if (IsThere(batch))
            {
                await Finish(batch);
                return false;
            }

            // Control data of the whole batch would count the stored part twice.
            if (writer is IComposedWriter && _stored.Same > 0)
            {
                await Complete(batch);
                await Finish(batch);
                return true;
            }
        }

        for (int attempt = 1; ; attempt++)
        {
            try
            {
                await (await _writers.Calls(batch.Source)).Write(batch);
                return true;
            }
            catch (BatchWriteException failure)
            {
                await Find(batch, failure);
                if (IsThere(batch))
                {
                    await Finish(batch);
                    return false;
                }

                if (_stored.Same > 0)
                {
                    await Complete(batch);
                    await Finish(batch);
                    return true;
                }

                if (!failure.IsTransient || attempt == Attempts)
                {
                    throw RefusalException.NotStored(failure);
                }
            }
        }
    }

    /// <summary>
    /// Reads the stored rows before the first write. If the store does not answer, nothing of the request was stored.
    /// </summary>
    private async ValueTask<bool> Look(RecordBatch batch)
    {
        for (int attempt = 1; ; attempt++)
        {
            try
            {
                await Scan(batch);
                return true;
            }
            catch (BatchWriteException failure)
            {
                await _writers.Restore(batch.Source);
                if (attempt == Attempts)
                {
                    throw RefusalException.StoreAway(failure);
                }
            }
        }
    }

    /// <summary>
    /// Reads what is stored after a failed write. The caller must do so even if the store refused the write, because an earlier
    /// request may have stored the batch under the same keys.
    /// </summary>
    private async ValueTask Find(RecordBatch batch, BatchWriteException failure)
    {
        try
        {
            await (await _writers.Calls(batch.Source)).Restore();
            await Scan(batch);
        }
        catch (Exception second) when (second is BatchWriteException or RefusalException)
        {
            _writers.Drop(batch.Source);
            throw failure.IsAmbiguous
                ? RefusalException.OutcomeUnknown($"the store does not say whether it has the batch. {failure.Message}", failure)
                : RefusalException.StoreAway(failure);
        }
    }

    /// <summary>True if the whole batch is stored with the same content.</summary>
    /// <exception cref="RefusalException">A record is stored with other content: status 409.</exception>
    private bool IsThere(RecordBatch batch) => _stored.Other is { } sequence
        ? throw new RefusalException(409, string.Create(CultureInfo.InvariantCulture,
            $"Record {sequence} of source {batch.Source} is stored with other content."))
        {
            Field = "sequence",
            Remedy = "Leave the stored record, or replace it by PUT.",
        }
        : _stored.Same == batch.Count;

    /// <summary>Writes the missing rows of a batch that is stored in part.</summary>
    private async ValueTask Complete(RecordBatch batch)
    {
        long next = batch.FirstSequence;
        try
        {
            foreach (var (first, count) in _stored.Missing().ToList())
            {
                next = batch.FirstSequence + first;
                await (await _writers.Calls(batch.Source)).WriteRecords(Part(batch, first, count));
            }
        }
        catch (BatchWriteException failure)
        {
            _writers.Drop(batch.Source);
            throw RefusalException.OutcomeUnknown(string.Create(CultureInfo.InvariantCulture,
                $"a part of the batch is stored, and sequence number {next} is the first of which it is not certain. {failure.Message}"),
                failure);
        }
    }

    /// <summary>
    /// Lets a composed writer store the missing control data of a batch whose records are all stored: an earlier request may
    /// have failed between both. Does nothing for other writers.
    /// </summary>
    private async ValueTask Finish(RecordBatch batch)
    {
        if (await _writers.Of(batch.Source) is not IComposedWriter composed)
        {
            return;
        }

        try
        {
            composed.Complete(batch);
        }
        catch (BatchWriteException failure)
        {
            _writers.Drop(batch.Source);
            throw RefusalException.OutcomeUnknown("the records are stored, and what belongs to them in the other database is not "
                + $"certain. {failure.Message}", failure);
        }
    }

    private RecordBatch Part(RecordBatch batch, int first, int count)
    {
        if (_part?.Schema != batch.Schema || _part.Capacity < count)
        {
            _part = new RecordBatch(batch.Schema, count);
        }

        _part.Reset(batch.Source, batch.FirstSequence + first, count);
        batch.Timestamps.AsSpan(first, count).CopyTo(_part.Timestamps);
        batch.Qualities.AsSpan(first, count).CopyTo(_part.Qualities);
        for (int column = 0; column < batch.Schema.ValueCount; column++)
        {
            batch.Column(column).Slice(first, count).CopyTo(_part.Column(column));
        }

        return _part;
    }

    private async ValueTask Scan(RecordBatch batch)
    {
        _stored.Begin(batch);
        await (await _writers.Calls(batch.Source)).Read(batch.Source, batch.FirstSequence, batch.Count, _stored);
    }

    private async ValueTask Change(int source, string done, Func<StoreCalls, ValueTask> change)
    {
        for (int attempt = 1; ; attempt++)
        {
            try
            {
                await change(await _writers.Calls(source));
                return;
            }
            catch (BatchWriteException failure)
            {
                bool isRestored = await _writers.Restore(source);
                if (!failure.IsTransient && !failure.IsAmbiguous)
                {
                    throw RefusalException.RefusedByStore(failure);
                }

                // Do not repeat a change in doubt: it could silently undo a change that another client made in between.
                if (failure.IsAmbiguous)
                {
                    throw RefusalException.OutcomeUnknown($"the record may have been {done}. {failure.Message}", failure);
                }

                if (!isRestored || attempt == Attempts)
                {
                    throw RefusalException.StoreAway(failure);
                }
            }
        }
    }
}
