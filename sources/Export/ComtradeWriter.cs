using System.Globalization;
using System.Text;
using DbIngest.Abstractions.Records;
using DbIngest.Sources.Comtrade;
using DbIngest.Sources.Input;

namespace DbIngest.Sources.Export;

/// <summary>
/// Writes a COMTRADE record of revision 2013: a configuration (.cfg) with its data (.dat) beside it, or a combined file (.cff).
/// <see cref="RecordExport"/> opens it for <c>sources export</c>. It does not write quality flags, and 32-bit timestamps wrap
/// round, as those of recorders do. It throws for times before the first one, in binary codings for times that fall, are more
/// than 35 minutes apart or have the bits of a missing one, and in FLOAT32 for values beyond single precision.
/// </summary>
internal sealed class ComtradeWriter : IRecordWriter
{
    private readonly Stream _data;
    private readonly ISampleEncoder _encoder;
    private readonly byte[] _sample;
    private readonly long _first;
    private readonly bool _wraps;
    private long _previous;
    private long _rows;

    /// <summary>Writes the configuration.</summary>
    /// <param name="path">The configuration or combined file. It is replaced, and so is the data file beside it.</param>
    /// <param name="content">The records to write.</param>
    /// <param name="coding">The coding of the samples.</param>
    /// <exception cref="ArgumentException">The file's name has another extension.</exception>
    public ComtradeWriter(string path, ExportContent content, ComtradeCoding coding)
    {
        string extension = Path.GetExtension(path).ToLowerInvariant();
        if (extension is not (".cfg" or ".cff"))
        {
            throw new ArgumentException(
                $"{Path.GetFileName(path)}: a COMTRADE file is named .cfg (with its data beside it, .dat) or .cff (both in "
                + $"one).");
        }

        _first = content.FirstTime;
        _wraps = coding != ComtradeCoding.Ascii;
        _encoder = coding == ComtradeCoding.Ascii ? new AsciiEncoder(content)
            : new BinaryEncoder(content, coding, Path.GetFileName(path));
        _sample = new byte[_encoder.MaxBytes];
        string text = Configuration(content, coding);
        Files = FilesOf(path);
        bool combined = Files.Count == 1;
        if (combined)
        {
            string size = coding == ComtradeCoding.Ascii ? ""
                : string.Create(CultureInfo.InvariantCulture, $": {_encoder.MaxBytes * content.Records}");
            text = $"--- file type: CFG ---\r\n{text}--- file type: INF ---\r\n\r\n--- file type: HDR ---\r\n\r\n--- file "
                + $"type: DAT {Name(coding)}{size} ---\r\n";
        }

        _data = new BufferedStream(File.Create(Files[^1]), 1 << 20);
        if (combined)
        {
            _data.Write(Encoding.UTF8.GetBytes(text));
        }
        else
        {
            WriteConfiguration(path, text);
        }
    }

    /// <summary>Returns the files that an export to a path writes: one combined file, or a configuration and its data.</summary>
    public static IReadOnlyList<string> FilesOf(string path) =>
        Path.GetExtension(path).Equals(".cff", StringComparison.OrdinalIgnoreCase) ? [path]
            : [path, Path.ChangeExtension(path, ".dat")];

    /// <inheritdoc/>
    public IReadOnlyList<string> Files { get; }

    /// <inheritdoc/>
    public void Write(RecordBatch batch)
    {
        for (int row = 0; row < batch.Count; row++)
        {
            long stamp = batch.Timestamps[row] - _first;
            if (stamp < 0 || (_wraps && stamp - _previous is < 0 or > int.MaxValue))
            {
                throw new ArgumentException(
                    _wraps
                        ? $"{Path.GetFileName(Files[0])}: the times of its records go back or are more than 35 minutes apart, "
                            + $"which 32-bit timestamps cannot express; choose --format comtrade-ascii, csv, xml or sqlite."
                        : $"{Path.GetFileName(Files[0])}: a record is earlier than the first one, which a COMTRADE record "
                            + $"cannot express; choose --format csv, xml or sqlite.");
            }

            if (_wraps && unchecked((uint)stamp) == uint.MaxValue)
            {
                throw new ArgumentException(string.Create(CultureInfo.InvariantCulture,
                    $"{Path.GetFileName(Files[0])}: record {_rows + 1} is {stamp} microseconds after the first one, a number "
                    + $"whose 32 bits mark a missing time; choose --format comtrade-ascii, csv, xml or sqlite."));
            }

            _previous = stamp;
            int bytes = _encoder.Encode(batch, row, ++_rows, stamp, _sample);
            _data.Write(_sample, 0, bytes);
        }
    }

    /// <inheritdoc/>
    public void Dispose() => _data.Dispose();

    /// <summary>Writes the configuration beside the data file. Deletes both if that fails.</summary>
    private void WriteConfiguration(string path, string text)
    {
        bool isBegun = false;
        try
        {
            using var file = File.Create(path);
            isBegun = true;
            file.Write(Encoding.UTF8.GetBytes(text));
        }
        catch
        {
            _data.Dispose();
            RecordExport.Delete(Files[^1]);
            if (isBegun)
            {
                RecordExport.Delete(path);
            }

            throw;
        }
    }

    private static string Name(ComtradeCoding coding) => coding.ToString().ToUpperInvariant();

    private string Configuration(ExportContent content, ComtradeCoding coding)
    {
        var schema = content.Schema;
        var text = new StringBuilder();
        text.Append("dbingest,export,2013\r\n");
        text.Append(CultureInfo.InvariantCulture, $"{schema.ValueCount},{schema.ValueCount}A,0D\r\n");
        for (int i = 0; i < schema.ValueCount; i++)
        {
            var value = schema.Values[i];
            string unit = SafeText.Text(value.Unit).Replace(',', ' ');
            var (a, b) = _encoder.Scale(i);
            text.Append(CultureInfo.InvariantCulture, $"{i + 1},{value.Name},,,{unit},{a:R},{b:R},0,{_encoder.Limits},1,1,P\r\n");
        }

        string start = DateTime.UnixEpoch.AddTicks(_first * TimeSpan.TicksPerMicrosecond)
            .ToString("dd'/'MM'/'yyyy','HH':'mm':'ss'.'ffffff", CultureInfo.InvariantCulture);
        text.Append(CultureInfo.InvariantCulture,
            $"50\r\n0\r\n0,{content.Records}\r\n{start}\r\n{start}\r\n{Name(coding)}\r\n1\r\n0,0\r\n0,0\r\n");
        return text.ToString();
    }
}
