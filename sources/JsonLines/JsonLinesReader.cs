using System.Text.Json;
using DbIngest.Abstractions.Records;
using DbIngest.Sources.Csv;
using DbIngest.Sources.Input;
using DbIngest.Sources.Lines;

namespace DbIngest.Sources.JsonLines;

/// <summary>Reads an object a line. A value that an object does not have is missing there.</summary>
internal sealed class JsonLinesReader : LineReader
{
    private readonly FieldOptions _options;
    private readonly JsonLinesLayout _layout;
    private readonly JsonFieldReader _fields = new();
    private readonly FieldRoles _roles;
    private readonly MissingMarks _marks;
    private readonly TimestampParser _time;
    private readonly ClockZone? _zone;

    /// <summary>Opens the content.</summary>
    public JsonLinesReader(InputFile file, FieldOptions options, JsonLinesLayout layout)
        : base(file, layout.Choice.Values, options.SkipBadRows)
    {
        (_options, _layout) = (options, layout);
        _roles = new(layout.Choice, layout.All, layout.Time);
        _marks = new([.. CsvOptions.UsualMissing, .. options.Missing, .. layout.Choice.Marks], []);
        _time = new(layout.Date);
        _zone = options.TimeZone is { } zone ? new(zone) : null;
    }

    /// <inheritdoc/>
    public override IReadOnlyDictionary<string, string> Facts => new Dictionary<string, string>(StringComparer.Ordinal)
    {
        ["jsonl_time"] = _layout.Time,
        ["jsonl_date"] = _layout.Date.ToString(),
        ["jsonl_time_zone"] = _options.TimeZone?.Id ?? "as written in the times, else UTC",
        ["jsonl_columns"] = string.Join(", ", _layout.Choice.Fields),
        ["jsonl_columns_left_out"] = _roles.AllLeftOut,
        ["jsonl_missing_marks"] = _layout.Choice.Marks.Count == 0 ? "none" : string.Join(", ", _layout.Choice.Marks.Select(mark => $"'{mark}'")),
        ["jsonl_bad_rows"] = Bad.Summary,
        ["jsonl_torn_last_line"] = Bad.Torn ?? "none",
    };

    /// <inheritdoc/>
    protected override LineFound ReadLine(ReadOnlySpan<byte> line, RecordBatch batch, int row)
    {
        string? fault;
        try
        {
            fault = ReadObject(line, batch, row);
        }
        catch (JsonException e)
        {
            fault = e.BytePositionInLine is { } at ? FormattableString.Invariant($"it is not one JSON object: the fault is at byte {at + 1}") : e.Message;
        }
        catch (InvalidOperationException)
        {
            fault = "a text in it is not UTF-8";
        }

        return fault is null ? LineFound.Record : LineFound.Faulty(fault, isPerhapsTorn: true);
    }

    /// <inheritdoc/>
    /// <remarks>The brace that ends the object was there.</remarks>
    protected override string? Doubt(ReadOnlySpan<byte> line) => null;

    /// <returns>What is wrong with the object, as a clause; null when nothing is.</returns>
    private string? ReadObject(ReadOnlySpan<byte> line, RecordBatch batch, int row)
    {
        for (int column = 0; column < Schema.ValueCount; column++)
        {
            batch.Values[(column * batch.Capacity) + row] = double.NaN;
        }

        var quality = RecordQuality.Good;
        bool timed = false;
        string? fault = null;
        for (var reader = _fields.Begin(line); _fields.TryNext(ref reader, out var name, out var text);)
        {
            int role = _roles.Of(name);
            if (role == FieldRoles.Time)
            {
                timed = true;
                fault ??= TryTime(text, batch, row, ref quality) ? null : $"'{Shown.Text(text)}' of '{_layout.Time}' is not a time in the order {_layout.Date}";
            }
            else if (role >= 0 && !TryValue(text, out batch.Values[(role * batch.Capacity) + row]))
            {
                fault ??= $"'{Shown.Text(text)}' of '{Shown.Text(name.ToString())}' is not a number (if it stands for a missing value, name it with the input option missing=)";
            }
        }

        for (int column = 0; column < Schema.ValueCount; column++)
        {
            quality |= double.IsNaN(batch.Values[(column * batch.Capacity) + row]) ? RecordQuality.Missing : RecordQuality.Good;
        }

        batch.Qualities[row] = (uint)quality;
        return fault ?? (timed ? null : $"it has no time ('{_layout.Time}')");
    }

    private bool TryTime(ReadOnlySpan<byte> text, RecordBatch batch, int row, ref RecordQuality quality)
    {
        if (!_time.TryParse(text, out long micros, out long? offset))
        {
            return false;
        }

        micros = offset is { } ahead ? micros - ahead : _zone?.ToUtc(micros, ref quality) ?? micros;
        batch.Timestamps[row] = micros;
        return TimestampParser.IsInRange(micros);
    }

    private bool TryValue(ReadOnlySpan<byte> text, out double value)
    {
        if (NumberParser.TryParse(text, (byte)'.', out value))
        {
            return true;
        }

        value = double.NaN;
        return _marks.Has(text);
    }
}
