using System.Buffers.Text;
using System.Globalization;
using DbIngest.Wire;

namespace DbIngest.Targets.Lines;

/// <summary>
/// Reads numeric CSV from a server row by row. The audits of QuestDB and InfluxDB read a stored table with it, and
/// <see cref="CsvRecords"/> reads single records. It allocates nothing per row, and rejects a row that fills its buffer of
/// 16 MiB, so that a broken server cannot exhaust memory. Empty cells are missing values. Not thread-safe.
/// </summary>
/// <param name="read">Reads bytes into the given space. Returns 0 at the end.</param>
/// <param name="bytes">First size of the buffer in bytes: large for a table, small for a record.</param>
internal sealed class CsvRows(CsvRows.Source read, int bytes = 256 * 1024)
{
    // The buffer doubles up to this size. A row of a thousand values takes 26 KiB.
    private const int LongestRowBytes = 16 << 20;

    private byte[] _bytes = new byte[bytes];
    private int _next;
    private int _end;
    private int _field;
    private int _lineEnd = -1;

    /// <summary>Reads the next bytes.</summary>
    /// <param name="room">Receives the bytes.</param>
    /// <returns>Number of bytes. 0 at the end.</returns>
    public delegate int Source(Span<byte> room);

    /// <summary>Drops unread bytes and starts with the rows of another answer.</summary>
    public void Reset() => (_next, _end, _field, _lineEnd) = (0, 0, 0, -1);

    /// <summary>Moves to the next row.</summary>
    /// <returns>False at the end.</returns>
    public bool Next()
    {
        _next = _lineEnd + 1;
        while (true)
        {
            int length = _bytes.AsSpan(_next, _end - _next).IndexOf((byte)'\n');
            if (length >= 0)
            {
                _field = _next;
                _lineEnd = _next + length;
                return true;
            }

            if (_next > 0)
            {
                _bytes.AsSpan(_next, _end - _next).CopyTo(_bytes);
                (_next, _end) = (0, _end - _next);
            }
            else if (_end == _bytes.Length)
            {
                if (_bytes.Length >= LongestRowBytes)
                {
                    throw new WireProtocolException(
                        $"A row of the server is longer than {LongestRowBytes} bytes, and none is as long.");
                }

                Array.Resize(ref _bytes, 2 * _bytes.Length);
            }

            int count = read(_bytes.AsSpan(_end));
            if (count == 0)
            {
                return _end > _next ? throw new WireProtocolException("The server's rows end in the middle of one.") : false;
            }

            _end += count;
        }
    }

    /// <summary>Tells whether the next field is a word, without moving past it.</summary>
    /// <param name="word">The word.</param>
    public bool IsAt(ReadOnlySpan<byte> word)
    {
        int before = _field;
        bool isAt = Field().SequenceEqual(word);
        _field = before;
        return isAt;
    }

    /// <summary>Reads the next field as an integer.</summary>
    /// <returns>The number. Null for an empty field.</returns>
    public long? Integer()
    {
        var field = Field();
        return field.Length == 0 ? null
            : Utf8Parser.TryParse(field, out long value, out int used) && used == field.Length ? value
            : throw new WireProtocolException("A field of the server's rows is no whole number.");
    }

    /// <summary>Reads the next field as a double.</summary>
    /// <returns>The number. NaN for an empty field.</returns>
    public double Double()
    {
        var field = Field();
        return field.Length == 0 ? double.NaN
            : double.TryParse(field, NumberStyles.Float, CultureInfo.InvariantCulture, out double value) ? value
            : throw new WireProtocolException("A field of the server's rows is no number.");
    }

    /// <summary>Reads the next field as bytes, valid until the next row.</summary>
    public ReadOnlySpan<byte> Field()
    {
        if (_field > _lineEnd)
        {
            throw new WireProtocolException("A row of the server has fewer fields than it should.");
        }

        int length = _bytes.AsSpan(_field, _lineEnd - _field).IndexOf((byte)',');
        length = length < 0 ? _lineEnd - _field : length;
        var field = _bytes.AsSpan(_field, length);
        _field += length + 1;
        return field.TrimEnd((byte)'\r');
    }
}
