using System.Buffers.Text;
using DbIngest.Sources.Input;

namespace DbIngest.Sources.Xml;

/// <summary>
/// Content of a Green Button file besides its readings: the meter of each interval block, and the type of its readings.
/// <see cref="EspiFormat"/> collects it in a first pass over the file, <see cref="EspiReader"/> uses it in the second. Both must
/// count blocks alike, or readings go to another meter. Entries refer to each other by links, in any order.
/// </summary>
internal sealed class EspiCatalog
{
    private const int MaxEntries = 10_000;
    private const int MaxAddressBytes = 2048;
    private const string BlocksOf = "/IntervalBlock";

    private readonly Dictionary<string, EspiReadingType> _types = new(StringComparer.Ordinal);
    private readonly Dictionary<string, IReadOnlyList<string>> _linksOfMeter = new(StringComparer.Ordinal);
    private readonly Dictionary<string, string> _meterOfBlocks = new(StringComparer.Ordinal);
    private readonly List<string> _meters = [];
    private readonly List<(long FirstBlock, int Meter)> _runs = [];
    private readonly List<string> _related = [];

    private readonly string?[] _bases = new string?[XmlScanner.MaxDepth + 1];

    private string? _feed;
    private string _self = string.Empty;
    private string _up = string.Empty;
    private bool _inEntry;
    private int? _unit;
    private int? _currency;
    private int _power;
    private bool _inType;
    private Entry _entry;
    private long _entryBlock;

    private EspiCatalog()
    {
    }

    private enum Entry
    {
        Other,
        ReadingType,
        MeterReading,
        IntervalBlock,
    }

    /// <summary>Addresses of the meters with blocks, in the order of the file.</summary>
    public IReadOnlyList<string> Meters => _meters;

    public long Readings { get; private set; }

    public long Blocks { get; private set; }

    /// <summary>True when readings carry a cost.</summary>
    public bool HasCosts { get; private set; }

    /// <summary>
    /// Local time less UTC that the file states for display, in seconds. Null without it. Times are always UTC.
    /// </summary>
    public long? ZoneOffsetS { get; private set; }

    /// <summary>Reads the whole file once.</summary>
    /// <param name="content">The file's content; disposed.</param>
    /// <exception cref="InputException">The document is malformed, or holds too many meters and types.</exception>
    public static EspiCatalog Read(string name, Stream content)
    {
        var catalog = new EspiCatalog();
        using var scanner = new XmlScanner(name, content);
        bool inReading = false;
        while (scanner.Read())
        {
            var element = scanner.LocalName;
            if (element.SequenceEqual("IntervalReading"u8))
            {
                inReading = !scanner.IsEnd;
                catalog.Readings += inReading ? 1 : 0;
                if (inReading && scanner.TryContent(out var skipped))
                {
                    // The second pass parses this reading. This pass only looks for costs.
                    catalog.HasCosts |= !catalog.HasCosts && skipped.IndexOf("cost>"u8) >= 0;
                    scanner.SkipContent(skipped.Length);
                }
            }
            else if (inReading)
            {
                catalog.HasCosts |= !scanner.IsEnd && element.SequenceEqual("cost"u8);
            }
            else
            {
                catalog.Add(scanner, element);
            }
        }

        return catalog;
    }

    /// <summary>
    /// Returns the type of a meter's readings: by the meter's links, or the only type in the file when the meter links to none.
    /// </summary>
    /// <param name="meter">The meter's index.</param>
    /// <param name="missing">Address of a type that the meter links to and the file does not hold, or a clause that says why no
    /// type can be chosen; null when nothing is missing.</param>
    /// <returns>The type; <see cref="EspiReadingType.Unknown"/> when none is found.</returns>
    public EspiReadingType TypeOf(int meter, out string? missing)
    {
        missing = null;
        if (LinksOf(_meters[meter]) is { } links)
        {
            foreach (string link in links)
            {
                if (EspiLinks.TryFind(_types, link, "ReadingType", out var type))
                {
                    return type;
                }

                missing ??= EspiLinks.Tail(link, "ReadingType") is null ? null : link;
            }
        }

        if (missing is null && _types.Count > 1)
        {
            missing = FormattableString.Invariant($"one of {_types.Count}, but no link says which");
        }

        return missing is null && _types.Count == 1 ? _types.Values.First() : EspiReadingType.Unknown;
    }

    /// <summary>Returns the links of a meter's entry, found by its address or by its link to its blocks.</summary>
    private IReadOnlyList<string>? LinksOf(string meter) =>
        EspiLinks.TryFind(_linksOfMeter, meter, "MeterReading", out var links) ? links
        : EspiLinks.TryFind(_meterOfBlocks, meter + BlocksOf, "MeterReading", out string? own) ? _linksOfMeter[own]
        : _linksOfMeter.Count == 1 && _meters.Count == 1 ? _linksOfMeter.Values.First()
        : null;

    /// <summary>Returns the index of the meter that a block belongs to. Call it for ascending blocks.</summary>
    /// <param name="block">The block's index in the file, from 0.</param>
    /// <param name="run">The run of the previous block; updated.</param>
    public int MeterOf(long block, ref int run)
    {
        while (run + 1 < _runs.Count && _runs[run + 1].FirstBlock <= block)
        {
            run++;
        }

        return _runs[run].Meter;
    }

    private void Add(XmlScanner scanner, ReadOnlySpan<byte> element)
    {
        if (scanner.IsEnd)
        {
            End(scanner, element);
            return;
        }

        Base(scanner);
        if (element.SequenceEqual("entry"u8))
        {
            (_self, _up, _entry, _inEntry) = (string.Empty, string.Empty, Entry.Other, true);
            _related.Clear();
            _entryBlock = Blocks;
        }
        else if (element.SequenceEqual("link"u8))
        {
            Link(scanner);
        }
        else if (element.SequenceEqual("ReadingType"u8))
        {
            (_unit, _power, _currency, _inType, _entry) = (null, 0, null, true, Entry.ReadingType);
        }
        else if (element.SequenceEqual("MeterReading"u8))
        {
            _entry = Entry.MeterReading;
        }
        else if (element.SequenceEqual("IntervalBlock"u8))
        {
            _entry = Entry.IntervalBlock;
        }
    }

    private void End(XmlScanner scanner, ReadOnlySpan<byte> element)
    {
        if (element.SequenceEqual("IntervalBlock"u8))
        {
            Blocks++;
        }
        else if (element.SequenceEqual("ReadingType"u8))
        {
            _inType = false;
        }
        else if (_inType && element.SequenceEqual("uom"u8))
        {
            _unit = Integer(scanner, "uom", 0, 10_000);
        }
        else if (_inType && element.SequenceEqual("powerOfTenMultiplier"u8))
        {
            _power = Integer(scanner, "powerOfTenMultiplier", -EspiReadingType.MaxPower, EspiReadingType.MaxPower);
        }
        else if (_inType && element.SequenceEqual("currency"u8))
        {
            _currency = Integer(scanner, "currency", 0, 999);
        }
        else if (element.SequenceEqual("tzOffset"u8))
        {
            ZoneOffsetS = Integer(scanner, "tzOffset", -86_400, 86_400);
        }
        else if (element.SequenceEqual("entry"u8))
        {
            EndEntry(scanner);
        }
    }

    private void EndEntry(XmlScanner scanner)
    {
        _inEntry = false;
        switch (_entry)
        {
            case Entry.ReadingType:
                // No link leads to an entry without an address. It must not take the place of one that says something else.
                string address = _self.Length > 0 ? _self : FormattableString.Invariant($"#{_unit} {_power} {_currency}");
                _types[address] = new EspiReadingType(_unit, _power, _currency);
                break;
            case Entry.MeterReading:
                _linksOfMeter[_self] = [.. _related];
                foreach (string blocks in _related.Where(link => link.EndsWith(BlocksOf, StringComparison.Ordinal)))
                {
                    _meterOfBlocks[blocks] = _self;
                }

                break;
            case Entry.IntervalBlock:
                string meter = _up.EndsWith(BlocksOf, StringComparison.Ordinal) ? _up[..^BlocksOf.Length] : _up;
                int index = _meters.IndexOf(meter);
                if (index < 0)
                {
                    index = _meters.Count;
                    _meters.Add(meter);
                }

                if (_runs.Count == 0 || _runs[^1].Meter != index)
                {
                    _runs.Add((_runs.Count == 0 ? 0 : _entryBlock, index));
                }

                break;
        }

        if (_types.Count + _linksOfMeter.Count + _meterOfBlocks.Count + _meters.Count + (_runs.Count / 100) > MaxEntries)
        {
            throw scanner.Fail("it holds too many meters and reading types");
        }
    }

    private void Link(XmlScanner scanner)
    {
        if (!scanner.TryAttribute("rel"u8, out var relation) || !scanner.TryAttribute("href"u8, out var address))
        {
            return;
        }

        if (address.Length > MaxAddressBytes)
        {
            throw scanner.Fail("a link's address is too long");
        }

        if (!XmlReferences.TryDecodeText(address, out string written))
        {
            throw scanner.Fail("a link's address is malformed");
        }

        // The feed's own address comes before its entries.
        string text = EspiLinks.Resolve(written, _bases[scanner.Depth] ?? _feed);
        if (!_inEntry)
        {
            _feed = relation.SequenceEqual("self"u8) ? text : _feed;
        }
        else if (relation.SequenceEqual("self"u8))
        {
            _self = text;
        }
        else if (relation.SequenceEqual("up"u8))
        {
            _up = text;
        }
        else if (relation.SequenceEqual("related"u8) && _related.Count < 100)
        {
            _related.Add(text);
        }
    }

    /// <summary>Sets the base of relative addresses in an element: its own <c>xml:base</c>, or its parent's.</summary>
    private void Base(XmlScanner scanner)
    {
        string? around = _bases[scanner.Depth - 1];
        _bases[scanner.Depth] = around;
        if (!scanner.TryAttribute("base"u8, out var address))
        {
            return;
        }

        _bases[scanner.Depth] = address.Length <= MaxAddressBytes && XmlReferences.TryDecodeText(address, out string text)
            ? EspiLinks.Resolve(text, around) + (text.EndsWith('/') ? "/" : "")
            : throw scanner.Fail("the base of its addresses is too long or malformed");
    }

    private static int Integer(XmlScanner scanner, string what, int min, int max) =>
        Utf8Parser.TryParse(scanner.Text, out int value, out int used) && used == scanner.Text.Length && value >= min
            && value <= max
            ? value
            : throw scanner.Fail($"{what} is not a whole number in its range");
}
