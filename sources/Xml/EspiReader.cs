using System.Buffers;
using System.Buffers.Text;
using System.Globalization;
using DbIngest.Abstractions.Records;
using DbIngest.Sources.Csv;
using DbIngest.Sources.Input;

namespace DbIngest.Sources.Xml;

/// <summary>
/// Reads the interval readings of a Green Button (ESPI) file: each is a record of the reading, the length of its interval, and
/// its cost where the file has costs, at the start of the interval. A missing number is NaN. <see cref="EspiFormat"/> opens it
/// after the first pass. It refuses meters with different units, and only reports gaps, as a fact. Not thread-safe.
/// </summary>
internal sealed class EspiReader : IRecordReader
{
    private const long MaxSeconds = 253_402_300_799;
    private const double CostUnit = 1e5;
    private const int MaxQuality = 999;
    private const int MaxPlainDepth = 8;

    private static readonly SearchValues<byte> NotPlain = SearchValues.Create(" \t\r\n/=<\"'"u8);

    private static readonly double[] Powers = [1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12];

    private readonly XmlScanner _scanner;
    private readonly EspiCatalog _catalog;
    private readonly MalformedRows _badRows;
    private readonly int? _onlyMeter;
    private readonly int[] _powers;
    private readonly EspiGaps _gaps = new();
    private readonly long[] _qualities = new long[MaxQuality + 1];
    private readonly HashSet<int> _stated = [];

    private bool _inReading;
    private long _start;
    private double _duration;
    private double _value;
    private double _cost;
    private string? _fault;
    private long _readingLine;
    private long _block = -1;
    private int _run;
    private int _meter;
    private long _records;

    /// <summary>Opens a reader.</summary>
    /// <param name="catalog">The result of the first pass.</param>
    /// <param name="content">The content; disposed with the reader.</param>
    /// <param name="meter">The meter to read, from 1; null for all.</param>
    /// <param name="skipBadRows">True when malformed readings are skipped and counted; false when the first one ends the
    /// reading.</param>
    /// <param name="asWritten">True to take readings as they are written, without unit and power of ten.</param>
    /// <exception cref="InputException">The meters have different units or currencies, a reading type is not in the file, or the
    /// meter does not exist.</exception>
    public EspiReader(string name, EspiCatalog catalog, Stream content, long? meter, bool skipBadRows, bool asWritten = false)
    {
        _catalog = catalog;
        if (catalog.Readings == 0)
        {
            content.Dispose();
            throw Refusal.At(name, 0, "it holds no interval readings");
        }

        var missing = new string?[catalog.Meters.Count];
        var types = Enumerable.Range(0, catalog.Meters.Count)
            .Select(m => asWritten ? EspiReadingType.Unknown : catalog.TypeOf(m, out missing[m]))
            .ToList();
        if (meter > types.Count)
        {
            content.Dispose();
            throw Refusal.At(name, 0, Say($"there is no meter {meter}: it holds {types.Count}"));
        }

        _onlyMeter = (int?)meter - 1;
        int without = Array.FindIndex(missing, address => address is not null);
        without = _onlyMeter is { } one ? (missing[one] is null ? -1 : one) : without;
        if (without >= 0)
        {
            content.Dispose();
            throw Refusal.At(
                name,
                0,
                Say($"the file lacks the reading type of meter {without + 1} ({SafeText.Text(EspiLinks.Written(missing[without]!))}), without which unit and power of ten of the readings are unknown; ")
                + "get the whole feed, or take readings as they are written with the input option reading-type=none");
        }

        var chosen = _onlyMeter is { } only ? [types[only]] : types;
        bool sameMoney = !catalog.HasCosts || chosen.Select(t => t.Currency).Where(c => c > 0).Distinct().Count() < 2;
        if (!sameMoney || chosen.Select(t => t.UnitOfMeasure).Distinct().Count() > 1)
        {
            content.Dispose();
            string units = string.Join(", ", types.Select((t, i) =>
                Say($"{i + 1}: {(t.Unit.Length == 0 ? "unknown" : t.Unit)}{(sameMoney ? "" : $" {t.Currency}")}")));
            string difference = sameMoney ? "measure in different units" : "have costs in different currencies";
            throw Refusal.At(name, 0, $"its meters {difference} ({units}); name one with the input option meter=");
        }

        Type = chosen.FirstOrDefault() ?? EspiReadingType.Unknown;
        _powers = types.Count == 0 ? [0] : [.. types.Select(t => t.PowerOfTen)];
        List<ValueColumn> columns = [new("reading", Type.Unit), new("duration", "s")];
        if (catalog.HasCosts)
        {
            columns.Add(new("cost", Type.Currency is { } c ? "currency " + c.ToString("000", CultureInfo.InvariantCulture)
                : string.Empty));
        }

        Schema = new RecordSchema(columns);
        _badRows = new MalformedRows(name, skipBadRows);
        _scanner = new XmlScanner(name, content);
    }

    /// <summary>
    /// Unit and currency of all readings; <see cref="EspiReadingType.Unknown"/> when the file does not state them.
    /// </summary>
    public EspiReadingType Type { get; }

    /// <inheritdoc/>
    public RecordSchema Schema { get; }

    /// <inheritdoc/>
    public IReadOnlyDictionary<string, string> Facts
    {
        get
        {
            var facts = new Dictionary<string, string>(StringComparer.Ordinal)
            {
                ["espi_blocks"] = Say($"{_catalog.Blocks}"),
                ["espi_meters"] = Say($"{_catalog.Meters.Count}"),
                ["espi_reading_type"] = Type == EspiReadingType.Unknown
                    ? "none: the unit is unknown, readings are as written"
                    : Say($"uom {Type.UnitOfMeasure} ({Type.Unit}), power of ten {Type.PowerOfTen}"),
                ["espi_bad_rows"] = _badRows.Summary,
                ["espi_time"] = "seconds UTC, the start of each interval",
                ["espi_reading_quality"] = Array.TrueForAll(_qualities, count => count == 0)
                    ? "none stated"
                    : string.Join(", ", _qualities.Index().Where(q => q.Item > 0)
                        .Select(q => Say($"{q.Index} ({q.Item} readings)"))),
            };
            if (_gaps.Said is { } gaps)
            {
                facts["espi_oddity_gaps"] = gaps;
            }

            if (_catalog.ZoneOffsetS is { } offset)
            {
                facts["espi_zone_offset_s"] = Say($"{offset} (for display only)");
            }

            return facts;
        }
    }

    /// <inheritdoc/>
    public int Read(RecordBatch batch)
    {
        int rows = 0;
        while (rows < batch.Capacity && NextReading())
        {
            batch.Timestamps[rows] = _start * 1_000_000;
            bool missing = double.IsNaN(_value) || double.IsNaN(_duration);
            batch.Values[rows] = _value;
            batch.Values[batch.Capacity + rows] = _duration;
            if (_catalog.HasCosts)
            {
                missing |= double.IsNaN(_cost);
                batch.Values[(2 * batch.Capacity) + rows] = _cost;
            }

            batch.Qualities[rows] = (uint)(missing ? RecordQuality.Missing : RecordQuality.Good);
            rows++;
        }

        batch.Reset(0, _records, rows);
        _records += rows;
        return rows;
    }

    /// <inheritdoc/>
    public void Dispose() => _scanner.Dispose();

    private bool NextReading()
    {
        while (_scanner.Read())
        {
            var element = _scanner.LocalName;
            if (!_scanner.IsEnd)
            {
                Start(element);
            }
            else if (_inReading && !element.SequenceEqual("IntervalReading"u8))
            {
                Field(element, _scanner.Text);
            }
            else if (!_inReading)
            {
                if (_onlyMeter is null || _onlyMeter == _meter)
                {
                    _gaps.End(element, _scanner);
                }
            }
            else if (Complete())
            {
                return true;
            }
        }

        return false;
    }

    /// <summary>Completes a reading. True when it is a record.</summary>
    private bool Complete()
    {
        _inReading = false;
        if (_onlyMeter is { } only && only != _meter)
        {
            return false;
        }

        _gaps.Add(_duration);
        _value = Scaled(_value, _powers[_meter]);
        _fault ??= _start == long.MinValue ? "a reading has no start" : double.IsInfinity(_value) ? "a reading is out of range"
            : null;
        if (_fault is not null)
        {
            _badRows.Add(_readingLine, _fault);
            return false;
        }

        foreach (int code in _stated)
        {
            _qualities[code]++;
        }

        return true;
    }

    private void Start(ReadOnlySpan<byte> element)
    {
        if (element.SequenceEqual("IntervalReading"u8))
        {
            _inReading = true;
            Clear();
            if (_scanner.TryContent(out var content) && TryPlain(content))
            {
                _scanner.SkipContent(content.Length);
            }
            else
            {
                Clear();
            }
        }
        else if (element.SequenceEqual("IntervalBlock"u8))
        {
            _meter = _catalog.Meters.Count == 0 ? 0 : _catalog.MeterOf(++_block, ref _run);
            _gaps.Begin();
        }
        else if (!_inReading && element.SequenceEqual("interval"u8))
        {
            _gaps.BeginInterval();
        }
    }

    private void Clear()
    {
        _readingLine = _scanner.Line;
        _start = long.MinValue;
        (_duration, _value, _cost, _fault) = (double.NaN, double.NaN, double.NaN, null);
        _stated.Clear();
    }

    /// <summary>
    /// Parses a reading whose elements are plain, as nearly all are: no attributes, references or empty elements. This is the
    /// fast path.
    /// </summary>
    /// <returns>False when an element is not plain or not well-formed. The scanner then parses the reading.</returns>
    private bool TryPlain(ReadOnlySpan<byte> content)
    {
        Span<Range> open = stackalloc Range[MaxPlainDepth];
        int depth = 0;
        int text = -1;
        int last = 0;
        Range quality = default;
        if (content.Contains((byte)'&'))
        {
            return false;
        }

        for (int at = 0, tag; (tag = content[at..].IndexOf((byte)'<')) >= 0;)
        {
            int start = at + tag + 1;
            int length = content[start..].IndexOf((byte)'>');
            if (length < 1)
            {
                return false;
            }

            at = start + length + 1;
            if (content[start] != '/')
            {
                if (depth == MaxPlainDepth || content.Slice(start, length).IndexOfAny(NotPlain) >= 0)
                {
                    return false;
                }

                open[depth++] = start..(start + length);
                text = at;
                continue;
            }

            var name = content.Slice(start + 1, length - 1);
            if (depth == 0 || !content[open[--depth]].SequenceEqual(name))
            {
                return false;
            }

            // Only the text of an element without children is a field.
            var element = XmlAttributes.Local(name);
            var value = content[(text < 0 ? last : text)..(start - 1)].Trim(" \t\r\n"u8);
            bool isQuality = element.SequenceEqual("quality"u8);
            if (text < 0 ? isQuality || !value.IsEmpty : isQuality && quality.End.Value > 0)
            {
                return false;
            }

            if (isQuality)
            {
                quality = text..(start - 1);
            }
            else if (text >= 0)
            {
                Field(element, value);
            }

            last = at;
            text = -1;
        }

        if (depth == 0 && quality.End.Value > 0)
        {
            // Last: of a reading with several faults that of its quality is reported, in words that a resumed sweep compares.
            Field("quality"u8, content[quality].Trim(" \t\r\n"u8));
        }

        return depth == 0;
    }

    private void Field(ReadOnlySpan<byte> element, ReadOnlySpan<byte> text)
    {
        switch (element)
        {
            case [(byte)'s', (byte)'t', (byte)'a', (byte)'r', (byte)'t']:
                bool isWhole = Utf8Parser.TryParse(text, out _start, out int used) && used == text.Length;
                _fault = isWhole && _start is >= -MaxSeconds and <= MaxSeconds ? _fault
                    : "the start of a reading is not a number of seconds";
                break;
            case [(byte)'d', (byte)'u', (byte)'r', (byte)'a', (byte)'t', (byte)'i', (byte)'o', (byte)'n']:
                Number(text, "duration", ref _duration);
                break;
            case [(byte)'v', (byte)'a', (byte)'l', (byte)'u', (byte)'e']:
                Number(text, "value", ref _value);
                break;
            case [(byte)'c', (byte)'o', (byte)'s', (byte)'t']:
                Number(text, "cost", ref _cost);
                _cost = (_cost / CostUnit) + 0.0;
                break;
            case [(byte)'q', (byte)'u', (byte)'a', (byte)'l', (byte)'i', (byte)'t', (byte)'y']:
                if (!Utf8Parser.TryParse(text, out int code, out int digits) || digits != text.Length
                    || code is < 0 or > MaxQuality)
                {
                    _fault = "the quality of a reading is not a code";
                    break;
                }

                _stated.Add(code);
                break;
        }
    }

    /// <summary>Parses a number. An empty element gives NaN.</summary>
    private void Number(ReadOnlySpan<byte> text, string what, ref double value)
    {
        if (text.IsEmpty)
        {
            value = double.NaN;
        }
        else if (!NumberParser.TryParse(text, (byte)'.', out value))
        {
            _fault = $"the {what} of a reading is not a number";
        }
    }

    /// <summary>
    /// Multiplies or divides by a power of ten. Powers up to 12 are exact doubles, so the one operation rounds correctly. Adding
    /// zero turns negative zero, which a record may not hold, into positive zero.
    /// </summary>
    private static double Scaled(double value, int power) => (power >= 0 ? value * Powers[power] : value / Powers[-power]) + 0.0;

    private static string Say(FormattableString text) => FormattableString.Invariant(text);
}
