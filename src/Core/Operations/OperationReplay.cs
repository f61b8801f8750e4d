using DbIngest.Abstractions.Audit;
using DbIngest.Abstractions.Records;
using DbIngest.Core.Sources;

namespace DbIngest.Core.Operations;

/// <summary>
/// Computes what must be stored after a trial with a mix: it draws the operations of every lane again, as many as the lane
/// started, and hashes each remaining record in its last version. <see cref="Trials.MixAudit"/> calls it per source, on several
/// threads, if each lane owns its records. A source that lost a lane with its process is <see cref="SourceExtent.Unknown"/>. It
/// never asks the database.
/// </summary>
public static class OperationReplay
{
    private const int ChunkRecords = 1024;

    /// <summary>Replays the lanes of one source.</summary>
    /// <param name="workload">Supplied the records.</param>
    /// <param name="request">What the operations derive from.</param>
    /// <param name="source">The source, from 0.</param>
    /// <param name="lanes">Progress of its lanes. Lanes of a lost process are missing.</param>
    /// <param name="cancellation">Cancels the replay.</param>
    /// <returns>What the source tried to write, and the checksum of the records that must be stored.</returns>
    public static (SourceExtent Extent, ulong Checksum) Of(
        IWorkload workload, OperationRequest request, int source, IReadOnlyList<LaneProgress> lanes,
            CancellationToken cancellation) =>
        Of(workload, request, source, lanes, new LastingUpdates([]), cancellation);

    /// <summary>Replays the lanes of one source, and adds current versions to the lasting updates of their records.</summary>
    /// <param name="workload">Supplied the records.</param>
    /// <param name="request">What the operations derive from.</param>
    /// <param name="source">The source, from 0.</param>
    /// <param name="lanes">Progress of its lanes. Lanes of a lost process are missing.</param>
    /// <param name="lasting">The lasting updates of all lanes.</param>
    /// <param name="cancellation">Cancels the replay.</param>
    /// <returns>What the source tried to write, and the checksum of the records that must be stored.</returns>
    internal static (SourceExtent Extent, ulong Checksum) Of(
        IWorkload workload, OperationRequest request, int source, IReadOnlyList<LaneProgress> lanes, LastingUpdates lasting,
            CancellationToken cancellation)
    {
        if (lanes.Count < request.Lanes)
        {
            // The process of a lane was lost, so nothing that is stored of the source counts as right or wrong.
            return (SourceExtent.Unknown, 0);
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

            checksum += Add(stream.Keys, doubt, records, batch, present, lasting, cancellation);
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

    /// <summary>The largest sequence number of a lane: of its last inserted record, or of its last loaded one.</summary>
    private static long LargestSequence(LaneKeys keys) =>
        Math.Max(keys.SequenceOf(keys.Count - 1), keys.SequenceOf(Math.Max(0, keys.Loaded - 1)));

    private static SequenceRange InDoubt(OperationStream stream) => stream.LastOperation.Kind switch
    {
        OperationKind.Read or OperationKind.Scan or OperationKind.Find => default,
        _ => new SequenceRange(stream.LastOperation.Sequence, stream.LastOperation.Count),
    };

    private static ulong Add(
        LaneKeys keys,
        SequenceRange doubt,
        IRecordSource records,
        RecordBatch batch,
        SequenceBitmap present,
        LastingUpdates lasting,
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
                    lasting.Complete(batch.Source, sequence, version);
                    RecordVersion.Apply(batch, row, version);
                    checksum += RecordHash.OfRow(batch, row, values);
                }
            }
        }

        return checksum;
    }
}
