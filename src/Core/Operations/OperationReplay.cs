using DbIngest.Abstractions.Audit;
using DbIngest.Abstractions.Records;
using DbIngest.Core.Sources;

namespace DbIngest.Core.Operations;

/// <summary>
/// What must be stored after a trial with operations: the operations of every lane are drawn once more, as many as it has begun,
/// and each record that is left has the content of its version.
/// </summary>
public static class OperationReplay
{
    private const int ChunkRecords = 1024;

    /// <summary>Replays the lanes of one source.</summary>
    /// <param name="workload">The workload.</param>
    /// <param name="request">What the operations are a function of.</param>
    /// <param name="source">The source.</param>
    /// <param name="lanes">How far each of its lanes came; fewer than it has when nothing is known of some.</param>
    /// <param name="cancellation">Ends it early.</param>
    /// <returns>The extent of the source, and the sum of the hashes of what must be there.</returns>
    public static (SourceExtent Extent, ulong Checksum) Of(
        IWorkload workload, OperationRequest request, int source, IReadOnlyList<LaneProgress> lanes, CancellationToken cancellation)
    {
        if (lanes.Count < request.Lanes)
        {
            // Its process was lost: whatever is there of it is neither right nor wrong.
            const long all = 1L << 40;
            return (new SourceExtent(all, [new SequenceRange(0, all)]), 0);
        }

        var streams = lanes.Select(lane => Replay(request, lane, cancellation)).ToList();
        long end = streams.Max(stream => stream.Keys.Count == 0 ? 0 : LargestSequence(stream.Keys) + 1);
        var present = new SequenceBitmap(end);
        var unacknowledged = new List<SequenceRange>();
        ulong checksum = 0;
        using var records = workload.Open(source);
        var batch = new RecordBatch(workload.Schema, ChunkRecords);
        foreach (var (lane, stream) in lanes.Zip(streams))
        {
            var doubt = lane.IsLastInDoubt ? InDoubt(stream) : default;
            if (doubt.Count > 0)
            {
                unacknowledged.Add(doubt);
            }

            checksum += Add(stream.Keys, doubt, records, batch, present, cancellation);
        }

        return (new SourceExtent(end, unacknowledged, present), checksum);
    }

    private static OperationStream Replay(OperationRequest request, LaneProgress lane, CancellationToken cancellation)
    {
        var stream = new OperationStream(request, lane.Source, lane.Lane);
        for (long i = 0; i < lane.Operations; i++)
        {
            stream.Next();
            if (i % ChunkRecords == 0)
            {
                cancellation.ThrowIfCancellationRequested();
            }
        }

        return stream;
    }

    /// <summary>The last record inserted has the largest number, or the last one loaded where nothing was inserted since.</summary>
    private static long LargestSequence(LaneKeys keys) =>
        Math.Max(keys.SequenceOf(keys.Count - 1), keys.SequenceOf(Math.Max(0, keys.Loaded - 1)));

    private static SequenceRange InDoubt(OperationStream stream) => stream.LastOperation.Kind switch
    {
        OperationKind.Read or OperationKind.Scan => default,
        _ => new SequenceRange(stream.LastOperation.Sequence, stream.LastOperation.Count),
    };

    private static ulong Add(
        LaneKeys keys,
        SequenceRange doubt,
        IRecordSource records,
        RecordBatch batch,
        SequenceBitmap present,
        CancellationToken cancellation)
    {
        ulong checksum = 0;
        Span<double> values = new double[batch.Schema.ValueCount];
        for (long index = 0; index < keys.Count; index += batch.Count)
        {
            cancellation.ThrowIfCancellationRequested();
            records.Fill(batch, keys.SequenceOf(index), Math.Min(batch.Capacity, keys.RunLength(index)));
            for (int row = 0; row < batch.Count; row++)
            {
                int version = keys.VersionOf(index + row);
                long sequence = batch.FirstSequence + row;
                if (version != LaneKeys.Deleted && !doubt.Contains(sequence))
                {
                    present.Mark(sequence);
                    RecordVersion.Apply(batch, row, version);
                    checksum += RecordHash.OfRow(batch, row, values);
                }
            }
        }

        return checksum;
    }
}
