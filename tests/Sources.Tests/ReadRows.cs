using DbIngest.Abstractions.Records;
using DbIngest.Sources.Input;

namespace DbIngest.Sources.Tests;

/// <summary>Everything that a reader gives, gathered for assertions.</summary>
internal sealed record ReadRows(
    RecordSchema Schema, IReadOnlyList<long> Timestamps, IReadOnlyList<uint> Qualities, double[][] Columns,
        IReadOnlyDictionary<string, string> Facts)
{
    public static ReadRows Of(byte[] content, string options = "", int capacity = 7, string name = "input.csv")
    {
        using var folder = new TempFolder();
        return OfFile(folder.Write(name, content), options, capacity);
    }

    public static ReadRows Of(string content, string options = "", int capacity = 7) =>
        Of(System.Text.Encoding.UTF8.GetBytes(content), options, capacity);

    public static ReadRows OfFile(string path, string options = "", int capacity = 4096)
    {
        var parsed = InputOptions.Parse(options);
        var file = InputFile.Open(path, parsed);
        using var reader = InputFormats.Find(file, parsed).Open(file, parsed, new InputFiles([file]));
        var batch = new RecordBatch(reader.Schema, capacity);
        var timestamps = new List<long>();
        var qualities = new List<uint>();
        var columns = Enumerable.Range(0, reader.Schema.ValueCount).Select(_ => new List<double>()).ToArray();
        while (reader.Read(batch) is var count and > 0)
        {
            timestamps.AddRange(batch.Timestamps.AsSpan(0, count));
            qualities.AddRange(batch.Qualities.AsSpan(0, count));
            for (int column = 0; column < columns.Length; column++)
            {
                columns[column].AddRange(batch.Column(column));
            }
        }

        return new(reader.Schema, timestamps, qualities, [.. columns.Select(column => column.ToArray())], reader.Facts);
    }

    public DateTime Time(int row) => DateTime.UnixEpoch.AddMicroseconds(Timestamps[row]);
}
