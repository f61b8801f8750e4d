using DbIngest.Abstractions.Operations;
using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;

namespace DbIngest.Targets;

/// <summary>
/// Base class of writers that read and change single records by prepared statements or requests
/// (<see cref="IKeyedRecords"/>). It converts their failures and never retries. A derived writer must name the interfaces that
/// this class implements for it, <see cref="IConditionalUpdates"/> and those below it, because lanes and a service look for the
/// interfaces. The lane's thread calls it on the timed path, or one thread at a time of a service.
/// </summary>
/// <typeparam name="TKeyed">The statements or requests.</typeparam>
internal abstract class KeyedWriter<TKeyed>
    where TKeyed : class, IKeyedRecords
{
    /// <inheritdoc cref="IRecordOperations.LastDeleteFound"/>
    public bool? LastDeleteFound { get; protected set; }

    /// <inheritdoc cref="IRecordReads.Read"/>
    public void Read(int source, long sequence, IRecordReceiver found) => Scan(source, sequence, 1, found);

    /// <inheritdoc cref="IRecordReads.Scan"/>
    public void Scan(int source, long first, int count, IRecordReceiver found)
    {
        try
        {
            Keyed().Read(source, first, count, found);
        }
        catch (Exception e) when (IsFailure(e))
        {
            throw Failed(e);
        }
    }

    /// <inheritdoc cref="IRecordOperations.Update"/>
    public void Update(RecordBatch record)
    {
        try
        {
            Keyed().Update(record);
        }
        catch (Exception e) when (IsFailure(e))
        {
            throw Failed(e);
        }
    }

    /// <inheritdoc cref="IConditionalUpdates.UpdateIf"/>
    public bool UpdateIf(RecordBatch record, uint quality)
    {
        try
        {
            return Keyed().UpdateIf(record, quality);
        }
        catch (Exception e) when (IsFailure(e))
        {
            throw Failed(e);
        }
    }

    /// <inheritdoc cref="IRecordOperations.Delete"/>
    public void Delete(int source, long sequence)
    {
        try
        {
            LastDeleteFound = Keyed().Delete(source, sequence);
        }
        catch (Exception e) when (IsFailure(e))
        {
            throw Failed(e);
        }
    }

    /// <summary>The statements or requests of the writer's connection, prepared on first use.</summary>
    /// <exception cref="BatchWriteException">The writer has no connection.</exception>
    protected abstract TKeyed Keyed();

    /// <summary>True for exceptions that the client throws if the server refuses or is lost.</summary>
    /// <param name="error">What an operation threw.</param>
    protected abstract bool IsFailure(Exception error);

    /// <summary>Drops the connection after a failure, if no other operation may use it.</summary>
    /// <param name="error">The client's failure.</param>
    /// <returns>The failure as callers of a writer expect it.</returns>
    protected abstract BatchWriteException Failed(Exception error);
}
