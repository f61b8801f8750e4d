using DbIngest.Abstractions.Audit;
using DbIngest.Abstractions.Records;
using DbIngest.Core.Sources;

namespace DbIngest.Core.Operations.Shared;

/// <summary>
/// Draws the operations of lanes on shared records again. <see cref="Trials.MixAudit"/> learns from it what each lane inserted,
/// and for <c>verify</c> also which write of each lane to each record was its last. A source that lost a lane with its process
/// is <see cref="SourceExtent.Unknown"/>. It never asks the database.
/// </summary>
internal static class SharedReplay
{
    private const int ChunkRecords = 1024;

    /// <summary>Replays the lanes of one source.</summary>
    /// <param name="workload">Supplied the records.</param>
    /// <param name="request">What the operations derive from.</param>
    /// <param name="source">The source, from 0.</param>
    /// <param name="lanes">Progress of its lanes. Lanes of a lost process are missing.</param>
    /// <param name="cancellation">Cancels the replay.</param>
    /// <returns>What must be stored of the source, and its checksum with every shared record in its loaded content.</returns>
    public static (SourceExtent Extent, ulong Checksum) Of(
        IWorkload workload, OperationRequest request, int source, IReadOnlyList<LaneProgress> lanes,
            CancellationToken cancellation)
    {
        if (lanes.Count < request.Lanes)
        {
            // The process of a lane was lost, so nothing that is stored of the source counts as right or wrong.
            return (SourceExtent.Unknown, 0);
        }

        var unacknowledged = new List<SequenceRange>();
        var streams = new List<SharedStream>();
        foreach (var lane in lanes)
        {
            var stream = new SharedStream(request, source, lane.Lane);
            for (long i = 0; i < lane.Operations; i++)
            {
                stream.Next();
                Check(i, cancellation);
            }

            streams.Add(stream);
            if (lane.IsLastInDoubt && stream.LastOperation.Kind is OperationKind.InsertBatch or OperationKind.InsertOne)
            {
                unacknowledged.Add(new SequenceRange(stream.LastOperation.Sequence, stream.LastOperation.Count));
            }
        }

        long end = Math.Max(request.LoadedRecords, streams.Max(stream => stream.Own.Count == 0 ? 0
            : stream.Own.SequenceOf(stream.Own.Count - 1) + 1));
        var present = new SequenceBitmap(end);
        ulong checksum = 0;
        using var records = workload.Open(source);
        var batch = new RecordBatch(workload.Schema, ChunkRecords);
        double[] values = new double[workload.Schema.ValueCount];
        foreach (var keys in streams.Select(stream => stream.Own))
        {
            for (long index = 0; index < keys.Count; index += batch.Count)
            {
                cancellation.ThrowIfCancellationRequested();
                records.Fill(batch, keys.SequenceOf(index), Math.Min(batch.Capacity, keys.RunLength(index)));
                for (int row = 0; row < batch.Count; row++)
                {
                    if (!unacknowledged.Exists(range => range.Contains(batch.FirstSequence + row)))
                    {
                        present.Mark(batch.FirstSequence + row);
                        checksum += RecordHash.OfRow(batch, row, values);
                    }
                }
            }
        }

        return (new SourceExtent(end, unacknowledged, present), checksum);
    }

    /// <summary>
    /// Creates the verdict of <c>verify</c> on a complete trial of which only each lane's number of operations is known: each
    /// lane's last write to a record may be stored, and no other. It cannot tell which of two lanes wrote last. Every operation
    /// must have been acknowledged, none left out, and no update may have an attempt that may still take effect.
    /// </summary>
    /// <param name="request">What the operations derive from.</param>
    /// <param name="lanes">Progress of all lanes of all sources.</param>
    /// <param name="spare">Increments by which any record's count may differ, because attempts were repeated.</param>
    /// <param name="cancellation">Cancels the replay.</param>
    public static SharedVerdict MembersOf(
        OperationRequest request, IReadOnlyList<LaneProgress> lanes, long spare, CancellationToken cancellation)
    {
        var bits = new VersionBits(request.Sources * request.Lanes);
        var history = new WriteHistory(new SharedKeys(request).Count);
        var increments = request.Mix.Increments ? new IncrementTotals(request.Mix.MayLoseUpdates) { Spare = spare } : null;
        var writes = new List<LastWrite>();
        foreach (var lane in lanes)
        {
            var stream = new SharedStream(request, lane.Source, lane.Lane);
            var log = new LaneWrites(bits, (lane.Source * request.Lanes) + lane.Lane);
            var own = new LaneIncrements();
            for (long i = 0; i < lane.Operations; i++)
            {
                Check(i, cancellation);
                var operation = stream.Next();
                long record = stream.Keys.IndexOf(operation.Source, operation.Sequence);
                if (operation.Kind == OperationKind.Update && log.TryBegin(record, out int version))
                {
                    log.Acknowledge(record, version, 0, 0, isLasting: false);
                }
                else if (operation.Kind is OperationKind.ReadModifyWrite or OperationKind.PlainReadModifyWrite)
                {
                    own.Acknowledge(record, 0);
                }
            }

            writes.Clear();
            log.AddTo(writes);
            history.Add(writes);
            increments?.Add(own.All());
        }

        history.Seal();
        return new SharedVerdict(request, history, increments);
    }

    private static void Check(long operation, CancellationToken cancellation)
    {
        if (operation % ChunkRecords == 0)
        {
            cancellation.ThrowIfCancellationRequested();
        }
    }
}
