using System.Buffers;
using System.Text;

namespace DbIngest.Sources.Lines;

/// <summary>
/// Iterates over the pairs of a line: <c>u=230.1 note="a b", i= 5</c>. <see cref="KeyValueReader"/>,
/// <see cref="KeyValueSniffer"/> and <see cref="KeyValueFormat"/> create one per line. Allocates nothing. The text before the
/// first pair is the line's head. Spaces before a value are skipped, since programs that write columns put them there.
/// </summary>
internal ref struct KeyValuePairs
{
    private ReadOnlySpan<byte> _rest;

    public KeyValuePairs(ReadOnlySpan<byte> line)
    {
        int first = FirstKey(line);
        Head = line[..first].Trim(" \t,;[]|"u8);
        _rest = line[first..];
    }

    /// <summary>The text before the first pair, without brackets and separators around it.</summary>
    public ReadOnlySpan<byte> Head { get; }

    /// <summary>Number of bytes between pairs that belong to no pair.</summary>
    public int StrayBytes { get; private set; }

    /// <summary>True when a comma and a digit follow the value directly: <c>u=230,5</c>. No key begins with a digit.</summary>
    public bool IsCutAtComma { get; private set; }

    /// <summary>Moves to the next pair. False at the end of the line.</summary>
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
            int end = ClosingQuote(_rest[1..]);
            value = end < 0 ? _rest[1..] : _rest.Slice(1, end);
            _rest = end < 0 ? default : _rest[(end + 2)..];
            IsCutAtComma = false;
            return true;
        }

        int length = _rest.IndexOfAny(" \t,;|"u8);
        value = WithClock(length < 0 ? _rest : _rest[..length]);
        _rest = _rest[value.Length..];
        IsCutAtComma = _rest is [(byte)',', >= (byte)'0' and <= (byte)'9', ..];
        return true;
    }

    /// <summary>
    /// Finds the quote that ends a value: the first one without a backslash before it. Where text follows that one directly, or
    /// where there is none, the backslashes are no escapes, as in <c>path="C:\" note="x"</c>, and the first quote of all ends the
    /// value. docs/reference/inputs.md states the rule.
    /// </summary>
    private static int ClosingQuote(ReadOnlySpan<byte> text)
    {
        int at = 0;
        while (at < text.Length && text[at] != '"')
        {
            at += text[at] == '\\' ? 2 : 1;
        }

        return at < text.Length && (at + 1 == text.Length || " \t,;|]"u8.Contains(text[at + 1])) ? at : text.IndexOf((byte)'"');
    }

    /// <summary>
    /// Returns a value and what stands behind it of a time, after a space: <c>time=2026-01-31 12:00:00</c>. Returns other values,
    /// also numbers, as they are.
    /// </summary>
    private readonly ReadOnlySpan<byte> WithClock(ReadOnlySpan<byte> value)
    {
        if (value is not [>= (byte)'0' and <= (byte)'9', ..]
            || _rest[value.Length..].TrimStart(" \t"u8) is not [(>= (byte)'0' and <= (byte)'9') or (byte)'+' or (byte)'-', ..]
            || KeyValueSniffer.TryNumber(value, out _, out _))
        {
            return value;
        }

        var time = KeyValueSniffer.HeadTime(_rest[..FirstKey(_rest)].TrimEnd(" \t,;[]|"u8));
        return time.Length > value.Length ? time : value;
    }

    /// <summary>Skips spaces before a value. If a pair or a separator follows them, the key has no value.</summary>
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

    /// <summary>
    /// Finds the first key: letters, digits and <c>_ . - /</c> directly before an equals sign, with a letter or <c>_</c> first.
    /// </summary>
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
            while (start > from && KeyBytes(text[from..start]) is > 0 and var bytes)
            {
                start -= bytes;
            }

            if (start < sign && (char.IsAsciiLetter((char)text[start]) || text[start] is (byte)'_' or >= 0x80))
            {
                return start;
            }

            from = sign + 1;
        }
    }

    /// <summary>Returns the bytes of the last character of a text if it may be part of a key, else 0.</summary>
    private static int KeyBytes(ReadOnlySpan<byte> text)
    {
        byte last = text[^1];
        if (last < 0x80)
        {
            return char.IsAsciiLetterOrDigit((char)last) || last is (byte)'_' or (byte)'.' or (byte)'-' or (byte)'/' ? 1 : 0;
        }

        return Rune.DecodeLastFromUtf8(text, out var letter, out int bytes) == OperationStatus.Done && Rune.IsLetter(letter)
            ? bytes
            : 0;
    }
}
