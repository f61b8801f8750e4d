using DbIngest.Core.Records;
using DbIngest.Core.Sources;

namespace DbIngest.Sources.Export;

/// <summary>What is to be written to a file: the first records of one source. It can be gone through several times.</summary>
/// <param name="workload">The workload.</param>
/// <param name="source">The source, counted from 0.</param>
/// <param name="records">How many records; at least 1.</param>
/// <param name="cancellation">Ends the passes early.</param>
internal sealed class ExportContent(IWorkload workload, int source, long records, CancellationToken cancellation)
{
    private const int BatchRecords = 1000;

    /// <summary>The shape of the records.</summary>
    public RecordSchema Schema => workload.Schema;

    /// <summary>How many records there are.</summary>
    public long Records => records;

    /// <summary>The time of the first record, in microseconds since 1970.</summary>
    public long FirstTime => Batches().First().Timestamps[0];

    /// <summary>The records in batches, each valid until the next.</summary>
    public IEnumerable<RecordBatch> Batches()
    {
        using var stream = workload.Open(source);
        var batch = new RecordBatch(Schema, (int)Math.Min(BatchRecords, records));
        for (long done = 0; done < records; done += batch.Count)
        {
            cancellation.ThrowIfCancellationRequested();
            stream.Fill(batch, done, (int)Math.Min(batch.Capacity, records - done));
            yield return batch;
        }
    }

    /// <summary>The smallest and largest of each value; where it is always missing the smallest is above the largest. Takes a pass.</summary>
    public (double Min, double Max)[] Ranges()
    {
        var ranges = new (double Min, double Max)[Schema.ValueCount];
        Array.Fill(ranges, (double.PositiveInfinity, double.NegativeInfinity));
        foreach (var batch in Batches())
        {
            for (int column = 0; column < ranges.Length; column++)
            {
                var (min, max) = ranges[column];
                foreach (double value in batch.Column(column))
                {
                    min = value < min ? value : min;
                    max = value > max ? value : max;
                }

                ranges[column] = (min, max);
            }
        }

        return ranges;
    }
}
