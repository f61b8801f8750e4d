using System.Globalization;
using DbIngest.Abstractions.Operations;
using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;
using DbIngest.Service.Problems;

namespace DbIngest.Service.Stores;

/// <summary>
/// Does the work of requests with separate writers. <see cref="IStoreWork"/> lends it to one request at a time. The task of every
/// method ends once the store has acknowledged, or with a <see cref="RefusalException"/> that says whether anything may be
/// stored. With blocking calls it has ended when the method returns.
/// </summary>
/// <remarks>
/// It never calls <see cref="IBatchWriter.Recover"/> for a batch in doubt, which may erase rows: what became of a failed write is
/// read by key, and a service deletes only what a client asks it to delete.
/// </remarks>
/// <param name="target">The store.</param>
/// <param name="isKeyed">True if the table has a unique key and its writers read by it.</param>
/// <param name="isAsync">True to call the writers asynchronously.</param>
internal sealed class StoreSession(ITarget target, bool isKeyed, bool isAsync = false) : IDisposable
{
    private const int AnySource = -1;

    /// <summary>A write whose connection was lost before anything could be stored is begun once more.</summary>
    private const int Attempts = 2;

    private readonly Dictionary<int, IBatchWriter> _writers = [];
    private readonly StoredRows _stored = new();
    private RecordBatch? _part;

    /// <summary>Opens a writer ahead of the first request, to learn whether the store can be written to.</summary>
    /// <returns>True if a writer takes the batches of every source.</returns>
    /// <exception cref="TargetException">No writer can be opened.</exception>
    public bool Open()
    {
        var writer = target.OpenWriter(0);
        _writers[writer.ServesAnySource ? AnySource : 0] = writer;
        return writer.ServesAnySource;
    }

    /// <summary>Stores a batch.</summary>
    /// <returns>True if it was stored now, false if it was there before.</returns>
    public ValueTask<bool> Store(RecordBatch batch) => isKeyed ? StoreByKey(batch) : StoreUnkeyed(batch);

    /// <summary>Reads the records of a range that exist.</summary>
    /// <param name="source">The source.</param>
    /// <param name="first">The first sequence number.</param>
    /// <param name="count">Sequence numbers in the range.</param>
    /// <param name="found">Receives the records.</param>
    /// <param name="clear">Forgets what was received, before the read is repeated.</param>
    public async ValueTask Read(int source, long first, int count, IRecordReceiver found, Action clear)
    {
        for (int attempt = 1; ; attempt++)
        {
            try
            {
                clear();
                await (await Calls(source)).Read(source, first, count, found);
                return;
            }
            catch (BatchWriteException failure)
            {
                await Restore(source);
                if (attempt == Attempts || !(failure.IsTransient || failure.IsAmbiguous))
                {
                    throw new RefusalException(502, $"Nothing was read: {failure.Message}", failure) { RetryAfterS = 1 };
                }
            }
        }
    }

    /// <summary>Sets quality and values of a record that exists.</summary>
    /// <param name="record">A batch of one, whose timestamp is already that of the stored record.</param>
    public ValueTask Update(RecordBatch record) => Change(record.Source, "updated", calls => calls.Update(record));

    /// <summary>Deletes a record, which may be absent.</summary>
    /// <returns>False if the store says that there was no such record. Null if it does not tell.</returns>
    public async ValueTask<bool?> Delete(int source, long sequence)
    {
        await Change(source, "deleted", calls => calls.Delete(source, sequence));
        return ((IRecordOperations)await Writer(source)).LastDeleteFound;
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        foreach (var writer in _writers.Values)
        {
            writer.Dispose();
        }

        _writers.Clear();
    }

    /// <summary>Closes all writers after a defect, so that the next request opens new ones.</summary>
    public void Reset()
    {
        try
        {
            Dispose();
        }
        catch (Exception)
        {
            // The writer is lost either way; the defect that led here is reported.
            _writers.Clear();
        }
    }

    private async ValueTask<bool> StoreUnkeyed(RecordBatch batch)
    {
        for (int attempt = 1; ; attempt++)
        {
            try
            {
                await (await Calls(batch.Source)).Write(batch);
                return true;
            }
            catch (BatchWriteException failure)
            {
                Drop(batch.Source);
                if (failure.IsAmbiguous)
                {
                    throw RefusalException.OutcomeUnknown(
                        $"the store may have stored the batch, and has no key by which to find out. {failure.Message}", failure);
                }

                if (!failure.IsTransient || attempt == Attempts)
                {
                    throw failure.IsTransient ? RefusalException.StoreAway(failure) : Refused(failure);
                }
            }
        }
    }

    private async ValueTask<bool> StoreByKey(RecordBatch batch)
    {
        // A writer whose keys decide would overwrite another content without a word.
        if ((await Writer(batch.Source)).IsIdempotent && await Look(batch) && IsThere(batch))
        {
            return false;
        }

        for (int attempt = 1; ; attempt++)
        {
            try
            {
                await (await Calls(batch.Source)).Write(batch);
                return true;
            }
            catch (BatchWriteException failure)
            {
                await Find(batch, failure);
                if (IsThere(batch))
                {
                    return false;
                }

                if (_stored.Same > 0)
                {
                    await Complete(batch);
                    return true;
                }

                if (!failure.IsTransient || attempt == Attempts)
                {
                    throw failure.IsTransient || failure.IsAmbiguous ? RefusalException.StoreAway(failure) : Refused(failure);
                }
            }
        }
    }

    /// <summary>Looks before the first write. A store that does not answer has stored nothing of this request.</summary>
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
                await Restore(batch.Source);
                if (attempt == Attempts)
                {
                    throw RefusalException.StoreAway(failure);
                }
            }
        }
    }

    /// <summary>
    /// Finds out what is stored after a write that failed. A refusal is none before that is known: the key may exist because an
    /// earlier request stored the batch.
    /// </summary>
    private async ValueTask Find(RecordBatch batch, BatchWriteException failure)
    {
        try
        {
            await (await Calls(batch.Source)).Restore();
            await Scan(batch);
        }
        catch (Exception second) when (second is BatchWriteException or RefusalException)
        {
            Drop(batch.Source);
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

    /// <summary>Writes the rest of a batch of which a part is stored.</summary>
    private async ValueTask Complete(RecordBatch batch)
    {
        long next = batch.FirstSequence;
        try
        {
            foreach (var (first, count) in _stored.Missing().ToList())
            {
                next = batch.FirstSequence + first;
                await (await Calls(batch.Source)).Write(Part(batch, first, count));
            }
        }
        catch (BatchWriteException failure)
        {
            Drop(batch.Source);
            throw RefusalException.OutcomeUnknown(string.Create(CultureInfo.InvariantCulture,
                $"a part of the batch is stored, and sequence number {next} is the first of which it is not certain. {failure.Message}"),
                failure);
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
        await (await Calls(batch.Source)).Read(batch.Source, batch.FirstSequence, batch.Count, _stored);
    }

    private async ValueTask Change(int source, string done, Func<StoreCalls, ValueTask> change)
    {
        for (int attempt = 1; ; attempt++)
        {
            try
            {
                await change(await Calls(source));
                return;
            }
            catch (BatchWriteException failure)
            {
                bool isRestored = await Restore(source);
                if (!failure.IsTransient && !failure.IsAmbiguous)
                {
                    throw Refused(failure);
                }

                // Done again by the service, it could undo a change that another client made in between, unseen by either.
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

    /// <summary>Makes a writer usable again. Closes it if that fails, so that the next request opens another.</summary>
    private async ValueTask<bool> Restore(int source)
    {
        try
        {
            await (await Calls(source)).Restore();
            return true;
        }
        catch (Exception failure) when (failure is BatchWriteException or RefusalException)
        {
            Drop(source);
            return false;
        }
    }

    private async ValueTask<StoreCalls> Calls(int source) => new(await Writer(source), isAsync);

    private async ValueTask<IBatchWriter> Writer(int source)
    {
        if (_writers.TryGetValue(AnySource, out var writer) || _writers.TryGetValue(source, out writer))
        {
            return writer;
        }

        try
        {
            // Opening a writer blocks.
            writer = isAsync ? await Task.Run(() => target.OpenWriter(source)) : target.OpenWriter(source);
        }
        catch (TargetException failure)
        {
            throw RefusalException.StoreAway(failure);
        }

        _writers[writer.ServesAnySource ? AnySource : source] = writer;
        return writer;
    }

    private void Drop(int source)
    {
        int key = _writers.ContainsKey(AnySource) ? AnySource : source;
        if (_writers.Remove(key, out var writer))
        {
            writer.Dispose();
        }
    }

    private static RefusalException Refused(BatchWriteException failure) =>
        new(422, $"The store refuses it: {failure.Message}", failure);
}
