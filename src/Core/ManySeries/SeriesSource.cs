using DbIngest.Abstractions.Records;
using DbIngest.Core.Sources;

namespace DbIngest.Core.ManySeries;

/// <summary>
/// The records of one source, each with the number of its series as last value (<c>--series</c>).
/// <see cref="SeriesWorkload.Open"/> creates it. Lanes fill batches on the timed path: it allocates nothing as long as it fills
/// the same batch again. Not thread-safe: each lane opens its own.
/// </summary>
/// <param name="inner">The records without their series. This object owns and disposes it.</param>
/// <param name="measured">The values of <paramref name="inner"/>.</param>
/// <param name="numbers">The series of each record.</param>
internal sealed class SeriesSource(IRecordSource inner, RecordSchema measured, SeriesNumbers numbers) : IRecordSource
{
    // A lane fills the same batch again and again.
    private RecordBatch? _batch;
    private RecordBatch? _front;

    /// <inheritdoc/>
    public void Fill(RecordBatch batch, long firstSequence, int count)
    {
        if (_front is null || _batch != batch)
        {
            (_batch, _front) = (batch, batch.Front(measured));
        }

        inner.Fill(_front, firstSequence, count);
        batch.Reset(_front.Source, firstSequence, count);
        numbers.Write(firstSequence, batch.Timestamps.AsSpan(0, count), batch.Column(batch.Schema.SeriesColumn));
    }

    /// <inheritdoc/>
    public void Dispose() => inner.Dispose();
}
