using DbIngest.Core.Records;
using DbIngest.Core.Sources;
using DbIngest.Sources.DeviceDatabase;
using DbIngest.Sources.Xml;

namespace DbIngest.Sources.Export;

/// <summary>Writes records of a workload to a file that <c>--input</c> reads.</summary>
public static class RecordExport
{
    private const int BatchRecords = 1000;

    private static readonly Dictionary<string, Func<string, RecordSchema, IRecordWriter>> Writers = new(StringComparer.Ordinal)
    {
        ["xml"] = (path, schema) => new MeasurementWriter(path, schema),
        ["sqlite"] = (path, schema) => new DeviceWriter(path, schema),
        ["csv"] = (path, schema) => new CsvWriter(path, schema),
        ["comtrade"] = (path, schema) => new ComtradeWriter(path, schema),
    };

    /// <summary>The names of the formats.</summary>
    public static IReadOnlyList<string> Formats { get; } = [.. Writers.Keys];

    /// <summary>Writes the first records of one source. Memory is bounded by one batch, whatever the number of records.</summary>
    /// <param name="workload">The workload.</param>
    /// <param name="source">The source, counted from 0.</param>
    /// <param name="records">How many records.</param>
    /// <param name="format">One of <see cref="Formats"/>.</param>
    /// <param name="path">The file, which is replaced.</param>
    /// <param name="cancellation">Ends the writing early; the file is then left incomplete.</param>
    /// <exception cref="ArgumentException">The format is not known.</exception>
    /// <exception cref="IOException">The file cannot be written.</exception>
    public static void Write(IWorkload workload, int source, long records, string format, string path, CancellationToken cancellation)
    {
        if (!Writers.TryGetValue(format, out var open))
        {
            throw new ArgumentException($"'{format}' is none of {string.Join(", ", Formats)}.", nameof(format));
        }

        using var stream = workload.Open(source);
        using var writer = open(path, workload.Schema);
        var batch = new RecordBatch(workload.Schema, BatchRecords);
        for (long done = 0; done < records; done += batch.Count)
        {
            cancellation.ThrowIfCancellationRequested();
            stream.Fill(batch, done, (int)Math.Min(BatchRecords, records - done));
            writer.Write(batch);
        }
    }
}
