using System.Text;
using DbIngest.Sources.Csv;
using DbIngest.Sources.Input;

namespace DbIngest.Sources.Xml;

/// <summary>
/// Recognises XML documents and converts them to UTF-8 from the encoding of their declaration or byte order mark.
/// <see cref="MeasurementFormat"/> and <see cref="EspiFormat"/> call it before <see cref="XmlScanner"/>, which reads UTF-8 alone,
/// and <c>RefusedFormat</c> to recognise other XML. It converts while it streams.
/// </summary>
internal static class XmlContent
{
    private const int MaxDeclarationBytes = 200;

    /// <summary>True when content begins like an XML document.</summary>
    public static bool Recognises(ReadOnlySpan<byte> head) =>
        AsText(head).TrimStart("\uFEFF \t\r\n") is ['<', var next, ..] && (next is '?' or '!' or '_' || char.IsLetter(next));

    /// <summary>Returns the start of the content as text, for recognition.</summary>
    public static ReadOnlySpan<char> AsText(ReadOnlySpan<byte> head) => TextEncodings.Detect(head).GetString(head);

    /// <summary>Converts the content where necessary.</summary>
    /// <exception cref="InputException">The declaration names an unknown encoding. The content is then disposed.</exception>
    public static Stream AsUtf8(string name, ReadOnlySpan<byte> head, Stream content)
    {
        var encoding = TextEncodings.Detect(head);
        if (encoding.GetByteCount("a") == 1 && Declared(head) is { } declared)
        {
            try
            {
                encoding = TextEncodings.ByName(declared);
            }
            catch (ArgumentException e)
            {
                content.Dispose();
                throw new InputException(
                    $"{name}: its declaration names an encoding that is not known, '{SafeText.Text(declared)}'.", e);
            }
        }

        return new UnmarkedStream(
            encoding is UTF8Encoding or ASCIIEncoding ? content
                : Encoding.CreateTranscodingStream(content, encoding, Encoding.UTF8));
    }

    /// <summary>Returns the encoding that the declaration names. Null without one.</summary>
    private static string? Declared(ReadOnlySpan<byte> head)
    {
        string start = Encoding.ASCII.GetString(head[..Math.Min(head.Length, MaxDeclarationBytes)]);
        int end = start.IndexOf("?>", StringComparison.Ordinal);
        int key = start.IndexOf("encoding", StringComparison.Ordinal);
        if (!start.TrimStart('?', ' ', '\r', '\n').StartsWith("<?xml", StringComparison.Ordinal) || key < 0 || key > end)
        {
            return null;
        }

        string[] parts = start[key..end].Split('"', '\'');
        return parts.Length > 1 ? parts[1] : null;
    }
}
