namespace DbIngest.Sources.Input;

/// <summary>The content of an input: counts what is read against its limit, and turns read errors into ones that name the file.</summary>
internal sealed class ContentStream(Stream inner, string name, long limit, string remedy) : ReadOnlyStream
{
    private long _read;

    public override int Read(Span<byte> buffer)
    {
        int count;
        try
        {
            count = inner.Read(buffer);
        }
        catch (Exception e) when (e is IOException or InvalidDataException or UnauthorizedAccessException or NotSupportedException)
        {
            throw new InputException($"{name}: cannot be read after {_read} bytes of content: {e.Message}", e);
        }

        _read += count;
        return _read <= limit ? count : throw new InputException($"{name}: the content expands to {remedy}.");
    }

    protected override void Dispose(bool disposing)
    {
        if (disposing)
        {
            inner.Dispose();
        }

        base.Dispose(disposing);
    }
}
