using System.Buffers;

namespace DbIngest.Sources.Xml;

/// <summary>
/// Parses the name and the attributes of a start tag, which extends from its opening to its closing bracket.
/// <see cref="XmlScanner"/> calls it for every tag, and <see cref="EspiReader"/> for the local name of an element of a plain
/// reading. Allocates nothing and never reads beyond the tag.
/// </summary>
internal static class XmlAttributes
{
    private static readonly SearchValues<byte> NameEnd = SearchValues.Create(" \t\r\n/>=<\"'&"u8);

    /// <summary>White space of XML documents.</summary>
    public static SearchValues<byte> Space { get; } = SearchValues.Create(" \t\r\n"u8);

    /// <summary>Returns the part of a name after its colon, or the whole name.</summary>
    public static ReadOnlySpan<byte> Local(ReadOnlySpan<byte> qualified) => qualified[(qualified.LastIndexOf((byte)':') + 1)..];

    /// <summary>Returns the end of a tag's name. 1 when it has no name.</summary>
    public static int NameEndOf(ReadOnlySpan<byte> tag) => tag[1..].IndexOfAny(NameEnd) + 1;

    /// <summary>True when a tag has no attributes, or well-formed ones.</summary>
    /// <param name="at">The end of its name.</param>
    public static bool AreWellFormed(ReadOnlySpan<byte> tag, int at)
    {
        while (Next(tag, ref at, out _, out _) is { } more)
        {
            if (!more)
            {
                return true;
            }
        }

        return false;
    }

    /// <summary>Finds the next attribute of a tag.</summary>
    /// <param name="at">The end of the previous attribute; updated.</param>
    /// <param name="key">The attribute's name.</param>
    /// <param name="value">The text between its quotes.</param>
    /// <returns>False at the end of the tag; null when the attribute is malformed.</returns>
    public static bool? Next(ReadOnlySpan<byte> tag, ref int at, out Range key, out Range value)
    {
        int first = SkipSpace(tag, at);
        key = value = default;
        if (tag[first..] is [(byte)'>'] or [(byte)'/', (byte)'>'])
        {
            return false;
        }

        int keyBytes = tag[first..].IndexOfAny(NameEnd);
        int equals = SkipSpace(tag, first + Math.Max(0, keyBytes));
        int open = tag[equals] == '=' ? SkipSpace(tag, equals + 1) : equals;
        int valueBytes = tag[open] is (byte)'"' or (byte)'\'' ? tag[(open + 1)..].IndexOf(tag[open]) : -1;
        if (first == at || keyBytes <= 0 || valueBytes < 0 || tag.Slice(open + 1, valueBytes).Contains((byte)'<'))
        {
            return null;
        }

        key = first..(first + keyBytes);
        value = (open + 1)..(open + 1 + valueBytes);
        at = open + valueBytes + 2;
        return true;
    }

    /// <summary>
    /// Returns the first index from <paramref name="at"/> on without white space. A tag ends with a bracket, so one exists.
    /// </summary>
    private static int SkipSpace(ReadOnlySpan<byte> tag, int at)
    {
        while (Space.Contains(tag[at]))
        {
            at++;
        }

        return at;
    }
}
