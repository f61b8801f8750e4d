using DbIngest.Abstractions.Records;
using DbIngest.Sources.Input;

namespace DbIngest.Sources.Export;

/// <summary>Writes the records of an input to a file of another format: a converter, and the means to check what was read.</summary>
public static class RecordingExport
{
    private const int BatchRecords = 4096;

    /// <summary>Reads the input and writes its records in their order. Memory is bounded by one batch; the input is read at least twice.</summary>
    /// <param name="input">The files: one (plain, gzip or zip), a folder, or a pattern.</param>
    /// <param name="options">How to read them, as <c>key=value,key=value</c>. May be null or empty.</param>
    /// <param name="maxRecords">The most records to write.</param>
    /// <param name="format">One of <see cref="RecordExport.Formats"/>.</param>
    /// <param name="path">The file to write, which is replaced; it cannot be one that is read.</param>
    /// <param name="cancellation">Ends it early; an incomplete file is removed.</param>
    /// <returns>What was written, and what was found out about the input.</returns>
    /// <exception cref="ArgumentException">An option is unknown or invalid, or the file to write does not fit.</exception>
    /// <exception cref="InputException">A file cannot be read, or not with these options.</exception>
    /// <exception cref="IOException">The file cannot be written.</exception>
    public static ExportedRecording Write(string input, string? options, long maxRecords, string format, string path, CancellationToken cancellation)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(maxRecords, 1);
        var parsed = InputOptions.Parse(options);
        using var set = InputSet.Open(input, parsed);
        if (set.Holds(path) || set.Holds(Path.ChangeExtension(path, ".dat")))
        {
            throw new ArgumentException($"{Path.GetFileName(path)}: it is a file that is read; write to another one.");
        }

        var open = InputWorkload.ReaderOf(set.Files, options);
        var (schema, records, facts) = Count(open, maxRecords, cancellation);
        if (records == 0)
        {
            throw new InputException($"{set.Name}: there are no records in it.");
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
