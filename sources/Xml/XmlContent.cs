using System.Text;
using DbIngest.Sources.Csv;
using DbIngest.Sources.Input;

namespace DbIngest.Sources.Xml;

/// <summary>Gives the content of an XML document as UTF-8, whatever encoding its declaration or its byte order mark says.</summary>
internal static class XmlContent
{
    private const int MaxDeclarationBytes = 200;

    /// <summary>Whether content begins like an XML document.</summary>
    public static bool Recognises(ReadOnlySpan<byte> head) =>
        AsText(head).TrimStart("\uFEFF \t\r\n") is ['<', var next, ..] && (next is '?' or '!' or '_' || char.IsLetter(next));

    /// <summary>The start of the content as text, for recognition.</summary>
    public static ReadOnlySpan<char> AsText(ReadOnlySpan<byte> head) => TextEncodings.Detect(head).GetString(head);

    /// <summary>Transcodes the content where that is needed.</summary>
    /// <param name="name">The file, for messages.</param>
    /// <param name="head">Its beginning.</param>
    /// <param name="content">All of it.</param>
    /// <exception cref="InputException">Its declaration names an encoding that is not known; the content is then disposed.</exception>
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
                throw new InputException($"{name}: the encoding that its declaration names, '{Shown.Text(declared)}', is not known here.", e);
            }
        }

        return new UnmarkedStream(
            encoding is UTF8Encoding or ASCIIEncoding ? content : Encoding.CreateTranscodingStream(content, encoding, Encoding.UTF8));
    }

    /// <summary>The encoding that the declaration names; null when there is none.</summary>
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
