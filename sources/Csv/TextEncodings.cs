using System.Text;
using System.Text.Unicode;
using DbIngest.Sources.Input;

namespace DbIngest.Sources.Csv;

/// <summary>Finds an encoding by name or content, and gives text as bytes in which ASCII characters stand for themselves.</summary>
internal static class TextEncodings
{
    /// <summary>The encoding of a name, .NET's own and the code pages (<c>windows-1251</c>, <c>ibm866</c>, <c>gbk</c>).</summary>
    /// <exception cref="ArgumentException">There is none of that name.</exception>
    public static Encoding ByName(string name)
    {
        try
        {
            return CodePagesEncodingProvider.Instance.GetEncoding(name) ?? Encoding.GetEncoding(name);
        }
        catch (Exception e) when (e is ArgumentException or NotSupportedException)
        {
            throw new ArgumentException($"Input option encoding: '{name}' is not known here. Try utf-8, utf-16, iso-8859-1 or windows-1252.", e);
        }
    }

    /// <summary>
    /// The encoding of a content: by its byte order mark; UTF-16 when every second byte is zero; UTF-8 when it is valid as such;
    /// otherwise ISO-8859-1, which no content contradicts.
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

        // The head may end within a character: at most three bytes of it.
        for (int cut = 0; cut <= Math.Min(3, head.Length); cut++)
        {
            if (Utf8.IsValid(head[..^cut]))
            {
                return Encoding.UTF8;
            }
        }

        return Encoding.Latin1;
    }

    /// <summary>The content as UTF-8, or in its own encoding where that has one byte a character and ASCII for its lower half.</summary>
    /// <param name="content">The content.</param>
    /// <param name="encoding">Its encoding.</param>
    /// <param name="headers">The encoding in which texts are then to be decoded.</param>
    public static Stream AsAscii(Stream content, Encoding encoding, out Encoding headers)
    {
        bool ascii = encoding is UTF8Encoding || (encoding.IsSingleByte && KeepsAscii(encoding));
        headers = ascii ? encoding : Encoding.UTF8;
        return ascii ? content : Encoding.CreateTranscodingStream(content, encoding, Encoding.UTF8);
    }

    /// <summary>Text as UTF-8 without a byte order mark, if it is UTF-16; else as it is, without a mark.</summary>
    /// <param name="head">Its beginning, by which its encoding is told.</param>
    /// <param name="content">All of it.</param>
    public static Stream FromUtf16(ReadOnlySpan<byte> head, Stream content) => new UnmarkedStream(
        Detect(head) is UnicodeEncoding wide ? Encoding.CreateTranscodingStream(content, wide, Encoding.UTF8) : content);

    /// <summary>The beginning of a text, as <see cref="FromUtf16(ReadOnlySpan{byte}, Stream)"/> gives the whole of it.</summary>
    public static ReadOnlySpan<byte> FromUtf16(ReadOnlySpan<byte> head) => ByteOrderMark.Skip(
        Detect(head) is UnicodeEncoding wide ? Encoding.UTF8.GetBytes(wide.GetString(head)) : head);

    private static bool KeepsAscii(Encoding encoding)
    {
        byte[] all = [.. Enumerable.Range(0, 128).Select(value => (byte)value)];
        return encoding.GetString(all).AsSpan().SequenceEqual(Encoding.Latin1.GetString(all));
    }
}
