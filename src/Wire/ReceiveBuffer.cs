namespace DbIngest.Wire;

/// <summary>
/// Collects received bytes until a whole field or message is there. The channels of protocols with length prefixes read through
/// it, one thread at a time. It grows only as bytes arrive, whatever length a message claims, so each protocol checks its own
/// maximum first. Allocates nothing once it is large enough.
/// </summary>
/// <param name="stream">Delivers the bytes. This buffer never disposes it.</param>
/// <param name="bytes">Initial capacity in bytes.</param>
internal sealed class ReceiveBuffer(WireStream stream, int bytes)
{
    private byte[] _bytes = new byte[bytes];
    private int _start;
    private int _end;

    /// <summary>Whether all received bytes have been read.</summary>
    public bool IsEmpty => _start == _end;

    /// <summary>
    /// Waits until <paramref name="count"/> bytes have arrived and returns them without consuming them. The span is valid until
    /// the next call.
    /// </summary>
    /// <exception cref="ConnectionLostException">
    /// The connection is lost, or the bytes do not arrive within the request timeout.
    /// </exception>
    public ReadOnlySpan<byte> Peek(int count)
    {
        if (_end - _start < count)
        {
            Fill(count);
        }

        return _bytes.AsSpan(_start, count);
    }

    /// <summary>
    /// Waits until <paramref name="count"/> bytes have arrived and consumes them. The span is valid until the next call.
    /// </summary>
    /// <exception cref="ConnectionLostException">
    /// The connection is lost, or the bytes do not arrive within the request timeout.
    /// </exception>
    public ReadOnlySpan<byte> Take(int count)
    {
        var taken = Peek(count);
        _start += count;
        return taken;
    }

    private void Fill(int count)
    {
        // The remainder is the beginning of a message: moving it costs less than receiving the rest in pieces.
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
