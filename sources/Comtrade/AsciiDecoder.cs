using DbIngest.Abstractions.Records;
using DbIngest.Sources.Csv;
using DbIngest.Sources.Input;

namespace DbIngest.Sources.Comtrade;

/// <summary>
/// Decodes ASCII samples, one line per sample (IEEE C37.111-1999 clause 8.4). <see cref="ComtradeReader"/> creates it for
/// ASCII data and calls it per batch, once from the first sample to the last. An empty field, or the mark of a missing sample,
/// becomes NaN with the quality <see cref="RecordQuality.Missing"/>. A malformed line goes to <see cref="BadRows"/>, and
/// so does a last line that was cut off. A sample without a time ends the reading with an exception. It allocates only for these
/// lines.
/// </summary>
internal sealed class AsciiDecoder : ISampleDecoder
{
    private const double Missing1991 = 999999;
    private const double Missing1999 = 99999;
    private const double MaxStamp = 9e15;

    private readonly DataWindow _window;
    private readonly ChannelMap _map;
    private readonly SampleClock _clock;
    private readonly ComtradeConfiguration _configuration;
    private readonly bool _raw;
    private readonly int _fields;
    private readonly double[] _row;
    private readonly bool[] _sixDigitsMiss;

    private long _line;
    private long _expectedNumber = -1;
    private double _previousStamp = double.NaN;
    private bool _isAtNextSection;
    private bool _skipLineFeed;
    private bool _hasNoEnd;

    public AsciiDecoder(ComtradeConfiguration configuration, ChannelMap map, SampleClock clock, DataWindow window,
        MalformedRows badRows, bool raw)
    {
        _window = window;
        _map = map;
        _clock = clock;
        _configuration = configuration;
        _raw = raw;
        _fields = 2 + configuration.Analog.Count + configuration.Digital.Count;
        _row = new double[_fields];

        // 1991 marks a missing sample with six nines. Newer recorders still write them where the channel's own range excludes
        // them.
        _sixDigitsMiss = [.. configuration.Analog.Select(c => configuration.Revision == 1991 || c.Max < Missing1991)];
        BadRows = badRows;
    }

    /// <inheritdoc/>
    public MalformedRows BadRows { get; }

    /// <inheritdoc/>
    public long NumberJumps { get; private set; }

    /// <inheritdoc/>
    public string? Doubt { get; private set; }

    /// <inheritdoc/>
    public int Decode(RecordBatch batch, int row, int count)
    {
        int rows = 0;
        while (rows < count && NextLine(out var line))
        {
            if (Parse(line) is { } fault)
            {
                BadRows.Add(_line, fault);
                _clock.Skip();
            }
            else if (CutOff(line) is { } cut)
            {
                // It is the last line, so that no other one confirms it as malformed.
                BadRows.Add(_line, cut, perhapsTorn: true);
                _clock.Skip();
            }
            else
            {
                Store(batch, row + rows);
                rows++;
            }
        }

        return rows;
    }

    /// <inheritdoc/>
    public void Dispose() => _window.Dispose();

    private bool NextLine(out ReadOnlySpan<byte> line)
    {
        while (!_isAtNextSection && _window.Ensure(1))
        {
            // The line feed of the line before, which may have ended with the window.
            bool isRest = _skipLineFeed && _window.Bytes[0] == '\n';
            _skipLineFeed = false;
            if (isRest)
            {
                _window.Advance(1);
                continue;
            }

            int end = _window.Bytes.IndexOfAny((byte)'\n', (byte)'\r');
            if (end < 0 && !_window.Ended)
            {
                _window.Ensure(_window.Size);
                end = _window.Bytes.IndexOfAny((byte)'\n', (byte)'\r');
            }

            var bytes = _window.Bytes;
            if (end < 0 && bytes.Length == _window.Size)
            {
                throw Refusal.At(BadRows.File, _line + 1,
                    FormattableString.Invariant($"the line is longer than {_window.Size} bytes"));
            }

            int length = end < 0 ? bytes.Length : end;
            line = bytes[..length].Trim(" \t\0\x1A"u8);
            _line++;
            _skipLineFeed = end >= 0 && bytes[end] == '\r';
            _hasNoEnd = end < 0 && !bytes.ContainsAny((byte)'\0', (byte)'\x1A');
            _window.Advance(end < 0 ? length : length + 1);
            if (line.StartsWith("---"u8))
            {
                // In a combined file, another section may follow. The next call must not read on in it.
                _isAtNextSection = true;
                break;
            }

            if (line.Length > 0)
            {
                return true;
            }
        }

        line = default;
        return false;
    }

    /// <summary>Parses a line into the row of numbers. Missing numbers are NaN.</summary>
    /// <returns>The fault as a clause; null when the line is sound.</returns>
    private string? Parse(ReadOnlySpan<byte> line)
    {
        int at = 0;
        for (int field = 0; field < _fields; field++)
        {
            if (at > line.Length)
            {
                return FormattableString.Invariant(
                    $"it has {field} fields, not {_fields}: {NameOf(field)} is the first that is not there");
            }

            while (at < line.Length && line[at] == ' ')
            {
                at++;
            }

            int taken = Number(line[at..], out double value);
            at += taken;
            while (at < line.Length && line[at] == ' ')
            {
                at++;
            }

            if (at < line.Length && line[at] != ',')
            {
                return FormattableString.Invariant($"field {field + 1}, {NameOf(field)}, is not a number");
            }

            _row[field] = taken == 0 ? double.NaN : value;
            at++;
        }

        return at <= line.Length && !line[at..].Trim(" ,"u8).IsEmpty
            ? FormattableString.Invariant($"it has more than {_fields} fields")
            : Check();
    }

    /// <summary>
    /// Judges a sound last line without a line end, whose last number may have been cut off. A digital channel has one digit,
    /// and so is whole.
    /// </summary>
    /// <returns>The fault of a line that is left out, as a clause; null when it is taken, perhaps with a doubt.</returns>
    private string? CutOff(ReadOnlySpan<byte> line)
    {
        double last = _row[^1];
        if (!_hasNoEnd || (!double.IsNaN(last) && (_configuration.Digital.Count > 0 || line[^1] == ',')))
        {
            return null;
        }

        var number = line[(line.LastIndexOf((byte)',') + 1)..].TrimStart((byte)' ');
        string value = $"'{SafeText.Text(number)}' of {NameOf(_fields - 1)}";
        if (_clock.ExpectsMore)
        {
            return $"the file ends within it, before the last sample of the configuration: {value} may have been cut off";
        }

        Doubt = FormattableString.Invariant($"Line {_line} is the last and has no line end: {value} is taken as it is, ")
            + "and may have been cut off.";
        return null;
    }

    /// <summary>Names a field for messages: the sample number, the timestamp, or a channel.</summary>
    private string NameOf(int field) =>
        field == 0 ? "the sample number"
        : field == 1 ? "the stamp"
        : field - 2 < _configuration.Analog.Count ? $"'{SafeText.Text(_configuration.Analog[field - 2].Id)}'"
        : $"'{SafeText.Text(_configuration.Digital[field - 2 - _configuration.Analog.Count].Id)}'";

    /// <summary>
    /// Parses whole numbers of up to 15 digits, which nearly all fields are, and leaves the rest to the general parser.
    /// </summary>
    private static int Number(ReadOnlySpan<byte> text, out double value)
    {
        int i = text.Length > 0 && text[0] is (byte)'-' or (byte)'+' ? 1 : 0;
        int first = i;
        long number = 0;
        uint digit;
        while (i < text.Length && (digit = (uint)(text[i] - '0')) <= 9 && i - first < 15)
        {
            number = (number * 10) + digit;
            i++;
        }

        if (i > first && (i == text.Length || text[i] is (byte)',' or (byte)' '))
        {
            value = first > 0 && text[0] == '-' ? -number : number;
            return i;
        }

        return NumberParser.Parse(text, (byte)'.', out value);
    }

    private string? Check()
    {
        if (Math.Abs(_row[1]) > MaxStamp)
        {
            return "its stamp is out of range";
        }

        for (int i = 2 + _map.AnalogCount; i < _fields; i++)
        {
            if (!(_row[i] is 0 or 1 || double.IsNaN(_row[i])))
            {
                return FormattableString.Invariant($"field {i + 1}, the digital channel {NameOf(i)}, is neither 0 nor 1");
            }
        }

        return null;
    }

    private void Store(RecordBatch batch, int row)
    {
        double number = _row[0];
        NumberJumps += _expectedNumber >= 0 && number != _expectedNumber ? 1 : 0;
        long step = _expectedNumber > 0 && number is >= 0 and < 9e15 ? (long)number - _expectedNumber + 1 : 0;
        _expectedNumber = number is >= 0 and < 9e15 ? (long)number + 1 : -1;

        // A recorder without timestamps may write -1. While timestamps rise from below -1 to the trigger, -1 is an ordinary
        // timestamp.
        double stamp = _row[1];
        bool stamped = !double.IsNaN(stamp) && !(stamp == -1 && !(_previousStamp < -1));
        _previousStamp = stamp;
        if (!_clock.TryNext(stamped, stamped ? (long)Math.Round(stamp) : 0, step, out long time, out bool uncertain))
        {
            throw Refusal.At(BadRows.File, _line, SampleClock.NoTime);
        }

        bool missing = false;
        double[] values = batch.Values;
        int at = row;
        for (int i = 0; i < _map.AnalogCount; i++, at += batch.Capacity)
        {
            double raw = _row[2 + i];
            double value = !_raw && IsMissing(raw, i) ? double.NaN : (raw * _map.Multipliers[i]) + _map.Offsets[i] + 0.0;
            missing |= !double.IsFinite(value);
            values[at] = double.IsFinite(value) ? value : double.NaN;
        }

        var digital = _row.AsSpan(2 + _map.AnalogCount);
        for (int i = 0; i < _map.DigitalCount; i++, at += batch.Capacity)
        {
            missing |= double.IsNaN(digital[i]);
            values[at] = digital[i];
        }

        for (int word = 0; word < _map.WordCount; word++, at += batch.Capacity)
        {
            double sum = 0;
            for (int bit = 0; bit < 16 && (word * 16) + bit < digital.Length; bit++)
            {
                sum += digital[(word * 16) + bit] * (1 << bit);
            }

            missing |= double.IsNaN(sum);
            values[at] = sum;
        }

        batch.Timestamps[row] = time;
        batch.Qualities[row] = (uint)(
            (uncertain ? RecordQuality.TimeUncertain : RecordQuality.Good) | (missing ? RecordQuality.Missing
            : RecordQuality.Good));
    }

    private bool IsMissing(double raw, int channel) =>
        raw == Missing1999 ? _configuration.Revision >= 1999 : raw == Missing1991 && _sixDigitsMiss[channel];
}
