using System.Text;
using System.Text.Unicode;
using DbIngest.Sources.Input;

namespace DbIngest.Sources.Csv;

/// <summary>
/// Finds an encoding by name or content, and converts text to bytes in which ASCII characters keep their codes. Formats of text
/// call it before they split lines. It converts while it streams and never holds a file in memory.
/// </summary>
internal static class TextEncodings
{
    /// <summary>
    /// Returns the encoding of a name: one of .NET's, or a code page (<c>windows-1251</c>, <c>ibm866</c>, <c>gbk</c>).
    /// </summary>
    /// <exception cref="ArgumentException">No encoding has that name.</exception>
    public static Encoding ByName(string name)
    {
        try
        {
            return CodePagesEncodingProvider.Instance.GetEncoding(name) ?? Encoding.GetEncoding(name);
        }
        catch (Exception e) when (e is ArgumentException or NotSupportedException)
        {
            throw new ArgumentException(
                $"Input option encoding: '{name}' is not known. Try utf-8, utf-16, iso-8859-1 or windows-1252.", e);
        }
    }

    /// <summary>
    /// Detects the encoding of content: by its byte order mark (of UTF-16), by zeros at every second one of the first four bytes
    /// (UTF-16), or by bytes that are valid UTF-8. Everything else is ISO-8859-1, which no content contradicts.
    /// </summary>
    /// <param name="head">The beginning of the content.</param>
    public static Encoding Detect(ReadOnlySpan<byte> head)
    {
        if (head is [0xff, 0xfe, ..])
        {
            return Encoding.Unicode;
        }

        if (head is [0xfe, 0xff, ..])
        {
            return Encoding.BigEndianUnicode;
        }

        if (head is [not 0, 0, not 0, 0, ..])
        {
            return Encoding.Unicode;
        }

        if (head is [0, not 0, 0, not 0, ..])
        {
            return Encoding.BigEndianUnicode;
        }

        // The head may end within a character, after up to three of its bytes.
        for (int cut = 0; cut <= Math.Min(3, head.Length); cut++)
        {
            if (Utf8.IsValid(head[..^cut]))
            {
                return Encoding.UTF8;
            }
        }

        return Encoding.Latin1;
    }

    /// <summary>
    /// Returns the content as UTF-8, or unchanged where its encoding has one byte per character and keeps ASCII:
    /// <see cref="OfAscii"/> tells which.
    /// </summary>
    /// <param name="encoding">The content's encoding.</param>
    public static Stream AsAscii(Stream content, Encoding encoding) => OfAscii(encoding).Equals(encoding) ? content
        : Encoding.CreateTranscodingStream(content, encoding, Encoding.UTF8);

    /// <summary>Returns the encoding of texts in the stream that <see cref="AsAscii"/> makes of content.</summary>
    /// <param name="encoding">The content's encoding.</param>
    public static Encoding OfAscii(Encoding encoding) =>
        encoding is UTF8Encoding || (encoding.IsSingleByte && KeepsAscii(encoding)) ? encoding : Encoding.UTF8;

    /// <summary>
    /// Converts UTF-16 to UTF-8 and removes the byte order mark. Passes other content through without its mark.
    /// </summary>
    /// <param name="head">The beginning of the content, which shows its encoding.</param>
    public static Stream FromUtf16(ReadOnlySpan<byte> head, Stream content) => new UnmarkedStream(
        Detect(head) is UnicodeEncoding wide ? Encoding.CreateTranscodingStream(content, wide, Encoding.UTF8) : content);

    /// <summary>
    /// Converts the beginning of a text as <see cref="FromUtf16(ReadOnlySpan{byte}, Stream)"/> converts the whole.
    /// </summary>
    public static ReadOnlySpan<byte> FromUtf16(ReadOnlySpan<byte> head) => ByteOrderMark.Skip(
        Detect(head) is UnicodeEncoding wide ? Encoding.UTF8.GetBytes(wide.GetString(head)) : head);

    private static bool KeepsAscii(Encoding encoding)
    {
        byte[] all = [.. Enumerable.Range(0, 128).Select(value => (byte)value)];
        return encoding.GetString(all).AsSpan().SequenceEqual(Encoding.Latin1.GetString(all));
    }
}
