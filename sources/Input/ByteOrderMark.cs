namespace DbIngest.Sources.Input;

/// <summary>
/// The byte order mark with which some programs begin UTF-8 text. The recognition of formats and the parser of COMTRADE's
/// configuration skip repeated marks, which concatenated files have. <see cref="UnmarkedStream"/> and <c>CsvLines</c> skip only
/// the first mark. Pure functions.
/// </summary>
internal static class ByteOrderMark
{
    /// <summary>The mark's bytes. (A literal such as "\xEF"u8 would have two bytes: the UTF-8 of U+00EF.)</summary>
    public static ReadOnlySpan<byte> Utf8 => [0xef, 0xbb, 0xbf];

    /// <summary>Returns the content without the marks at its beginning.</summary>
    public static ReadOnlySpan<byte> Skip(ReadOnlySpan<byte> content)
    {
        while (content.StartsWith(Utf8))
        {
            content = content[Utf8.Length..];
        }

        return content;
    }
}
