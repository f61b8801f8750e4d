using DbIngest.Abstractions.Operations;
using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;

namespace DbIngest.Service.Stores;

/// <summary>
/// Calls one writer for a <see cref="StoreSession"/>, by asynchronous or by blocking methods. The task of a blocking call has
/// ended when the call returns. It neither repeats a call nor catches exceptions: a failed call throws
/// <see cref="BatchWriteException"/>.
/// </summary>
/// <param name="writer">The writer, which the session's <see cref="StoreWriters"/> own.</param>
/// <param name="isAsync">True to call asynchronously. The writer must then implement <see cref="IAsyncOperations"/>.</param>
internal readonly struct StoreCalls(IBatchWriter writer, bool isAsync)
{
    /// <inheritdoc cref="IAsyncOperations.WriteAsync"/>
    public ValueTask Write(RecordBatch batch)
    {
        if (isAsync)
        {
            return ((IAsyncOperations)writer).WriteAsync(batch);
        }

        writer.Write(batch);
        return default;
    }

    /// <summary>Writes records of a batch, without the control data of a composed writer.</summary>
    public ValueTask WriteRecords(RecordBatch part)
    {
        if (writer is IComposedWriter composed)
        {
            composed.Records.Write(part);
            return default;
        }

        return Write(part);
    }

    /// <inheritdoc cref="IAsyncOperations.ReadAsync"/>
    public ValueTask Read(int source, long first, int count, IRecordReceiver found)
    {
        if (isAsync)
        {
            return ((IAsyncOperations)writer).ReadAsync(source, first, count, found);
        }

        var reads = (IRecordReads)writer;
        if (count == 1)
        {
            reads.Read(source, first, found);
        }
        else
        {
            reads.Scan(source, first, count, found);
        }

        return default;
    }

    /// <inheritdoc cref="IAsyncOperations.FindAsync"/>
    public ValueTask Find(int source, long timestamp, IRecordReceiver found)
    {
        if (isAsync)
        {
            return ((IAsyncOperations)writer).FindAsync(source, timestamp, found);
        }

        ((IInstantReads)writer).Find(source, timestamp, found);
        return default;
    }

    /// <inheritdoc cref="IAsyncOperations.UpdateAsync"/>
    public ValueTask Update(RecordBatch record)
    {
        if (isAsync)
        {
            return ((IAsyncOperations)writer).UpdateAsync(record);
        }

        ((IRecordOperations)writer).Update(record);
        return default;
    }

    /// <inheritdoc cref="IAsyncOperations.DeleteAsync"/>
    public ValueTask Delete(int source, long sequence)
    {
        if (isAsync)
        {
            return ((IAsyncOperations)writer).DeleteAsync(source, sequence);
        }

        ((IRecordOperations)writer).Delete(source, sequence);
        return default;
    }

    /// <summary>
    /// Makes the writer usable after a call that threw. Blocks the calling thread, or a thread of the pool if calls are
    /// asynchronous. The writer must implement <see cref="IRecordReads"/>.
    /// </summary>
    public ValueTask Restore()
    {
        var reads = (IRecordReads)writer;
        if (isAsync)
        {
            return new(Task.Run(reads.Restore));
        }

        reads.Restore();
        return default;
    }
}
