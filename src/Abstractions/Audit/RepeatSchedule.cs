using DbIngest.Abstractions.Records;

namespace DbIngest.Abstractions.Audit;

/// <summary>
/// Says which batches a source sends twice (<c>--duplicates</c>): evenly spread batches, counted from a place that seed and
/// source decide, so that the share is exact. <c>IngestRequest</c> makes one per source. <c>LaneRepeats</c> asks it for each
/// batch on the timed path, and <see cref="SourceRepeats"/> in the audit, also in another process. So it must stay a pure
/// function of (share, batch size, seed, source), and its results must not change. Immutable.
/// </summary>
/// <param name="millionths">The share of batches that are sent twice, in millionths, 1 to 1,000,000.</param>
/// <param name="batch">Records per batch.</param>
/// <param name="seed">Seed of the sweep.</param>
/// <param name="source">The source, from 0.</param>
public sealed class RepeatSchedule(int millionths, int batch, ulong seed, int source)
{
    private const long Whole = 1_000_000;
    private const ulong Stream = 0x7265_7065_6174_7321;

    private readonly long _start =
        (long)(SplitMix64.Mix(SplitMix64.Mix(seed ^ Stream) + (ulong)source) % Whole);

    /// <summary>True if the source sends the batch of a record twice.</summary>
    /// <param name="sequence">The sequence number of any record of the batch.</param>
    public bool IsRepeated(long sequence) => sequence / batch is var number && Before(number + 1) > Before(number);

    /// <summary>The batches that are sent twice, as ranges of sequence numbers in ascending order.</summary>
    /// <param name="records">Records of the source. The last batch may be shorter than others.</param>
    public IEnumerable<SequenceRange> Ranges(long records)
    {
        for (long rank = 1; FirstOf(rank) * batch is var first && first < records; rank++)
        {
            yield return new SequenceRange(first, Math.Min(batch, records - first));
        }
    }

    /// <summary>Counts the batches that are sent twice among those before a batch.</summary>
    private long Before(long number) => ((number * millionths) + _start) / Whole;

    /// <summary>Finds the batch that is the n-th to be sent twice. Its rank n counts from 1.</summary>
    private long FirstOf(long rank) => (((rank * Whole) - _start + millionths - 1) / millionths) - 1;
}
