using System.Text;
using DbIngest.Abstractions.Records;
using DbIngest.Sources.Csv;
using DbIngest.Sources.Input;

namespace DbIngest.Sources.P1;

/// <summary>
/// Reads a capture of a smart meter's port P1, one record per telegram. <see cref="P1Format"/> opens it with the layout that
/// <see cref="P1Sniffer"/> found. It passes over codes outside the layout, and a value that a telegram lacks is NaN. A telegram
/// without a time, or with a wrong or missing checksum, is a malformed row. Not thread-safe.
/// </summary>
internal sealed class P1Reader : IRecordReader
{
    private const long Second = 1_000_000;

    private readonly P1Options _options;
    private readonly P1Layout _layout;
    private readonly P1Telegrams _telegrams;
    private readonly MalformedRows _bad;
    private readonly byte[][] _codes;
    private readonly byte[][] _units;
    private readonly long _winterOffset;
    private readonly LocalTimeConverter? _zone;

    private long? _time;
    private RecordQuality _quality;
    private (long Line, string Text)? _fault;
    private long _rows;

    public P1Reader(InputFile file, P1Options options, P1Layout layout)
    {
        (_options, _layout) = (options, layout);
        _telegrams = new(file);
        _bad = new(file.Name, options.SkipBadRows);
        _codes = [.. layout.Codes.Select(Encoding.ASCII.GetBytes)];
        _units = [.. layout.Values.Values.Select(value => Encoding.UTF8.GetBytes(value.Unit))];
        _winterOffset = (options.TimeZone?.BaseUtcOffset ?? TimeSpan.FromHours(1)).Ticks / TimeSpan.TicksPerMicrosecond;
        _zone = options.TimeZone is { } zone ? new(zone) : null;
    }

    /// <inheritdoc/>
    public RecordSchema Schema => _layout.Values;

    /// <inheritdoc/>
    public IReadOnlyDictionary<string, string> Facts => new Dictionary<string, string>(StringComparer.Ordinal)
    {
        ["p1_time_zone"] = _options.TimeZone?.Id ?? "winter time UTC+1, summer time UTC+2",
        ["p1_codes"] = string.Join(", ", _layout.Codes),
        ["p1_columns_left_out"] = SafeText.List(_layout.LeftOut),
        ["p1_rows_left_out"] = _telegrams.Others == 0 ? ""
            : FormattableString.Invariant($"{_telegrams.Others} lines between telegrams"),
        ["p1_bad_rows"] = _bad.Summary,
        ["p1_torn_last_line"] = _bad.Torn ?? "none",
    };

    /// <inheritdoc/>
    public int Read(RecordBatch batch)
    {
        int row = 0;
        while (row < batch.Capacity && Step(batch, row) is { } isRecord)
        {
            row += isRecord ? 1 : 0;
        }

        batch.Reset(0, _rows, row);
        _rows += row;
        return row;
    }

    /// <inheritdoc/>
    public void Dispose() => _telegrams.Dispose();

    /// <returns>True when a record is complete, false otherwise; null at the end of the capture.</returns>
    private bool? Step(RecordBatch batch, int row)
    {
        switch (_telegrams.Next(out var line))
        {
            case P1Step.End:
                return null;
            case P1Step.Begin:
                _bad.Confirm();
                (_time, _fault, _quality) = (null, null, RecordQuality.Good);
                BatchRow.Clear(batch, row, Schema.ValueCount);

                return false;
            case P1Step.Line:
                if (_fault is null && ReadLine(line, batch, row) is { } fault)
                {
                    _fault = (_telegrams.Line, fault);
                }

                return false;
            case P1Step.Faulty:
                _bad.Add(_telegrams.Line, _telegrams.Fault, _telegrams.IsPerhapsTorn);
                return false;
            default:
                return Finish(batch, row);
        }
    }

    private bool Finish(RecordBatch batch, int row)
    {
        if (_fault is { } found)
        {
            _bad.Add(found.Line, found.Text);
            return false;
        }

        if (_time is null)
        {
            _bad.Add(_telegrams.Line, "the telegram does not tell its time (0-0:1.0.0)");
            return false;
        }

        _quality |= BatchRow.QualityOf(batch, row, Schema.ValueCount);

        batch.Timestamps[row] = _time.Value;
        batch.Qualities[row] = (uint)_quality;
        return true;
    }

    /// <returns>The line's fault, as a clause; null when it is sound.</returns>
    private string? ReadLine(ReadOnlySpan<byte> line, RecordBatch batch, int row)
    {
        if (!P1Object.TryParse(line, out var found))
        {
            return null;
        }

        if (found.IsTime)
        {
            return TryTime(found.Text) ? null
                : $"'{SafeText.Text(found.Text)}' is not a time of the form 260131120000W, with S or W for summer or winter "
                    + $"time (or the input option time-zone=)";
        }

        for (int column = 0; column < _codes.Length; column++)
        {
            if (!found.Code.SequenceEqual(_codes[column]) || !found.IsSingle)
            {
                continue;
            }

            if (found.TryQuantity(out double value, out var unit) && unit.SequenceEqual(_units[column]))
            {
                batch.Values[(column * batch.Capacity) + row] = value;
                return null;
            }

            // A port without a connected meter gives zeros without a unit, or nothing.
            return found.Text.IndexOfAnyExcept((byte)'0') < 0
                ? null
                : $"'{SafeText.Text(found.Text)}' of {_layout.Codes[column]} is not a number of {Schema.Values[column].Unit}";
        }

        return null;
    }

    private bool TryTime(ReadOnlySpan<byte> text)
    {
        if (!P1Object.IsTimeText(text))
        {
            return false;
        }

        int Pair(ReadOnlySpan<byte> digits) => ((digits[0] - '0') * 10) + digits[1] - '0';
        int year = 2000 + Pair(text);
        var (month, day, hour, minute, second) =
            (Pair(text[2..]), Pair(text[4..]), Pair(text[6..]), Pair(text[8..]), Pair(text[10..]));
        if (month is < 1 or > 12 || day < 1 || day > DateTime.DaysInMonth(year, month) || hour > 23 || minute > 59 || second > 59)
        {
            return false;
        }

        long local = (new DateTime(year, month, day, hour, minute, second, DateTimeKind.Utc) - DateTime.UnixEpoch)
            .Ticks / TimeSpan.TicksPerMicrosecond;
        if (text.Length == 13)
        {
            _time = local - _winterOffset - (text[12] == 'S' ? 3600 * Second : 0);
            return true;
        }

        _time = _zone?.ToUtc(local, ref _quality);
        return _time is not null;
    }
}
