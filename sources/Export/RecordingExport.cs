using DbIngest.Abstractions.Records;
using DbIngest.Sources.Input;

namespace DbIngest.Sources.Export;

/// <summary>
/// Converts an input to a file of another format. <c>SourcesVerb</c> calls it for <c>sources export --input</c>. It never writes
/// to a file of the input.
/// </summary>
public static class RecordingExport
{
    private const int BatchRecords = 4096;

    /// <summary>
    /// Reads the input twice or more (to count its records, then to write them) and writes its records in their order. Holds one
    /// batch in memory.
    /// </summary>
    /// <param name="input">One file (plain, gzip or zip), a folder, or a pattern.</param>
    /// <param name="options">Input options as <c>key=value,key=value</c>; may be null or empty.</param>
    /// <param name="maxRecords">The most records to write, at least 1.</param>
    /// <param name="format">One of <see cref="RecordExport.Formats"/>.</param>
    /// <param name="path">The file to write, which is replaced. It cannot be a file of the input.</param>
    /// <param name="cancellation">Checked between batches. On cancellation the incomplete files are deleted.</param>
    /// <exception cref="ArgumentException">An option is unknown or invalid, or the file to write does not fit the
    /// format.</exception>
    /// <exception cref="InputException">A file cannot be read, or not with these options.</exception>
    /// <exception cref="IOException">The file cannot be written.</exception>
    public static ExportedRecording Write(string input, string? options, long maxRecords, string format, string path,
        CancellationToken cancellation)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(maxRecords, 1);
        var parsed = InputOptions.Parse(options);
        using var set = InputSet.Open(input, parsed);
        if (RecordExport.FilesOf(format, path).Any(set.Holds))
        {
            throw new ArgumentException($"{Path.GetFileName(path)}: it is a file of the input; write to another one.");
        }

        var open = InputWorkload.ReaderOf(set.Files, options);
        var (schema, records, facts) = Count(open, maxRecords, cancellation);
        if (records == 0)
        {
            throw new InputException($"{set.Name}: it has no records.");
        }

        set.Describe(facts);
        var files = RecordExport.Write(ExportContent.Of(open, schema, records, cancellation), format, path);
        return new(files, records, schema.ValueCount, facts);
    }

    private static (RecordSchema Schema, long Records, Dictionary<string, string> Facts) Count(
        Func<IRecordReader> open, long maxRecords, CancellationToken cancellation)
    {
        using var reader = open();
        var batch = new RecordBatch(reader.Schema, BatchRecords);
        long records = 0;
        while (records < maxRecords && reader.Read(batch) is var count and > 0)
        {
            cancellation.ThrowIfCancellationRequested();
            records += count;
        }

        return (reader.Schema, Math.Min(records, maxRecords), new(reader.Facts, StringComparer.Ordinal));
    }
}
