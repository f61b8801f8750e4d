namespace DbIngest.Sources.Recording;

/// <summary>Writes blocks behind the back of whoever fills them: some are written while the next ones are filled.</summary>
/// <param name="target">Where they go.</param>
/// <param name="largest">Bytes of the largest block.</param>
internal sealed class BlockPipe(Stream target, int largest)
{
    /// <summary>As much is written at once: handing over to another thread costs some microseconds.</summary>
    private const int BytesAtOnce = 1 << 20;

    private byte[] _filling = new byte[Math.Max(BytesAtOnce, largest)];
    private byte[] _writing = new byte[Math.Max(BytesAtOnce, largest)];
    private Task _write = Task.CompletedTask;
    private int _filled;

    /// <summary>The room of the next block.</summary>
    public Span<byte> Block => _filling.AsSpan(_filled, largest);

    /// <summary>Bytes of all blocks so far.</summary>
    public long Bytes { get; private set; }

    /// <summary>Takes the block that was filled.</summary>
    /// <param name="length">Its bytes.</param>
    /// <exception cref="IOException">A block before it could not be written.</exception>
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
    /// <param name="quietly">Whether it does not matter any more what became of them.</param>
    /// <exception cref="IOException">One could not be written.</exception>
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
