using System.Text.Json;
using DbIngest.Abstractions.Records;
using DbIngest.Sources.Csv;
using DbIngest.Sources.Input;
using DbIngest.Sources.Lines;

namespace DbIngest.Sources.JsonLines;

/// <summary>
/// Reads JSON lines, one record per object. <see cref="JsonLinesFormat"/> opens it with the layout that
/// <see cref="JsonLinesSniffer"/> found, and its base (<see cref="LineReader"/>) reads the lines. A value that an object lacks
/// is missing, a number in quotes counts as a number, and an object without a time is malformed. Not thread-safe. Allocates
/// nothing per sound line.
/// </summary>
internal sealed class JsonLinesReader : LineReader
{
    private readonly FieldOptions _options;
    private readonly JsonLinesLayout _layout;
    private readonly JsonFieldReader _fields = new();
    private readonly FieldRoles _roles;
    private readonly MissingMarks _marks;
    private readonly UtcTimeParser _time;

    public JsonLinesReader(InputFile file, FieldOptions options, JsonLinesLayout layout)
        : base(file, layout.Choice.Values, options.SkipBadRows)
    {
        (_options, _layout) = (options, layout);
        _roles = new(layout.Choice, layout.All, layout.Time);
        _marks = new([.. CsvOptions.UsualMissing, .. options.Missing, .. layout.Choice.Marks], []);
        _time = new(layout.Date, options.TimeZone);
    }

    /// <inheritdoc/>
    public override IReadOnlyDictionary<string, string> Facts => new Dictionary<string, string>(StringComparer.Ordinal)
    {
        ["jsonl_time"] = _layout.Time,
        ["jsonl_date"] = _layout.Date.ToString(),
        ["jsonl_time_zone"] = _options.TimeZone?.Id ?? "as written in the times, else UTC",
        ["jsonl_columns"] = string.Join(", ", _layout.Choice.Fields),
        ["jsonl_columns_left_out"] = _roles.AllLeftOut,
        ["jsonl_missing_marks"] = SafeText.Quoted(_layout.Choice.Marks),
        ["jsonl_bad_rows"] = Bad.Summary,
        ["jsonl_torn_last_line"] = Bad.Torn ?? "none",
    };

    /// <inheritdoc/>
    protected override LineOutcome ReadLine(ReadOnlySpan<byte> line, RecordBatch batch, int row)
    {
        string? fault;
        try
        {
            fault = ReadObject(line, batch, row);
        }
        catch (JsonException e)
        {
            fault = e.BytePositionInLine is { } at
                ? FormattableString.Invariant($"it is not one JSON object: the fault is at byte {at + 1}") : e.Message;
        }
        catch (InvalidOperationException)
        {
            fault = "a text in it is not UTF-8";
        }

        return fault is null ? LineOutcome.Record : LineOutcome.Faulty(fault, isPerhapsTorn: true);
    }

    /// <inheritdoc/>
    /// <remarks>An object that ends with its brace is whole.</remarks>
    protected override string? Doubt(ReadOnlySpan<byte> line) => null;

    /// <returns>The fault of the object, as a clause; null when it is sound.</returns>
    private string? ReadObject(ReadOnlySpan<byte> line, RecordBatch batch, int row)
    {
        BatchRow.Clear(batch, row, Schema.ValueCount);

        var quality = RecordQuality.Good;
        bool timed = false;
        string? fault = null;
        for (var reader = _fields.Begin(line); _fields.TryNext(ref reader, out var name, out var text);)
        {
            int role = _roles.Of(name);
            if (role == FieldRoles.Time)
            {
                long first = batch.Timestamps[row];
                fault ??= !_time.TryParse(text, out batch.Timestamps[row], ref quality)
                    ? $"'{SafeText.Text(text)}' of '{_layout.Time}' is not a time in the order {_layout.Date}"
                    : timed && batch.Timestamps[row] != first
                        ? $"it has the time '{SafeText.Text(_layout.Time)}' twice, with different values"
                        : null;
                timed = true;
            }
            else if (role >= 0)
            {
                ref double value = ref batch.Values[(role * batch.Capacity) + row];
                double before = value;
                fault ??= !TryValue(text, out value)
                    ? $"'{SafeText.Text(text)}' of '{SafeText.Text(name.ToString())}' is not a number (if it stands for a "
                        + $"missing value, name it with the input option missing=)"
                    : !double.IsNaN(before) && before != value
                        ? $"it has '{SafeText.Text(name.ToString())}' twice, with different values"
                        : null;
            }
        }

        quality |= BatchRow.QualityOf(batch, row, Schema.ValueCount);

        batch.Qualities[row] = (uint)quality;
        return fault ?? (timed ? null : $"it has no time ('{_layout.Time}')");
    }

    private bool TryValue(ReadOnlySpan<byte> text, out double value)
    {
        if (NumberParser.TryParse(text, (byte)'.', out value))
        {
            value = _marks.Has(value) ? double.NaN : value;
            return true;
        }

        value = double.NaN;
        return _marks.Has(text);
    }
}
