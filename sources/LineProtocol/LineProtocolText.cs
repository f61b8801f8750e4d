namespace DbIngest.Sources.LineProtocol;

/// <summary>
/// Removes the syntax of line protocol from names and values. <see cref="LineProtocolReader"/> calls it per field of every line,
/// <see cref="LineProtocolSniffer"/> and <see cref="LineProtocolFormat"/> per field of the first lines. Allocates nothing.
/// </summary>
internal static class LineProtocolText
{
    /// <summary>
    /// Returns a value as a number or a text: 1 or 0 for true or false, digits without the <c>i</c> or <c>u</c> of whole numbers,
    /// a text without its quotes.
    /// </summary>
    public static ReadOnlySpan<byte> Plain(ReadOnlySpan<byte> value)
    {
        if (value is [(byte)'"', .., (byte)'"'])
        {
            return value[1..^1];
        }

        if (value.SequenceEqual("t"u8) || value.SequenceEqual("T"u8) || value.SequenceEqual("true"u8)
            || value.SequenceEqual("True"u8) || value.SequenceEqual("TRUE"u8))
        {
            return "1"u8;
        }

        if (value.SequenceEqual("f"u8) || value.SequenceEqual("F"u8) || value.SequenceEqual("false"u8)
            || value.SequenceEqual("False"u8) || value.SequenceEqual("FALSE"u8))
        {
            return "0"u8;
        }

        return value is [.., >= (byte)'0' and <= (byte)'9', (byte)'i' or (byte)'u'] ? value[..^1] : value;
    }

    /// <summary>Returns a name without the backslashes before commas, equals signs and spaces.</summary>
    /// <param name="buffer">Receives a name that had backslashes; at least as long as the name.</param>
    public static ReadOnlySpan<byte> Unescape(ReadOnlySpan<byte> name, Span<byte> buffer)
    {
        if (!name.Contains((byte)'\\'))
        {
            return name;
        }

        int length = 0;
        for (int i = 0; i < name.Length; i++)
        {
            i += name[i] == '\\' && i + 1 < name.Length && name[i + 1] is (byte)',' or (byte)'=' or (byte)' ' ? 1 : 0;
            buffer[length++] = name[i];
        }

        return buffer[..length];
    }
}
