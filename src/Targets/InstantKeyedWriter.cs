using DbIngest.Abstractions.Operations;
using DbIngest.Abstractions.Targets;

namespace DbIngest.Targets;

/// <summary>
/// A <see cref="KeyedWriter{TKeyed}"/> that also finds records by their time. Writers derive from it and must name
/// <see cref="IInstantReads"/> too, since lanes and a service look for that interface. The lane's thread calls it on the timed
/// path of a mix, or one thread at a time of a service.
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
