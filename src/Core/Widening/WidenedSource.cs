using DbIngest.Abstractions.Records;
using DbIngest.Core.Sources;

namespace DbIngest.Core.Widening;

/// <summary>
/// The records of one source with the values that a trial adds (<c>--add-values</c>): readings of 20 to 30 in steps of 0.01, as
/// of a thermometer. <see cref="WidenedWorkload.Open"/> creates it. Lanes fill batches on the timed path, without allocations.
/// Stored trials are verified by it, so its values must not change. Not thread-safe: each lane opens its own.
/// </summary>
/// <param name="inner">The records without the added values. This object owns and disposes it.</param>
/// <param name="before">The values of <paramref name="inner"/>.</param>
/// <param name="seed">Seed of the sweep.</param>
/// <param name="source">The source, from 0.</param>
internal sealed class WidenedSource(IRecordSource inner, RecordSchema before, ulong seed, int source) : IRecordSource
{
    private const ulong Steps = 1000;

    private readonly ulong _seed = SplitMix64.Mix(seed ^ 0x6164646564 ^ ((ulong)source << 32));

    // A lane fills the same batch again and again.
    private RecordBatch? _batch;
    private RecordBatch? _front;

    /// <inheritdoc/>
    public void Fill(RecordBatch batch, long firstSequence, int count)
    {
        if (batch.Schema.ValueCount == before.ValueCount)
        {
            // The table has no added value yet, so that no lane takes the time to make any.
            inner.Fill(batch, firstSequence, count);
            return;
        }

        if (_front is null || _batch != batch)
        {
            (_batch, _front) = (batch, batch.Front(before));
        }

        inner.Fill(_front, firstSequence, count);
        batch.Reset(_front.Source, firstSequence, count);
        for (int column = before.ValueCount; column < batch.Schema.ValueCount; column++)
        {
            var values = batch.Column(column);
            ulong seedOfColumn = SplitMix64.Mix(_seed + (ulong)column);
            for (int row = 0; row < count; row++)
            {
                values[row] = (2000 + (SplitMix64.Mix(seedOfColumn + (ulong)(firstSequence + row)) % Steps)) / 100.0;
            }
        }
    }

    /// <inheritdoc/>
    public void Dispose() => inner.Dispose();
}
