namespace DbIngest.Sources.Input;

/// <summary>
/// Passes a UTF-8 text through without the byte order mark at its beginning. <c>TextEncodings</c> and <c>XmlContent</c> put it
/// before the parser of a text or XML format, once per opening of a file. It buffers three bytes at most.
/// </summary>
internal sealed class UnmarkedStream(Stream inner) : ReadOnlyStream(inner)
{
    private readonly byte[] _first = new byte[3];
    private int _held;
    private int _given;
    private bool _begun;

    public override int Read(Span<byte> buffer)
    {
        if (!_begun)
        {
            _begun = true;
            _held = inner.ReadAtLeast(_first, _first.Length, throwOnEndOfStream: false);
            _given = _first.AsSpan(0, _held).SequenceEqual(ByteOrderMark.Utf8) ? _held : 0;
        }

        if (_given == _held)
        {
            return inner.Read(buffer);
        }

        int count = Math.Min(buffer.Length, _held - _given);
        _first.AsSpan(_given, count).CopyTo(buffer);
        _given += count;
        return count;
    }
}
