using DbIngest.Abstractions.Operations;
using DbIngest.Abstractions.Targets;

namespace DbIngest.Targets;

/// <summary>
/// A <see cref="KeyedWriter{TKeyed}"/> that also finds records by their time. Writers derive from it, and name
/// <see cref="IInstantReads"/> too.
/// </summary>
/// <typeparam name="TKeyed">The statements or requests.</typeparam>
internal abstract class InstantKeyedWriter<TKeyed> : KeyedWriter<TKeyed>
    where TKeyed : class, IKeyedInstants
{
    /// <inheritdoc cref="IInstantReads.Find"/>
    public void Find(int source, long timestamp, IRecordReceiver found)
    {
        try
        {
            Keyed().Find(source, timestamp, found);
        }
        catch (Exception e) when (IsFailure(e))
        {
            throw Failed(e);
        }
    }
}
