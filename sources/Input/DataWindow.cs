namespace DbIngest.Sources.Input;

/// <summary>A window of bounded size that slides over a stream.</summary>
/// <param name="stream">The stream; disposed with the window.</param>
/// <param name="size">The window's size in bytes.</param>
/// <param name="countLines">Whether line feeds are counted: many at a time, as the window slides.</param>
internal sealed class DataWindow(Stream stream, int size = DataWindow.DefaultSize, bool countLines = false) : IDisposable
{
    public const int DefaultSize = 256 * 1024;

    private readonly byte[] _buffer = new byte[size];
    private int _start;
    private int _end;
    private int _counted;
    private long _lineFeeds;

    /// <summary>Whether the stream has no more than what the window holds.</summary>
    public bool Ended { get; private set; }

    /// <summary>Where the window starts in the stream, in bytes.</summary>
    public long Position { get; private set; }

    /// <summary>Line feeds before the window; only where they are counted.</summary>
    public long LineFeeds
    {
        get
        {
            CountLineFeeds();
            return _lineFeeds;
        }
    }

    public ReadOnlySpan<byte> Bytes => _buffer.AsSpan(_start, _end - _start);

    /// <summary>The window's size in bytes.</summary>
    public int Size => _buffer.Length;

    /// <summary>Reads on until the window holds a number of bytes, or the stream ends.</summary>
    /// <param name="count">How many; at most <see cref="Size"/>.</param>
    /// <returns>Whether it holds as many.</returns>
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

    /// <summary>Moves on.</summary>
    /// <param name="count">By how many of the bytes it holds.</param>
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
