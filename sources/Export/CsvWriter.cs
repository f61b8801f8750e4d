using System.Globalization;
using System.Text;
using DbIngest.Abstractions.Records;
using DbIngest.Sources.Csv;
using DbIngest.Sources.Input;

namespace DbIngest.Sources.Export;

/// <summary>
/// Writes delimited text in the <see cref="CsvExportForm"/>: the time in ISO 8601, then the values, empty where missing.
/// <see cref="RecordExport"/> opens it for <c>sources export --format csv</c>. Quality flags are lost. Each double has its
/// shortest text that reads back as the same double.
/// </summary>
internal sealed class CsvWriter : IRecordWriter
{
    private const int MaxValueBytes = 32;

    private readonly Stream _file;
    private readonly byte[] _line;

    /// <summary>Writes the header, with units in brackets.</summary>
    /// <param name="path">The file, which is replaced.</param>
    public CsvWriter(string path, RecordSchema schema)
    {
        Files = [path];
        _file = new BufferedStream(File.Create(path), 1 << 20);
        _line = new byte[MaxValueBytes * (schema.ValueCount + 2)];
        var names = schema.Values.Select(v => v.Unit.Length == 0 ? v.Name : Quoted($"{v.Name} [{SafeText.Text(v.Unit)}]"));
        _file.Write(Encoding.UTF8.GetBytes($"{CsvExportForm.TimeName},{string.Join(',', names)}\n"));
    }

    /// <inheritdoc/>
    public IReadOnlyList<string> Files { get; }

    /// <inheritdoc/>
    public void Write(RecordBatch batch)
    {
        for (int row = 0; row < batch.Count; row++)
        {
            var time = DateTime.UnixEpoch.AddTicks(batch.Timestamps[row] * TimeSpan.TicksPerMicrosecond);
            time.TryFormat(_line, out int length, CsvExportForm.TimeFormat, CultureInfo.InvariantCulture);
            for (int column = 0; column < batch.Schema.ValueCount; column++)
            {
                _line[length++] = (byte)',';
                double value = batch.Values[(column * batch.Capacity) + row];
                if (!double.IsNaN(value))
                {
                    value.TryFormat(_line.AsSpan(length), out int written, "R", CultureInfo.InvariantCulture);
                    length += written;
                }
            }

            _line[length++] = (byte)'\n';
            _file.Write(_line, 0, length);
        }
    }

    private static string Quoted(string header) =>
        header.AsSpan().ContainsAny(',', '"') ? $"\"{header.Replace("\"", "\"\"", StringComparison.Ordinal)}\"" : header;

    /// <inheritdoc/>
    public void Dispose() => _file.Dispose();
}
