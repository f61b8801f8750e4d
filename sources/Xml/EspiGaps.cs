using System.Buffers.Text;

namespace DbIngest.Sources.Xml;

/// <summary>
/// Checks whether the readings of each interval block cover the interval that the block declares. <see cref="EspiReader"/> tells
/// it every reading and block. It only reports gaps as a fact: it never throws.
/// </summary>
internal sealed class EspiGaps
{
    private bool _inInterval;
    private long? _start;
    private long? _declared;
    private double _covered;
    private long _blocks;
    private double _missing;
    private (long? Start, long Line) _first;

    /// <summary>The sum of all gaps as a sentence, which becomes a fact. Null without gaps.</summary>
    public string? Said => _blocks == 0 ? null : FormattableString.Invariant(
        $"readings are missing: of {_blocks} interval {(_blocks == 1 ? "block" : "blocks")} the readings cover {_missing:0} s ")
        + FormattableString.Invariant($"less than declared (the first, {Place}, line {_first.Line})");

    private string Place => _first.Start is { } start && start is >= -62_135_596_800 and <= 253_402_300_799
        ? FormattableString.Invariant($"from {DateTime.UnixEpoch.AddSeconds(start):yyyy-MM-ddTHH:mm:ssZ}")
        : "without a start";

    /// <summary>Begins an interval block.</summary>
    public void Begin() => (_start, _declared, _covered, _inInterval) = (null, null, 0, false);

    /// <summary>Begins the interval that a block declares.</summary>
    public void BeginInterval() => _inInterval = true;

    /// <summary>Counts a reading.</summary>
    /// <param name="seconds">Length of the reading; NaN when it states none, and then the block's coverage is unknown.</param>
    public void Add(double seconds) => _covered += seconds;

    /// <summary>Ends an element outside of the readings.</summary>
    public void End(ReadOnlySpan<byte> element, XmlScanner scanner)
    {
        if (_inInterval)
        {
            if (element.SequenceEqual("duration"u8))
            {
                _declared = Number(scanner.Text);
            }
            else if (element.SequenceEqual("start"u8))
            {
                _start = Number(scanner.Text);
            }

            _inInterval = !element.SequenceEqual("interval"u8);
        }
        else if (element.SequenceEqual("IntervalBlock"u8) && _declared is { } declared && _covered < declared)
        {
            _first = _blocks == 0 ? (_start, scanner.Line) : _first;
            _blocks++;
            _missing += declared - _covered;
            _declared = null;
        }
    }

    private static long? Number(ReadOnlySpan<byte> text) =>
        Utf8Parser.TryParse(text, out long value, out int used) && used == text.Length ? value : null;
}
