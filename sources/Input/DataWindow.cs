namespace DbIngest.Sources.Input;

/// <summary>
/// A window of fixed size that slides over a stream. The decoders of COMTRADE and the XML scanner parse in it without copying.
/// One thread uses it. It never grows, so any content takes the same memory.
/// </summary>
/// <param name="stream">The stream; disposed with the window.</param>
/// <param name="size">The window's size in bytes.</param>
/// <param name="countLines">True to count line feeds, many at a time, as the window slides.</param>
internal sealed class DataWindow(Stream stream, int size = DataWindow.DefaultSize, bool countLines = false) : IDisposable
{
    public const int DefaultSize = 256 * 1024;

    private readonly byte[] _buffer = new byte[size];
    private int _start;
    private int _end;
    private int _counted;
    private long _lineFeeds;

    /// <summary>True when the stream has no bytes after the window.</summary>
    public bool Ended { get; private set; }

    /// <summary>Offset of the window's start in the stream, in bytes.</summary>
    public long Position { get; private set; }

    /// <summary>Number of line feeds before the window. 0 unless they are counted.</summary>
    public long LineFeeds
    {
        get
        {
            CountLineFeeds();
            return _lineFeeds;
        }
    }

    public ReadOnlySpan<byte> Bytes => _buffer.AsSpan(_start, _end - _start);

    public int Size => _buffer.Length;

    /// <summary>Reads until the window holds a number of bytes, or the stream ends.</summary>
    /// <param name="count">Number of bytes, at most <see cref="Size"/>.</param>
    /// <returns>True when the window holds as many.</returns>
    public bool Ensure(int count)
    {
        if (_end - _start >= count)
        {
            return true;
        }

        if (Ended)
        {
            return false;
        }

        CountLineFeeds();
        _counted = 0;
        Buffer.BlockCopy(_buffer, _start, _buffer, 0, _end - _start);
        _end -= _start;
        _start = 0;
        while (_end < count)
        {
            int read = stream.Read(_buffer, _end, _buffer.Length - _end);
            if (read == 0)
            {
                Ended = true;
                return false;
            }

            _end += read;
        }

        return true;
    }

    /// <summary>Moves the start of the window forward.</summary>
    /// <param name="count">Number of bytes, at most those in the window.</param>
    public void Advance(int count)
    {
        _start += count;
        Position += count;
    }

    private void CountLineFeeds()
    {
        _lineFeeds += countLines ? _buffer.AsSpan(_counted, _start - _counted).Count((byte)'\n') : 0;
        _counted = _start;
    }

    public void Dispose() => stream.Dispose();
}
