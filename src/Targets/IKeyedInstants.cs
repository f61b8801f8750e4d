using DbIngest.Abstractions.Operations;

namespace DbIngest.Targets;

/// <summary>
/// The statements or requests on single records of a writer that also finds them by their time.
/// <see cref="InstantKeyedWriter{TKeyed}"/> calls <see cref="Find"/> for the lane of a mix and for a service, and converts what
/// it throws.
/// </summary>
internal interface IKeyedInstants : IKeyedRecords
{
    /// <summary>Finds the records of a source at an instant, in microseconds UTC.</summary>
    void Find(int source, long timestamp, IRecordReceiver found);
}
