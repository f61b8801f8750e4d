using DbIngest.Core.Audit;

namespace DbIngest.Core.Pipeline;

/// <summary>Hands the records of one source to its lanes, batch by batch. The lanes of a source share it; sources share nothing.</summary>
internal sealed class SourceCursor(long records, int batch)
{
    private readonly Lock _failing = new();
    private readonly List<SequenceRange> _failed = [];
    private long _next;

    /// <summary>Takes the next batch.</summary>
    /// <returns>False when nothing is left.</returns>
    public bool TryTake(out long first, out int count)
    {
        first = Interlocked.Add(ref _next, batch) - batch;
        long left = records - first;
        count = (int)Math.Min(batch, left);
        return left > 0;
    }

    /// <summary>Books a taken batch that was not acknowledged.</summary>
    public void Fail(long first, int count)
    {
        lock (_failing)
        {
            _failed.Add(new SequenceRange(first, count));
        }
    }

    /// <summary>What was not acknowledged: failed batches, and what was never taken. Asked when all lanes have ended.</summary>
    public IReadOnlyList<SequenceRange> Unacknowledged()
    {
        long taken = Math.Min(Interlocked.Read(ref _next), records);
        return taken < records ? [.. _failed, new SequenceRange(taken, records - taken)] : _failed;
    }
}
