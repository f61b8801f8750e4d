using DbIngest.Abstractions.Operations;
using DbIngest.Abstractions.Targets;

namespace DbIngest.Targets.Hybrid;

/// <summary>
/// A <see cref="HybridWriter"/> whose database of the records reads single records. <see cref="HybridTarget"/> opens one per
/// lane, and the lane's thread calls it on the timed path. Reads never touch control data. Only <see cref="Ask"/> and
/// <see cref="Restore"/> concern both databases.
/// </summary>
/// <param name="reads">Reads records: the writer of the records.</param>
/// <param name="records">Writes records. This writer disposes it.</param>
/// <param name="control">Writes control data. This writer disposes it.</param>
/// <param name="rows">Finds control data. Null if its table is not prepared for that.</param>
internal class HybridReadingWriter(IRecordReads reads, IBatchWriter records, IBatchWriter control, ControlRows? rows)
    : HybridWriter(records, control, rows), IRecordReads
{
    /// <inheritdoc/>
    public bool MayLag => reads.MayLag;

    /// <inheritdoc/>
    public void Read(int source, long sequence, IRecordReceiver found) => reads.Read(source, sequence, found);

    /// <inheritdoc/>
    public void Scan(int source, long first, int count, IRecordReceiver found) => reads.Scan(source, first, count, found);

    /// <inheritdoc/>
    public override void Ask()
    {
        base.Ask();
        reads.Read(0, 0, new Discard());
    }

    /// <inheritdoc/>
    public void Restore()
    {
        reads.Restore();
        Rows?.Restore();
    }

    /// <inheritdoc/>
    public bool RestoreFences => reads.RestoreFences;

    /// <inheritdoc/>
    public bool IsAtomic => reads.IsAtomic;

    /// <inheritdoc/>
    public bool SeesOwnChanges => reads.SeesOwnChanges;

    /// <summary>Ignores all records.</summary>
    private sealed class Discard : IRecordReceiver
    {
        public void Add(int source, long sequence, long timestamp, uint quality, ReadOnlySpan<double> values)
        {
        }
    }
}
