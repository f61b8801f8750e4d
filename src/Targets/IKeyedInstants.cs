using DbIngest.Abstractions.Operations;

namespace DbIngest.Targets;

/// <summary>
/// The statements or requests by which a writer reads and changes single records, and also finds them by their time.
/// <see cref="InstantKeyedWriter{TKeyed}"/> calls <see cref="Find"/> for the lane of a mix and for a service, and converts its
/// exceptions. The rules of <see cref="IKeyedRecords"/> hold.
/// </summary>
internal interface IKeyedInstants : IKeyedRecords
{
    /// <summary>Finds the records of a source at an instant, in microseconds UTC.</summary>
    void Find(int source, long timestamp, IRecordReceiver found);
}
