using DbIngest.Abstractions.Records;

namespace DuckDb.Bench;

/// <summary>
/// Makes the records of a meter for <see cref="Ways"/>: values of six significant digits from 230 to 240, 50 records a second.
/// The records are the same at each call, so that all ways write equal data.
/// </summary>
internal static class Meter
{
    /// <summary>The schema of the records: nine values.</summary>
    public static RecordSchema Schema => RecordSchema.ThreePhaseMeter;

    /// <summary>
    /// All records of source 0, in one batch that is filled again and again: use each batch before the next is taken.
    /// </summary>
    public static IEnumerable<RecordBatch> Batches(int records, int size)
    {
        var batch = new RecordBatch(Schema, size);
        for (int first = 0; first < records; first += size)
        {
            batch.Reset(0, first, Math.Min(size, records - first));
            for (int row = 0; row < batch.Count; row++)
            {
                batch.Timestamps[row] = 1_700_000_000_000_000 + ((first + row) * 20_000L);
                for (int value = 0; value < Schema.ValueCount; value++)
                {
                    ulong bits = SplitMix64.Mix(((ulong)(first + row) * 16) + (ulong)value);
                    batch.Column(value)[row] = 230 + (bits % 10_000 / 1_000.0);
                }
            }

            yield return batch;
        }
    }
}
