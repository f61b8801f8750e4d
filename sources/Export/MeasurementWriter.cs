using System.Globalization;
using System.Text;
using System.Text.Unicode;
using DbIngest.Abstractions.Records;
using DbIngest.Sources.Input;
using DbIngest.Sources.Xml;

namespace DbIngest.Sources.Export;

/// <summary>
/// Writes measurement XML (docs/reference/inputs.md). <see cref="RecordExport"/> opens it for <c>sources export --format xml</c>.
/// Times, values and quality flags lose nothing: each double has its shortest text that reads back as the same double. A unit is
/// cut off after 60 characters.
/// </summary>
internal sealed class MeasurementWriter : IRecordWriter
{
    private const int MaxValueBytes = 32;
    private const int MaxHeadBytes = 128;

    private readonly Stream _file;
    private readonly byte[] _line;

    /// <summary>Writes the head of the document.</summary>
    /// <param name="path">The file, which is replaced.</param>
    public MeasurementWriter(string path, RecordSchema schema)
    {
        Files = [path];
        _file = new BufferedStream(File.Create(path), 1 << 20);
        _line = new byte[MaxHeadBytes + (MaxValueBytes * schema.ValueCount)];
        Write($"<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<measurements xmlns=\"{MeasurementFormat.Namespace}\">\n");
        foreach (var value in schema.Values)
        {
            Write($"  <channel name=\"{value.Name}\" unit=\"{Escaped(value.Unit)}\"/>\n");
        }
    }

    /// <inheritdoc/>
    public IReadOnlyList<string> Files { get; }

    /// <inheritdoc/>
    public void Write(RecordBatch batch)
    {
        for (int row = 0; row < batch.Count; row++)
        {
            var time = DateTime.UnixEpoch.AddTicks(batch.Timestamps[row] * TimeSpan.TicksPerMicrosecond);
            Utf8.TryWrite(
                _line, CultureInfo.InvariantCulture,
                    $"  <record time=\"{time:yyyy-MM-ddTHH:mm:ss.ffffff}Z\" quality=\"{batch.Qualities[row]}\">", out int length);
            for (int column = 0; column < batch.Schema.ValueCount; column++)
            {
                if (column > 0)
                {
                    _line[length++] = (byte)' ';
                }

                batch.Values[(column * batch.Capacity) + row]
                    .TryFormat(_line.AsSpan(length), out int written, "R", CultureInfo.InvariantCulture);
                length += written;
            }

            "</record>\n"u8.CopyTo(_line.AsSpan(length));
            _file.Write(_line, 0, length + 10);
        }
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        try
        {
            Write("</measurements>\n");
        }
        finally
        {
            _file.Dispose();
        }
    }

    private void Write(string text) => _file.Write(Encoding.UTF8.GetBytes(text));

    private static string Escaped(string text) =>
        SafeText.Text(text).Replace("&", "&amp;", StringComparison.Ordinal).Replace("<", "&lt;", StringComparison.Ordinal)
            .Replace("\"", "&quot;", StringComparison.Ordinal);
}
