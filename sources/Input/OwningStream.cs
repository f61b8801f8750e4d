namespace DbIngest.Sources.Input;

/// <summary>A stream that takes along what it was opened from when it is disposed.</summary>
internal sealed class OwningStream(Stream inner, IDisposable owner) : ReadOnlyStream
{
    public override int Read(Span<byte> buffer) => inner.Read(buffer);

    protected override void Dispose(bool disposing)
    {
        if (disposing)
        {
            inner.Dispose();
            owner.Dispose();
        }

        base.Dispose(disposing);
    }
}
