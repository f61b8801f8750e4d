using DbIngest.Sources.Input;

namespace DbIngest.Sources.Csv;

/// <summary>
/// Splits a stream into rows. A row ends in LF, CR or both, but a line end within quotes belongs to its field. The readers of
/// all line-based formats read through it. A row is a view of the buffer, valid until the next row, so nothing is copied or
/// allocated per row. The buffer grows with the longest row, which is refused above <see cref="CsvOptions.MaxRowBytes"/>.
/// </summary>
/// <param name="content">The text, in an encoding whose ASCII bytes are ASCII characters. Disposed with this object.</param>
/// <param name="quote">The byte that quotes fields; null without quotes.</param>
/// <param name="delimiter">The byte between fields; null while it is unknown: then any likely one counts.</param>
internal sealed class CsvLines(Stream content, string name, byte? quote, byte? delimiter = null) : IDisposable
{
    /// <summary>Bytes behind a row that a caller may read without leaving the buffer. Their content is undefined.</summary>
    public const int Slack = 16;

    private byte[] _buffer = new byte[(256 * 1024) + Slack];
    private int _start;
    private int _end;
    private bool _atEnd;
    private bool _begun;
    private bool _skipLineFeed;
    private int _linesInRow = 1;

    /// <summary>The line on which the current row begins, counted from 1.</summary>
    public long Line { get; private set; }

    /// <summary>Bytes of all rows returned so far.</summary>
    public long Bytes { get; private set; }

    /// <summary>True when the current row ends in a line end, false when it ends with the file.</summary>
    public bool Terminated { get; private set; }

    /// <summary>
    /// <see cref="FaultKind.Quote"/> when a quote that is never closed makes one row of further lines up to the end of the file.
    /// <see cref="FaultKind.LateQuote"/> when the next quote after one or more line ends closes no field: the row then ends with
    /// its line.
    /// </summary>
    public FaultKind QuoteFault { get; private set; }

    /// <summary>Moves to the next row.</summary>
    /// <param name="row">The row without its line end; valid until the next call.</param>
    /// <returns>False at the end of the content.</returns>
    /// <exception cref="InputException">A row is longer than <see cref="CsvOptions.MaxRowBytes"/>, or the content cannot be
    /// read.</exception>
    public bool TryNext(out ReadOnlySpan<byte> row)
    {
        if (!_begun)
        {
            _begun = true;
            SkipByteOrderMark();
        }

        Line += _linesInRow;
        _linesInRow = 1;
        if (_skipLineFeed && (_start < _end || Refill()) && _buffer[_start] == '\n')
        {
            _start++;
        }

        _skipLineFeed = false;
        QuoteFault = FaultKind.None;
        int length = 0;
        bool open = false;
        int closed = -2;

        // The first line end within a field in quotes, until the field is known to end rightly.
        int inner = -1;
        while (true)
        {
            var rest = _buffer.AsSpan(_start + length, _end - _start - length);
            int found = quote is { } mark ? rest.IndexOfAny((byte)'\n', (byte)'\r', mark)
                : rest.IndexOfAny((byte)'\n', (byte)'\r');
            if (found < 0)
            {
                length = _end - _start;
                if (Refill())
                {
                    continue;
                }

                if (!open && inner >= 0 && !EndsField(closed + 1, length))
                {
                    row = TakeLine(inner);
                    return true;
                }

                row = Take(length, 0);
                Terminated = false;
                QuoteFault = open && row.TrimEnd("\r\n"u8).ContainsAny((byte)'\n', (byte)'\r') ? FaultKind.Quote
                    : FaultKind.None;
                return length > 0;
            }

            byte at = rest[found];
            length += found;
            if (inner >= 0 && !open && !(at == quote && length == closed + 1))
            {
                if (!EndsField(closed + 1, length))
                {
                    row = TakeLine(inner);
                    return true;
                }

                inner = -1;
            }

            if (at == quote)
            {
                // A quote directly after the closing one is doubled: the field goes on.
                closed = open ? length : closed;
                open = !open && (length == closed + 1 || BeginsField(length));
                length++;
                continue;
            }

            if (open)
            {
                inner = inner < 0 ? length : inner;
                _linesInRow += at == '\n' ? 1 : 0;
                length++;
                continue;
            }

            _skipLineFeed = at == '\r';
            row = Take(length, 1);
            Terminated = true;
            return true;
        }
    }

    public void Dispose() => content.Dispose();

    /// <summary>
    /// True when a field begins at an offset of the row, as <see cref="CsvFields"/> splits it. A quote elsewhere is an inch mark,
    /// or part of a text, and must not swallow the line end.
    /// </summary>
    private bool BeginsField(int at)
    {
        var before = _buffer.AsSpan(_start, at).TrimEnd((byte)' ');
        return before.IsEmpty || (delimiter is { } known ? before[^1] == known || (known == ' ' && before.Length < at)
            : CsvSniffer.Delimiters.Contains(before[^1]));
    }

    /// <summary>
    /// True when what stands behind a closing quote ends its field: nothing, or a delimiter. Text there means that the quote
    /// began another field, and that the quote before it is never closed.
    /// </summary>
    /// <param name="from">The offset behind the closing quote.</param>
    /// <param name="to">The offset of the next quote or line end, or of the end of the content.</param>
    private bool EndsField(int from, int to)
    {
        var behind = _buffer.AsSpan(_start + from, to - from);
        var text = behind.TrimStart((byte)' ');
        return text.IsEmpty || IsDelimiter(behind[0]) || IsDelimiter(text[0]);
    }

    private bool IsDelimiter(byte value) => delimiter is { } known ? value == known : CsvSniffer.Delimiters.Contains(value);

    /// <summary>
    /// Takes the first line of a row whose quote is never closed rightly. The next row begins with the line behind it.
    /// </summary>
    private ReadOnlySpan<byte> TakeLine(int length)
    {
        _linesInRow = 1;
        _skipLineFeed = _buffer[_start + length] == '\r';
        QuoteFault = FaultKind.LateQuote;
        Terminated = true;
        return Take(length, 1);
    }

    private ReadOnlySpan<byte> Take(int length, int lineEnd)
    {
        if (length > CsvOptions.MaxRowBytes)
        {
            throw TooLong();
        }

        var row = _buffer.AsSpan(_start, length);
        _start += length + lineEnd;
        Bytes += length + lineEnd;
        return row;
    }

    /// <summary>Reads more content. Bytes that are not returned yet move to the front of the buffer.</summary>
    /// <returns>False at the end of the content.</returns>
    private bool Refill()
    {
        if (_atEnd)
        {
            return false;
        }

        int rest = _end - _start;
        if (rest > CsvOptions.MaxRowBytes)
        {
            throw TooLong();
        }

        if (rest > _buffer.Length / 2)
        {
            Array.Resize(ref _buffer, _buffer.Length * 2);
        }

        _buffer.AsSpan(_start, rest).CopyTo(_buffer);
        _start = 0;
        _end = rest;
        int count = content.Read(_buffer, _end, _buffer.Length - Slack - _end);
        _end += count;
        _atEnd = count == 0;
        return count > 0;
    }

    private void SkipByteOrderMark()
    {
        while (_end - _start < ByteOrderMark.Utf8.Length && Refill())
        {
        }

        if (_buffer.AsSpan(_start, _end - _start).StartsWith(ByteOrderMark.Utf8))
        {
            _start += ByteOrderMark.Utf8.Length;
        }
    }

    private InputException TooLong() => new(
        $"{name}, line {Line}: a row is longer than {CsvOptions.MaxRowBytes} bytes. Is a quote never closed (input option quote=none), "
        + "or is this not text?");
}
