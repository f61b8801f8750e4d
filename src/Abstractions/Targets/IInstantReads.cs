using DbIngest.Abstractions.Operations;

namespace DbIngest.Abstractions.Targets;

/// <summary>
/// Finds records by their time, which is not the key. A writer implements it beside <see cref="IBatchWriter"/> if its database
/// answers such queries (<see cref="RecordOperations.Find"/>). <c>InstantAnswer</c> calls it for lanes of a mix on the timed
/// path, and <c>StoreCalls</c> for the HTTP service.
/// </summary>
/// <remarks>
/// The rules of <see cref="IRecordReads"/> hold. <see cref="TrialTable.HasTimeIndex"/> tells the target to create an index on
/// source and timestamp. Without this index the database reads all records of the source, or the whole table.
/// </remarks>
public interface IInstantReads : IRecordReads
{
    /// <summary>Finds the records of one source at one instant, in any order. There may be none.</summary>
    /// <param name="source">The source that wrote them, from 0.</param>
    /// <param name="timestamp">The instant, in microseconds UTC.</param>
    /// <param name="found">Receives each record that the database returns.</param>
    void Find(int source, long timestamp, IRecordReceiver found);
}
