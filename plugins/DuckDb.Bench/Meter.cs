using DbIngest.Abstractions.Records;

namespace DuckDb.Bench;

/// <summary>Records of a meter: values of a few digits around a mean, 50 a second.</summary>
internal static class Meter
{
    /// <summary>Nine values.</summary>
    public static RecordSchema Schema => RecordSchema.ThreePhaseMeter;

    /// <summary>All records of source 0, in one batch that is filled again and again.</summary>
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
