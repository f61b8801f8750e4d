using System.Buffers.Text;
using System.Text;
using DbIngest.Abstractions.Records;
using DbIngest.Sources.Csv;
using DbIngest.Sources.Input;
using DbIngest.Sources.Pivot;

namespace DbIngest.Sources.Nem12;

/// <summary>
/// Reads NEM12 as rows of a long table: start of the interval, value, and the channel's number. <see cref="Nem12Format"/> opens
/// it, and <see cref="Pivot.PivotReader"/> makes records of the rows. A day is complete at the next 200 or 300 record or at the
/// end of the file, because 400 records change its qualities. Null data is NaN. Estimated and substituted values count as good:
/// only <see cref="Facts"/> tells their number. Not thread-safe.
/// </summary>
internal sealed class Nem12Reader : IRecordReader
{
    // The market uses Eastern Standard Time all year: UTC+10.
    private const long MarketOffset = 36_000_000_000;
    private const int None = -1;
    private const int LeftOut = -2;
    private const string Flags = "AEFNSV";

    private static readonly string[] Units =
        ["kWh", "Wh", "MWh", "kvarh", "varh", "Mvarh", "kVAh", "VAh", "MVAh", "kW", "W", "MW", "kvar", "var", "Mvar", "kVA", "VA",
            "MVA", "kV", "V", "kA", "A", "pf"];

    private readonly InputFile _file;
    private readonly Nem12Options _options;
    private readonly Entities _entities;
    private readonly CsvLines _lines;
    private readonly MalformedRows _bad;
    private readonly LocalTimeConverter? _zone;
    private readonly long[] _flagged = new long[Flags.Length];

    private Nem12Day _building = new();
    private Nem12Day _ready = new();
    private int _next;
    private int _channel = None;
    private int _intervals;
    private bool _dayIsBad;
    private bool _ended;
    private bool _finished;
    private long _leftOut;
    private long _rows;

    /// <summary>Opens the content.</summary>
    /// <param name="channels">Numbers the channels, each named by meter, suffix and unit.</param>
    public Nem12Reader(InputFile file, Nem12Options options, Entities channels)
    {
        (_file, _options, _entities) = (file, options, channels);
        _lines = new(TextEncodings.FromUtf16(file.Head, file.OpenContent()), file.Name, quote: null);
        _bad = new(file.Name, options.SkipBadRows);
        _zone = options.TimeZone is { } zone ? new(zone) : null;
    }

    /// <inheritdoc/>
    public RecordSchema Schema { get; } = new([new("value", ""), new("channel", "")]);

    /// <inheritdoc/>
    public IReadOnlyDictionary<string, string> Facts
    {
        get
        {
            var facts = new Dictionary<string, string>(StringComparer.Ordinal)
            {
                ["nem12_time_zone"] = _options.TimeZone?.Id ?? "Australian Eastern Standard Time, UTC+10",
                ["nem12_times"] = "the start of each interval",
                ["nem12_quality"] = string.Join(", ", Enumerable.Range(0, Flags.Length).Where(i => _flagged[i] > 0)
                    .Select(i => FormattableString.Invariant($"{Flags[i]} {_flagged[i]}"))),
                ["nem12_rows_left_out"] = _leftOut == 0 ? ""
                    : FormattableString.Invariant($"{_leftOut} days by nmi= and channel="),
                ["nem12_bad_rows"] = _bad.Summary,
                ["nem12_torn_last_line"] = _bad.Torn ?? "none",
            };
            long replaced = _flagged[Flags.IndexOf('E', StringComparison.Ordinal)]
                + _flagged[Flags.IndexOf('F', StringComparison.Ordinal)] + _flagged[Flags.IndexOf('S', StringComparison.Ordinal)];
            if (replaced > 0)
            {
                facts["nem12_oddity_1"] = FormattableString.Invariant(
                    $"{replaced} of {_flagged.Sum()} values were not measured but estimated or substituted (quality E, F, S).");
            }

            if (_finished && !_ended)
            {
                facts["nem12_oddity_2"] = "It does not end with a 900 record: it may be cut off.";
            }

            return facts;
        }
    }

    /// <inheritdoc/>
    public int Read(RecordBatch batch)
    {
        int rows = 0;
        for (; rows < batch.Capacity && (_next < _ready.Count || NextDay()); rows++, _next++)
        {
            var quality = RecordQuality.Good;
            long time = _ready.Midnight + (_next * _ready.Interval);
            double value = _ready.Value(_next);
            batch.Timestamps[rows] = _zone?.ToUtc(time, ref quality) ?? time - MarketOffset;
            batch.Values[rows] = value;
            batch.Values[batch.Capacity + rows] = _ready.Channel;
            batch.Qualities[rows] = (uint)(quality | (double.IsNaN(value) ? RecordQuality.Missing : RecordQuality.Good));
            _flagged[Flags.IndexOf((char)_ready.Quality(_next), StringComparison.Ordinal)]++;
        }

        batch.Reset(0, _rows, rows);
        _rows += rows;
        return rows;
    }

    /// <inheritdoc/>
    public void Dispose() => _lines.Dispose();

    /// <summary>Reads lines until a day is complete. False at the end of the file.</summary>
    private bool NextDay()
    {
        _ready.Clear();
        _next = 0;
        while (_ready.Count == 0 && _lines.TryNext(out var line))
        {
            if (line.Trim(" \t,"u8).IsEmpty)
            {
                continue;
            }

            _bad.Confirm();
            if (ReadLine(line) is { } fault)
            {
                _bad.Add(_lines.Line, fault, perhapsTorn: !_lines.Terminated);
            }
        }

        if (_ready.Count == 0)
        {
            _finished = true;
            Finish();
        }

        return _ready.Count > 0;
    }

    /// <summary>Completes the day being read.</summary>
    private void Finish()
    {
        if (_building.Count > 0)
        {
            (_ready, _building) = (_building, _ready);
            _building.Clear();
        }

        _dayIsBad = false;
    }

    /// <returns>The line's fault, as a clause; null when it is sound.</returns>
    private string? ReadLine(ReadOnlySpan<byte> line)
    {
        var fields = new CsvFields(line, (byte)',', (byte)'"');
        fields.TryNext(out var kind);
        if (kind.SequenceEqual("300"u8))
        {
            Finish();
            string? fault = _channel == LeftOut ? null : ReadDay(ref fields);
            _leftOut += _channel == LeftOut ? 1 : 0;
            _dayIsBad = fault is not null || _channel == LeftOut;
            if (fault is not null)
            {
                _building.Clear();
            }

            return fault;
        }

        if (kind.SequenceEqual("400"u8))
        {
            return _dayIsBad ? null : Qualify(ref fields);
        }

        if (kind.SequenceEqual("200"u8))
        {
            Finish();
            _channel = None;
            return ReadChannel(ref fields);
        }

        _ended = kind.SequenceEqual("900"u8);
        return _ended || kind.SequenceEqual("100"u8) || kind.SequenceEqual("500"u8)
            ? null
            : $"'{SafeText.Text(kind)}' is none of the record indicators 100, 200, 300, 400, 500 and 900";
    }

    /// <summary>
    /// Reads a 200 record: NMI, configuration, register, suffix, data stream, serial number, unit, interval length in minutes.
    /// </summary>
    private string? ReadChannel(ref CsvFields fields)
    {
        string meter = Next(ref fields);
        Next(ref fields);
        Next(ref fields);
        string suffix = Next(ref fields);
        Next(ref fields);
        Next(ref fields);
        string unit = Next(ref fields);
        bool numeric = fields.TryNext(out var length) & TryInt(length, out int minutes);
        if (meter.Length == 0 || suffix.Length == 0 || !numeric || minutes < 1 || Nem12Day.MaxIntervals % minutes != 0)
        {
            return $"the details of a channel need an NMI, a suffix and an interval length that divides a day, and "
                + $"'{SafeText.Text(length)}' minutes is the last of these";
        }

        if (!_options.Takes(meter, suffix))
        {
            _channel = LeftOut;
            return null;
        }

        string known = Array.Find(Units, u => string.Equals(u, unit, StringComparison.OrdinalIgnoreCase)) ?? unit;
        string name = $"{meter}_{suffix}{(known.Length > 0 ? $" [{known}]" : "")}";
        if (_entities.Names.Count >= RecordSchema.MaxValues && !_entities.Names.Contains(name))
        {
            throw Refusal.At(_file.Name, _lines.Line,
                FormattableString.Invariant(
                $"the files hold more than {RecordSchema.MaxValues} channels, and a record has no more values; choose some with the input options nmi= and channel="));
        }

        _channel = _entities.NumberOf(_file.Name, Encoding.UTF8.GetBytes(name));
        _intervals = Nem12Day.MaxIntervals / minutes;
        return null;
    }

    /// <summary>Reads a 300 record: date, a value per interval, quality method. Further fields are ignored.</summary>
    private string? ReadDay(ref CsvFields fields)
    {
        if (_channel == None)
        {
            return "a day of values (300) comes before the details of its channel (200)";
        }

        if (!fields.TryNext(out var date) || !TryDate(date, out long midnight))
        {
            return $"'{SafeText.Text(date)}' is not a date of the form 20240131";
        }

        _building.Begin(midnight, _channel);
        for (int interval = 0; interval < _intervals; interval++)
        {
            if (!fields.TryNext(out var field))
            {
                return FormattableString.Invariant($"{interval} values where a day has {_intervals} intervals");
            }

            if (!NumberParser.TryParse(field, (byte)'.', out double value))
            {
                if (!field.IsEmpty)
                {
                    return FormattableString.Invariant(
                        $"'{SafeText.Text(field)}' in interval {interval + 1} of {_intervals} is not a number");
                }

                value = double.NaN;
            }

            _building.Add(value);
        }

        if (!fields.TryNext(out var method) || !TryFlag(method, out byte flag))
        {
            return FormattableString.Invariant(
                $"'{SafeText.Text(method)}' after {_intervals} values is not a quality method (A, E, F, N, S or V)");
        }

        _building.Qualify(0, _intervals - 1, flag);
        return null;
    }

    /// <summary>Reads a 400 record: first interval, last interval, quality method. Further fields are ignored.</summary>
    private string? Qualify(ref CsvFields fields)
    {
        if (_building.Count == 0)
        {
            return "qualities (400) come before a day of values (300)";
        }

        bool read = fields.TryNext(out var first) & fields.TryNext(out var last) & fields.TryNext(out var method);
        if (!read || !TryInt(first, out int from) || !TryInt(last, out int to) || from < 1 || to < from || to > _building.Count
            || !TryFlag(method, out byte flag))
        {
            return FormattableString.Invariant(
                $"'{SafeText.Text(first)},{SafeText.Text(last)},{SafeText.Text(method)}' are not a first and last interval of 1 to {_building.Count} and their quality method");
        }

        _building.Qualify(from - 1, to - 1, flag);
        return null;
    }

    private static string Next(ref CsvFields fields) => fields.TryNext(out var field) ? Encoding.UTF8.GetString(field).Trim()
        : "";

    private static bool TryFlag(ReadOnlySpan<byte> method, out byte flag)
    {
        flag = method.IsEmpty ? (byte)0 : (byte)char.ToUpperInvariant((char)method[0]);
        return flag != 0 && Flags.Contains((char)flag, StringComparison.Ordinal);
    }

    private static bool TryInt(ReadOnlySpan<byte> text, out int number) => Utf8Parser.TryParse(text, out number, out int length)
        && length == text.Length;

    private static bool TryDate(ReadOnlySpan<byte> text, out long midnight)
    {
        midnight = 0;
        if (text.Length != 8 || text.ContainsAnyExceptInRange((byte)'0', (byte)'9') || !TryInt(text, out int digits))
        {
            return false;
        }

        var (year, month, day) = (digits / 10_000, digits / 100 % 100, digits % 100);
        if (year is < 1900 or > 2200 || month is < 1 or > 12 || day < 1 || day > DateTime.DaysInMonth(year, month))
        {
            return false;
        }

        midnight = (new DateTime(year, month, day, 0, 0, 0, DateTimeKind.Utc) - DateTime.UnixEpoch)
            .Ticks / TimeSpan.TicksPerMicrosecond;
        return true;
    }
}
