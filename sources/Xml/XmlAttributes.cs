using System.Buffers;

namespace DbIngest.Sources.Xml;

/// <summary>The names and attributes in a start tag, from its bracket to its bracket.</summary>
internal static class XmlAttributes
{
    private static readonly SearchValues<byte> NameEnd = SearchValues.Create(" \t\r\n/>=<\"'&"u8);

    /// <summary>What every XML document takes for a space.</summary>
    public static SearchValues<byte> Space { get; } = SearchValues.Create(" \t\r\n"u8);

    /// <summary>What follows the colon of a name, or all of it.</summary>
    public static ReadOnlySpan<byte> Local(ReadOnlySpan<byte> qualified) => qualified[(qualified.LastIndexOf((byte)':') + 1)..];

    /// <summary>Where the name of a tag ends; 1 when it has none.</summary>
    public static int NameEndOf(ReadOnlySpan<byte> tag) => tag[1..].IndexOfAny(NameEnd) + 1;

    /// <summary>Whether a tag has attributes that are well-formed, or none.</summary>
    /// <param name="tag">The tag.</param>
    /// <param name="at">Where its name ends.</param>
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
    /// <param name="tag">The tag.</param>
    /// <param name="at">Where the last one ended; moved on.</param>
    /// <param name="key">Its name.</param>
    /// <param name="value">What stands between its quotes.</param>
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

    /// <summary>The first place from <paramref name="at"/> on that is no space; a tag ends with a bracket, so there is one.</summary>
    private static int SkipSpace(ReadOnlySpan<byte> tag, int at)
    {
        while (Space.Contains(tag[at]))
        {
            at++;
        }

        return at;
    }
}
