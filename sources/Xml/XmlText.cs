namespace DbIngest.Sources.Xml;

/// <summary>
/// Collects the text of an element, with its references decoded and its length bounded. <see cref="XmlScanner"/> owns one and
/// reuses it for every element. Allocates nothing after its construction.
/// </summary>
internal sealed class XmlText
{
    /// <summary>Longest text, in bytes.</summary>
    public const int MaxBytes = 64 * 1024;

    private readonly byte[] _bytes = new byte[MaxBytes];
    private int _length;

    public bool IsEmpty => _length == 0;

    /// <summary>The text without surrounding white space.</summary>
    public ReadOnlySpan<byte> Trimmed => _bytes.AsSpan(0, _length).Trim(" \t\r\n"u8);

    public void Clear() => _length = 0;

    /// <summary>Appends text without references.</summary>
    /// <returns>The fault, as a clause; null when it was appended.</returns>
    public string? Append(ReadOnlySpan<byte> text)
    {
        if (text.Length > MaxBytes - _length)
        {
            return FormattableString.Invariant($"a text is longer than {MaxBytes} bytes");
        }

        text.CopyTo(_bytes.AsSpan(_length));
        _length += text.Length;
        return null;
    }

    /// <summary>Appends text and decodes its references.</summary>
    /// <returns>The fault, as a clause; null when it was appended.</returns>
    public string? AppendDecoded(ReadOnlySpan<byte> text)
    {
        Span<byte> character = stackalloc byte[4];
        while (!text.IsEmpty)
        {
            int reference = text.IndexOf((byte)'&');
            if (reference < 0)
            {
                return Append(text);
            }

            int end = text[reference..].IndexOf((byte)';');
            if (end < 0 || !XmlReferences.TryDecode(text.Slice(reference + 1, end - 1), character, out int bytes))
            {
                return "a reference is to an entity that is not defined, or is no reference";
            }

            if ((Append(text[..reference]) ?? Append(character[..bytes])) is { } fault)
            {
                return fault;
            }

            text = text[(reference + end + 1)..];
        }

        return null;
    }
}
