using System.Buffers.Text;
using System.Text;
using DbIngest.Abstractions.Records;
using DbIngest.Sources.Csv;
using DbIngest.Sources.Input;

namespace DbIngest.Sources.Xml;

/// <summary>
/// Reads measurement XML (<c>docs/reference/inputs.md</c>), which <c>sources export --format xml</c> writes.
/// <see cref="MeasurementFormat"/> opens it. <c>FilesReader</c> reads it once, in order, for <c>SpoolWriter</c>,
/// <c>InputInspector</c> or <c>RecordingExport</c>. Not thread-safe.
/// </summary>
internal sealed class MeasurementReader : IRecordReader
{
    private const uint KnownQuality = (uint)(RecordQuality.Missing | RecordQuality.Event | RecordQuality.TimeUncertain);

    private readonly string _name;
    private readonly XmlScanner _scanner;
    private readonly MalformedRows _badRows;
    private readonly TimestampParser _times = new(DateOrder.YearMonthDay);
    private bool _pending;
    private long _time;
    private uint _quality;
    private string? _fault;
    private long _records;

    /// <summary>Reads the channels, up to the first record.</summary>
    /// <param name="content">The content; disposed with the reader.</param>
    /// <param name="skipBadRows">True when malformed records are skipped and counted; false when the first one ends the
    /// reading.</param>
    /// <exception cref="InputException">The document is malformed, or has no channels.</exception>
    public MeasurementReader(string name, Stream content, bool skipBadRows)
    {
        _name = name;
        _scanner = new XmlScanner(name, content);
        _badRows = new MalformedRows(name, skipBadRows);
        var columns = new List<ValueColumn>();
        if (!_scanner.Read() || !_scanner.LocalName.SequenceEqual("measurements"u8))
        {
            throw _scanner.Fail("the root element is not 'measurements'");
        }

        while (!_pending && _scanner.Read())
        {
            if (_scanner.IsEnd)
            {
                continue;
            }

            if (_scanner.LocalName.SequenceEqual("record"u8))
            {
                _pending = true;
            }
            else if (_scanner.LocalName.SequenceEqual("channel"u8))
            {
                columns.Add(new ValueColumn(Attribute("name"u8), _scanner.TryAttribute("unit"u8, out _) ? Attribute("unit"u8)
                    : string.Empty));
            }
        }

        try
        {
            Schema = new RecordSchema(columns);
        }
        catch (ArgumentException)
        {
            throw Refusal.At(name, 0, FaultOf(columns));
        }
    }

    /// <inheritdoc/>
    public RecordSchema Schema { get; }

    /// <inheritdoc/>
    public IReadOnlyDictionary<string, string> Facts =>
        new Dictionary<string, string>(StringComparer.Ordinal) { ["measurements_bad_rows"] = _badRows.Summary };

    /// <inheritdoc/>
    public int Read(RecordBatch batch)
    {
        int rows = 0;
        while (rows < batch.Capacity && (_pending || _scanner.Read()))
        {
            _pending = false;
            if (!_scanner.LocalName.SequenceEqual("record"u8))
            {
                continue;
            }

            if (!_scanner.IsEnd)
            {
                Start();
                continue;
            }

            _fault ??= Values(_scanner.Text, batch, rows);
            if (_fault is not null)
            {
                _badRows.Add(_scanner.Line, _fault);
                continue;
            }

            batch.Timestamps[rows] = _time;
            rows++;
        }

        batch.Reset(0, _records, rows);
        _records += rows;
        return rows;
    }

    /// <inheritdoc/>
    public void Dispose() => _scanner.Dispose();

    private void Start()
    {
        _fault = null;
        _quality = 0;
        if (!_scanner.TryAttribute("time"u8, out var time) || !_times.TryParse(time, out _time, out long? offset)
            || offset is null || !TimestampParser.IsInRange(_time -= offset.Value))
        {
            _fault = "the time of a record is not of the form 2026-01-31T12:00:00.000000Z";
            return;
        }

        if (_scanner.TryAttribute("quality"u8, out var quality)
            && (!Utf8Parser.TryParse(quality, out _quality, out int used) || used != quality.Length
                || (_quality & ~KnownQuality) != 0))
        {
            _fault = "the quality of a record is not a number from 0 to 7";
        }
    }

    /// <summary>Parses the values of a record, separated by spaces.</summary>
    /// <returns>The fault, as a clause; null when the record is sound.</returns>
    private string? Values(ReadOnlySpan<byte> text, RecordBatch batch, int row)
    {
        bool missing = false;
        int columns = Schema.ValueCount;
        for (int column = 0; column < columns; column++)
        {
            int used = 0;
            double value = double.NaN;
            if (text.StartsWith("NaN"u8))
            {
                used = 3;
                missing = true;
            }
            else
            {
                used = NumberParser.Parse(text, (byte)'.', out value);
            }

            if (used == 0 || (used < text.Length && text[used] is not ((byte)' ' or (byte)'\n' or (byte)'\r' or (byte)'\t')))
            {
                return FormattableString.Invariant($"value {column + 1} of {columns} of a record is missing or not a number");
            }

            batch.Values[(column * batch.Capacity) + row] = value;
            text = text[used..].TrimStart(" \t\r\n"u8);
        }

        if (!text.IsEmpty)
        {
            return FormattableString.Invariant($"a record has more than {columns} values");
        }

        batch.Qualities[row] = _quality | (uint)(missing ? RecordQuality.Missing : RecordQuality.Good);
        return null;
    }

    /// <summary>The fault of channels that make no schema, and its remedy, as a clause.</summary>
    private static string FaultOf(List<ValueColumn> columns)
    {
        if (columns.Count is 0 or > RecordSchema.MaxValues)
        {
            return FormattableString.Invariant($"{columns.Count} channels stand before its first record, and a record carries ")
                + FormattableString.Invariant($"1 to {RecordSchema.MaxValues} values; write a channel for each value there");
        }

        var names = columns.ConvertAll(column => column.Name);
        string? twice = names.Find(name => names.IndexOf(name) != names.LastIndexOf(name));
        return twice is not null ? $"two channels are named '{SafeText.Text(twice)}'; give them different names"
            : "a channel has no valid name; a name is a lower-case letter, then lower-case letters, digits and underscores, 60 "
                + "characters at most, and none of source, sequence, timestamp and quality. Channels: "
                + string.Join(", ", names.Take(20).Select(name => $"'{SafeText.Text(name)}'"));
    }

    private string Attribute(ReadOnlySpan<byte> key)
    {
        return _scanner.TryAttribute(key, out var value) && XmlReferences.TryDecodeText(value, out string text)
            ? text
            : throw Refusal.At(_name, _scanner.Line, $"a channel has no valid {Encoding.ASCII.GetString(key)}");
    }
}
