using DbIngest.Abstractions.Records;
using DbIngest.Core.Sources;
using DbIngest.Sources.Input;

namespace DbIngest.Sources.Export;

/// <summary>
/// The records of an export, from one source of a workload or from an input. <see cref="RecordExport"/> and
/// <see cref="RecordingExport"/> create one. A writer may read it several times and gets the same records. Holds one batch in
/// memory.
/// </summary>
internal sealed class ExportContent
{
    private const int BatchRecords = 1000;

    private readonly Func<IEnumerable<RecordBatch>> _batches;
    private readonly CancellationToken _cancellation;

    private ExportContent(RecordSchema schema, long records, Func<IEnumerable<RecordBatch>> batches,
        CancellationToken cancellation)
    {
        Schema = schema;
        Records = records;
        _batches = batches;
        _cancellation = cancellation;
    }

    public RecordSchema Schema { get; }

    public long Records { get; }

    /// <summary>The time of the first record, in microseconds since 1970.</summary>
    public long FirstTime => Batches().First().Timestamps[0];

    /// <summary>Takes the first records of one source.</summary>
    /// <param name="source">The source, counted from 0.</param>
    /// <param name="records">Number of records, at least 1.</param>
    /// <param name="cancellation">Checked between batches.</param>
    public static ExportContent Of(IWorkload workload, int source, long records, CancellationToken cancellation) =>
        new(workload.Schema, records, () => Fill(workload, source, records), cancellation);

    /// <summary>Takes the first records of an input.</summary>
    /// <param name="open">Opens a reader of the input.</param>
    /// <param name="records">Number of records, at most those of the input.</param>
    /// <param name="cancellation">Checked between batches.</param>
    public static ExportContent Of(Func<IRecordReader> open, RecordSchema schema, long records, CancellationToken cancellation) =>
        new(schema, records, () => Read(open, records), cancellation);

    /// <summary>Reads the records in batches of up to 1,000. A batch is valid until the next one.</summary>
    public IEnumerable<RecordBatch> Batches()
    {
        foreach (var batch in _batches())
        {
            _cancellation.ThrowIfCancellationRequested();
            yield return batch;
        }
    }

    /// <summary>
    /// Reads all records to find the smallest and largest number of each value. For a value that is always missing the smallest
    /// is above the largest.
    /// </summary>
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

    private static IEnumerable<RecordBatch> Fill(IWorkload workload, int source, long records)
    {
        using var stream = workload.Open(source);
        var batch = new RecordBatch(workload.Schema, (int)Math.Min(BatchRecords, records));
        for (long done = 0; done < records; done += batch.Count)
        {
            stream.Fill(batch, done, (int)Math.Min(batch.Capacity, records - done));
            yield return batch;
        }
    }

    private static IEnumerable<RecordBatch> Read(Func<IRecordReader> open, long records)
    {
        using var reader = open();
        var batch = new RecordBatch(reader.Schema, BatchRecords);
        for (long done = 0; done < records && reader.Read(batch) is var count and > 0; done += batch.Count)
        {
            if (count > records - done)
            {
                batch.Reset(0, done, (int)(records - done));
            }

            yield return batch;
        }
    }
}
