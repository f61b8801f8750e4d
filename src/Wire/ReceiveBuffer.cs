namespace DbIngest.Wire;

/// <summary>
/// What was received and not read yet, one run of bytes however it came: for protocols whose messages say how long they are. It grows only as bytes
/// arrive, whatever length a message claims; how much it may claim is the protocol's to check. Allocates nothing once it is large enough.
/// </summary>
/// <param name="stream">Where the bytes come from.</param>
/// <param name="bytes">How many it has room for at first.</param>
internal sealed class ReceiveBuffer(WireStream stream, int bytes)
{
    private byte[] _bytes = new byte[bytes];
    private int _start;
    private int _end;

    /// <summary>Whether everything that was received has been read.</summary>
    public bool IsEmpty => _start == _end;

    /// <summary>Waits until so many bytes are there, and leaves them to be read.</summary>
    /// <param name="count">How many.</param>
    /// <returns>The bytes; valid until the next call.</returns>
    /// <exception cref="ConnectionLostException">The connection is lost, or the answer does not end in time.</exception>
    public ReadOnlySpan<byte> Peek(int count)
    {
        if (_end - _start < count)
        {
            Fill(count);
        }

        return _bytes.AsSpan(_start, count);
    }

    /// <summary>Waits until so many bytes are there, and reads them.</summary>
    /// <param name="count">How many.</param>
    /// <returns>The bytes; valid until the next call.</returns>
    /// <exception cref="ConnectionLostException">The connection is lost, or the answer does not end in time.</exception>
    public ReadOnlySpan<byte> Take(int count)
    {
        var taken = Peek(count);
        _start += count;
        return taken;
    }

    private void Fill(int count)
    {
        // What is left is the beginning of a message: moving it is cheaper than receiving the rest in pieces.
        if (_start > 0)
        {
            _bytes.AsSpan(_start, _end - _start).CopyTo(_bytes);
            (_start, _end) = (0, _end - _start);
        }

        while (_end < count)
        {
            if (_end == _bytes.Length)
            {
                Array.Resize(ref _bytes, 2 * _bytes.Length);
            }

            _end += stream.Receive(_bytes.AsSpan(_end));
        }
    }
}
