namespace DbIngest.Sources.Input;

/// <summary>
/// Base of streams that can only be read from front to back. The streams between a file and its format derive from it and
/// implement <see cref="Read(Span{byte})"/>. Everything else throws <see cref="NotSupportedException"/>.
/// </summary>
/// <param name="content">Disposed with the stream.</param>
internal abstract class ReadOnlyStream(IDisposable content) : Stream
{
    public override bool CanRead => true;

    public override bool CanSeek => false;

    public override bool CanWrite => false;

    public override long Length => throw new NotSupportedException();

    public override long Position
    {
        get => throw new NotSupportedException();
        set => throw new NotSupportedException();
    }

    public abstract override int Read(Span<byte> buffer);

    public override int Read(byte[] buffer, int offset, int count) => Read(buffer.AsSpan(offset, count));

    public override void Flush()
    {
    }

    public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

    public override void SetLength(long value) => throw new NotSupportedException();

    public override void Write(byte[] buffer, int offset, int count) => throw new NotSupportedException();

    protected override void Dispose(bool disposing)
    {
        if (disposing)
        {
            content.Dispose();
        }

        base.Dispose(disposing);
    }
}
