using System.Collections.Concurrent;
using DbIngest.Abstractions.Audit;
using DbIngest.Abstractions.Records;
using DbIngest.Core.Sources;

namespace DbIngest.Core.Audit;

/// <summary>
/// Recomputes from the workload the checksums that the acknowledged records must have. <see cref="Trials.Auditor"/> calls it
/// after each trial without a mix, in the main process, in source processes and for <c>verify</c>. A sweep keeps one per
/// workload: it caches the checksums of whole sources, because all trials of a point send the same records. Thread-safe. It
/// must never ask a database.
/// </summary>
public sealed class ExpectedContent(IWorkload workload)
{
    private const int ChunkRecords = 4096;

    private readonly ConcurrentDictionary<(int Source, long Records, long WholeFrom), ulong> _sums = new();

    /// <summary>Computes the checksum of the acknowledged records of one source.</summary>
    /// <param name="source">The source, from 0.</param>
    /// <param name="records">Records that the source tried to write.</param>
    /// <param name="unacknowledged">Ranges that were not acknowledged.</param>
    /// <param name="cancellation">Cancels the computation.</param>
    /// <returns>Sum of the records' hashes modulo 2^64.</returns>
    public ulong Checksum(
        int source, long records, IReadOnlyList<SequenceRange> unacknowledged, CancellationToken cancellation) =>
        Once(source, new SourceExtent(records, unacknowledged), cancellation);

    private ulong Once(int source, SourceExtent extent, CancellationToken cancellation)
    {
        var (records, unacknowledged) = (extent.Records, extent.Unacknowledged);
        long left = records - unacknowledged.Sum(range => range.Count);
        if (left < records / 2)
        {
            // Most records were not acknowledged, so hashing the acknowledged ones is faster.
            return Acknowledged(records, unacknowledged)
                .Aggregate(0UL, (total, range) => total + Sum(source, range, extent.WholeFrom, cancellation));
        }

        ulong sum = _sums.GetOrAdd((source, records, extent.WholeFrom),
            key => Sum(key.Source, new SequenceRange(0, key.Records), key.WholeFrom, cancellation));
        foreach (var range in unacknowledged)
        {
            sum -= Sum(source, range, extent.WholeFrom, cancellation);
        }

        return sum;
    }

    /// <summary>Computes the checksum of all rows of a source, counting records twice that must be stored twice.</summary>
    /// <param name="source">The source, from 0.</param>
    /// <param name="extent">What the source tried to write.</param>
    /// <param name="cancellation">Cancels the computation.</param>
    /// <returns>Sum of the rows' hashes modulo 2^64.</returns>
    public ulong Checksum(int source, SourceExtent extent, CancellationToken cancellation)
    {
        ulong once = Once(source, extent, cancellation);
        return extent.Repeats is { } repeats
            ? once + Sum(source, repeats.StoredTwice(extent.Records, extent.Unacknowledged), extent.WholeFrom, cancellation)
            : once;
    }

    private static IEnumerable<SequenceRange> Acknowledged(long records, IEnumerable<SequenceRange> unacknowledged)
    {
        long next = 0;
        foreach (var range in unacknowledged.OrderBy(range => range.First))
        {
            if (range.First > next)
            {
                yield return new SequenceRange(next, range.First - next);
            }

            next = range.First + range.Count;
        }

        if (next < records)
        {
            yield return new SequenceRange(next, records - next);
        }
    }

    private ulong Sum(int source, SequenceRange range, long wholeFrom, CancellationToken cancellation) =>
        Sum(source, [range], wholeFrom, cancellation);

    private ulong Sum(int source, IEnumerable<SequenceRange> ranges, long wholeFrom, CancellationToken cancellation)
    {
        using var records = workload.Open(source);
        RecordBatch? batch = null;
        ulong sum = 0;
        foreach (var range in ranges)
        {
            batch ??= new RecordBatch(workload.Schema, (int)Math.Clamp(range.Count, 1, ChunkRecords));
            for (long done = 0; done < range.Count; done += batch.Count)
            {
                cancellation.ThrowIfCancellationRequested();
                records.Fill(batch, range.First + done, (int)Math.Min(batch.Capacity, range.Count - done));
                LeaveOutAdded(batch, wholeFrom);
                sum += RecordHash.Sum(batch);
            }
        }

        return sum;
    }

    /// <summary>Marks the values as missing that a trial adds to its table, in records that were sent before.</summary>
    private static void LeaveOutAdded(RecordBatch batch, long wholeFrom)
    {
        int rows = (int)Math.Clamp(wholeFrom - batch.FirstSequence, 0, batch.Count);
        for (int column = batch.Schema.ValueCount - batch.Schema.AddedCount; column < batch.Schema.ValueCount; column++)
        {
            batch.Column(column)[..rows].Fill(double.NaN);
        }
    }
}
