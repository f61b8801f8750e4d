namespace DbIngest.Sources.Input;

/// <summary>
/// Content of an input file: enforces the limit on expanded bytes, and wraps read errors in exceptions that name the file.
/// <see cref="InputFile.OpenContent"/> returns it to every format. It throws only <see cref="InputException"/>.
/// </summary>
internal sealed class ContentStream(Stream inner, string name, long limit, string remedy) : ReadOnlyStream(inner)
{
    private long _read;

    public override int Read(Span<byte> buffer)
    {
        int count;
        try
        {
            count = inner.Read(buffer);
        }
        catch (Exception e) when (
            e is IOException or InvalidDataException or UnauthorizedAccessException or NotSupportedException)
        {
            string damage = e is InvalidDataException ? "; it is damaged or cut off: copy it again" : string.Empty;
            throw new InputException(
                $"{name}: cannot be read after {_read} bytes of content: {e.Message.TrimEnd('.')}{damage}.", e);
        }

        _read += count;
        return _read <= limit ? count : throw new InputException($"{name}: the content expands to {remedy}.");
    }
}
