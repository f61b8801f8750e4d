using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;

namespace DbIngest.Targets.Null;

/// <summary>
/// Hashes the batches that a service passes on, and drops them, so that a trial measures the service alone.
/// <see cref="NullTarget"/> opens one per writer of a service, whose threads call it on the timed path, so it allocates nothing
/// per record. A batch that is sent again is accepted again.
/// </summary>
internal sealed class NullSink : IBatchWriter
{
    private ulong _checksum;

    /// <inheritdoc/>
    public void Write(RecordBatch batch) => _checksum = unchecked(_checksum + RecordHash.Sum(batch));

    /// <inheritdoc/>
    public BatchFate Recover(RecordBatch batch, bool inDoubt = true) => BatchFate.Absent;

    /// <inheritdoc/>
    public void Dispose()
    {
        // Nothing is open.
    }
}
