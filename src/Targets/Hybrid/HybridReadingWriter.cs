using DbIngest.Abstractions.Operations;
using DbIngest.Abstractions.Targets;

namespace DbIngest.Targets.Hybrid;

/// <summary>A <see cref="HybridWriter"/> whose database of the records reads single records. Control data is not asked.</summary>
/// <param name="reads">Reads records: the writer of the records.</param>
/// <param name="records">Writes records; disposed with this writer.</param>
/// <param name="control">Writes control data; disposed with this writer.</param>
internal class HybridReadingWriter(IRecordReads reads, IBatchWriter records, IBatchWriter control)
    : HybridWriter(records, control), IRecordReads
{
    /// <inheritdoc/>
    public void Read(int source, long sequence, IRecordReceiver found) => reads.Read(source, sequence, found);

    /// <inheritdoc/>
    public void Scan(int source, long first, int count, IRecordReceiver found) => reads.Scan(source, first, count, found);

    /// <inheritdoc/>
    public void Restore() => reads.Restore();

    /// <inheritdoc/>
    public bool RestoreFences => reads.RestoreFences;

    /// <inheritdoc/>
    public bool IsAtomic => reads.IsAtomic;

    /// <inheritdoc/>
    public bool SeesOwnChanges => reads.SeesOwnChanges;
}
