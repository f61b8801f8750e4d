namespace DbIngest.Sources.Xml;

/// <summary>The text of an element as it is put together, with its references replaced. Its length is bounded.</summary>
internal sealed class XmlText
{
    /// <summary>The longest text, in bytes.</summary>
    public const int MaxBytes = 64 * 1024;

    private readonly byte[] _bytes = new byte[MaxBytes];
    private int _length;

    /// <summary>Whether there is none.</summary>
    public bool IsEmpty => _length == 0;

    /// <summary>The text without spaces around it.</summary>
    public ReadOnlySpan<byte> Trimmed => _bytes.AsSpan(0, _length).Trim(" \t\r\n"u8);

    /// <summary>Begins a new one.</summary>
    public void Clear() => _length = 0;

    /// <summary>Adds text that has no references.</summary>
    /// <returns>What is wrong, as a clause; null when nothing is.</returns>
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

    /// <summary>Adds text and replaces its references.</summary>
    /// <returns>What is wrong, as a clause; null when nothing is.</returns>
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
