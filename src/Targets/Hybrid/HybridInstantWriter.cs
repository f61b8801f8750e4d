using DbIngest.Abstractions.Operations;
using DbIngest.Abstractions.Targets;

namespace DbIngest.Targets.Hybrid;

/// <summary>
/// A <see cref="HybridConditionalWriter"/> whose database of the records finds records by their time. <see cref="HybridTarget"/>
/// opens one per lane, and the lane's thread calls it on the timed path. Finding a record must not touch control data. Lanes and
/// a service look for the interfaces of these writer classes to learn what the database of the records can do.
/// </summary>
/// <param name="instants">Finds records: the writer of the records.</param>
/// <param name="conditional">Changes records: the same writer.</param>
/// <param name="records">Writes records. This writer disposes it.</param>
/// <param name="control">Writes control data. This writer disposes it.</param>
/// <param name="rows">Finds control data. Null if its table is not prepared for that.</param>
internal sealed class HybridInstantWriter(
    IInstantReads instants, IConditionalUpdates conditional, IBatchWriter records, IBatchWriter control, ControlRows? rows)
    : HybridConditionalWriter(conditional, records, control, rows), IInstantReads
{
    /// <inheritdoc/>
    public void Find(int source, long timestamp, IRecordReceiver found) => instants.Find(source, timestamp, found);
}
