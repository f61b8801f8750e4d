namespace DbIngest.Sources.Lines;

/// <summary>
/// Walks through the pairs of a line: <c>u=230.1 note="a b", i=  5</c>. What stands before the first pair is its head. Spaces
/// before a value belong to nothing: programs that write columns put them there.
/// </summary>
internal ref struct KeyValuePairs
{
    private ReadOnlySpan<byte> _rest;

    /// <summary>Begins with a line.</summary>
    public KeyValuePairs(ReadOnlySpan<byte> line)
    {
        int first = FirstKey(line);
        Head = line[..first].Trim(" \t,;[]|"u8);
        _rest = line[first..];
    }

    /// <summary>What stands before the first pair, without brackets and separators around it.</summary>
    public ReadOnlySpan<byte> Head { get; }

    /// <summary>Bytes between pairs that belong to none of them.</summary>
    public int StrayBytes { get; private set; }

    /// <summary>Goes to the next pair.</summary>
    /// <returns>False at the end of the line.</returns>
    public bool TryNext(out ReadOnlySpan<byte> key, out ReadOnlySpan<byte> value)
    {
        int at = FirstKey(_rest);
        StrayBytes += _rest[..at].Trim(" \t,;|"u8).Length;
        _rest = _rest[at..];
        if (_rest.IsEmpty)
        {
            key = value = default;
            return false;
        }

        int sign = _rest.IndexOf((byte)'=');
        key = _rest[..sign];
        _rest = _rest[(sign + 1)..];
        if (_rest is [(byte)' ' or (byte)'\t', ..])
        {
            SkipPadding();
        }

        if (_rest is [(byte)'"', ..])
        {
            int end = _rest[1..].IndexOf((byte)'"');
            value = end < 0 ? _rest[1..] : _rest.Slice(1, end);
            _rest = end < 0 ? default : _rest[(end + 2)..];
            return true;
        }

        int length = _rest.IndexOfAny(" \t,;|"u8);
        value = length < 0 ? _rest : _rest[..length];
        _rest = length < 0 ? default : _rest[length..];
        return true;
    }

    /// <summary>
    /// Passes over spaces before a value. What is a pair itself, or a separator, is no value: then the key has none.
    /// </summary>
    private void SkipPadding()
    {
        var padded = _rest.TrimStart(" \t"u8);
        int end = padded.IndexOfAny(" \t,;|"u8);
        var word = end < 0 ? padded : padded[..end];
        if (padded is [(byte)'"', ..] || FirstKey(word) == word.Length)
        {
            _rest = padded;
        }
    }

    /// <summary>Where the first key begins: letters, digits and <c>_ . - /</c> right before an equals sign, with a letter first.</summary>
    private static int FirstKey(ReadOnlySpan<byte> text)
    {
        for (int from = 0; ;)
        {
            int sign = text[from..].IndexOf((byte)'=');
            if (sign < 0)
            {
                return text.Length;
            }

            sign += from;
            int start = sign;
            while (start > from && (char.IsAsciiLetterOrDigit((char)text[start - 1]) || text[start - 1] is (byte)'_' or (byte)'.' or (byte)'-' or (byte)'/'))
            {
                start--;
            }

            if (start < sign && (char.IsAsciiLetter((char)text[start]) || text[start] == '_'))
            {
                return start;
            }

            from = sign + 1;
        }
    }
}
