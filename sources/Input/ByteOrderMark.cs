namespace DbIngest.Sources.Input;

/// <summary>The mark with which some programs begin a text in UTF-8.</summary>
internal static class ByteOrderMark
{
    /// <summary>Its bytes. (A literal such as "\xEF"u8 would be two: the UTF-8 of U+00EF.)</summary>
    public static ReadOnlySpan<byte> Utf8 => [0xef, 0xbb, 0xbf];

    /// <summary>The content without the marks that it begins with.</summary>
    public static ReadOnlySpan<byte> Skip(ReadOnlySpan<byte> content)
    {
        while (content.StartsWith(Utf8))
        {
            content = content[Utf8.Length..];
        }

        return content;
    }
}
