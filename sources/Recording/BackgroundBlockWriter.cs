namespace DbIngest.Sources.Recording;

/// <summary>
/// Writes blocks of a recording's copy in another thread while the next ones are filled. <see cref="SpoolWriter"/> fills and adds
/// blocks from one thread and must call <see cref="Finish"/>, which throws if a block was not written. It holds two buffers and
/// never reorders blocks.
/// </summary>
/// <param name="largest">Bytes of the largest block.</param>
internal sealed class BackgroundBlockWriter(Stream target, int largest)
{
    /// <summary>Bytes per write. Each write costs some microseconds for the switch to another thread.</summary>
    private const int BytesAtOnce = 1 << 20;

    private byte[] _filling = new byte[Math.Max(BytesAtOnce, largest)];
    private byte[] _writing = new byte[Math.Max(BytesAtOnce, largest)];
    private Task _write = Task.CompletedTask;
    private int _filled;

    /// <summary>Memory for the next block, as large as the largest.</summary>
    public Span<byte> Block => _filling.AsSpan(_filled, largest);

    /// <summary>Bytes of all blocks so far.</summary>
    public long Bytes { get; private set; }

    /// <summary>Takes over the block that the caller filled. Waits if both buffers are full.</summary>
    /// <param name="length">The block's bytes.</param>
    /// <exception cref="IOException">A previous block could not be written.</exception>
    public void Add(int length)
    {
        _filled += length;
        Bytes += length;
        if (_filling.Length - _filled < largest)
        {
            Send();
        }
    }

    /// <summary>Waits until every block is written.</summary>
    /// <param name="quietly">True to ignore write errors, when the recording is discarded.</param>
    /// <exception cref="IOException">A block could not be written.</exception>
    public void Finish(bool quietly)
    {
        if (quietly)
        {
            _write.ContinueWith(static _ => { }, TaskScheduler.Default).GetAwaiter().GetResult();
            return;
        }

        Send();
        _write.GetAwaiter().GetResult();
    }

    private void Send()
    {
        _write.GetAwaiter().GetResult();
        (_filling, _writing) = (_writing, _filling);
        var (block, length) = (_writing, _filled);
        _filled = 0;
        _write = Task.Run(() => target.Write(block.AsSpan(0, length)));
    }
}
