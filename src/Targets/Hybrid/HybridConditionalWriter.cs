using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;

namespace DbIngest.Targets.Hybrid;

/// <summary>
/// A <see cref="HybridChangingWriter"/> whose database of the records has compare-and-set. <see cref="HybridTarget"/> opens one
/// per lane, and the lane's thread calls it on the timed path. Like its base, it leaves control data unchanged at an update,
/// which must alter neither the count nor the time of a batch.
/// </summary>
/// <param name="conditional">Changes records: the writer of the records.</param>
/// <param name="records">Writes records. This writer disposes it.</param>
/// <param name="control">Writes control data. This writer disposes it.</param>
/// <param name="rows">Finds control data. Null if its table is not prepared for that.</param>
internal class HybridConditionalWriter(
    IConditionalUpdates conditional, IBatchWriter records, IBatchWriter control, ControlRows? rows)
    : HybridChangingWriter(conditional, records, control, rows), IConditionalUpdates
{
    /// <inheritdoc/>
    public bool UpdateIf(RecordBatch record, uint quality) => conditional.UpdateIf(record, quality);
}
