namespace DbIngest.Sources.LineProtocol;

/// <summary>
/// Parses one line of InfluxData's line protocol: <c>measurement,tag=a,tag=b field=1.5,count=2i,on=t,note="a b"
/// 1556813561098000000</c>. <see cref="LineProtocolReader"/>, <see cref="LineProtocolSniffer"/> and
/// <see cref="LineProtocolFormat"/> create one per line. Allocates nothing. A line without a time, which the protocol allows,
/// is a fault here. A backslash escapes a comma, an equals sign or a space in names, and a quote or a backslash in quoted
/// texts.
/// </summary>
internal ref struct LineProtocolPoint
{
    private ReadOnlySpan<byte> _rest;

    /// <summary>The measurement, with its backslashes.</summary>
    public ReadOnlySpan<byte> Measurement { get; private set; }

    /// <summary>The tags, as <c>key=value,key=value</c> with their backslashes.</summary>
    public ReadOnlySpan<byte> Tags { get; private set; }

    /// <summary>The time. Empty when the line has none.</summary>
    public ReadOnlySpan<byte> Time { get; private set; }

    /// <summary>Parses a line into its parts.</summary>
    /// <returns>The fault, as a clause; null when the line is sound.</returns>
    public static string? Parse(ReadOnlySpan<byte> line, out LineProtocolPoint point)
    {
        point = default;
        line = line.Trim(" \t"u8);
        int space = Unescaped(line, " "u8);
        if (space <= 0)
        {
            return "it is not of the form 'measurement,tag=text field=number time'";
        }

        var series = line[..space];
        int comma = Unescaped(series, ","u8);
        point.Measurement = comma < 0 ? series : series[..comma];
        point.Tags = comma < 0 ? default : series[(comma + 1)..];
        var fields = line[(space + 1)..].TrimStart((byte)' ');
        int end = FieldsEnd(fields);
        point._rest = fields[..end];
        point.Time = fields[end..].Trim((byte)' ');
        if (point.Measurement.IsEmpty)
        {
            return "it has no measurement";
        }

        return point.Time.IsEmpty ? "it has no time" : null;
    }

    /// <summary>Moves to the next field.</summary>
    /// <param name="key">The field's key, with its backslashes.</param>
    /// <param name="value">The field's value as written; a text in its quotes.</param>
    /// <returns>False at the end, or when the rest is not a field. Then <see cref="HasRest"/> is true.</returns>
    public bool TryNext(out ReadOnlySpan<byte> key, out ReadOnlySpan<byte> value)
    {
        key = value = default;
        int sign = Unescaped(_rest, "="u8);
        if (sign <= 0 || sign + 1 >= _rest.Length)
        {
            return false;
        }

        key = _rest[..sign];
        var rest = _rest[(sign + 1)..];
        int length = rest[0] == '"' ? TextLength(rest) : rest.IndexOf((byte)',') is var comma and >= 0 ? comma : rest.Length;
        if (length <= 0 || (length < rest.Length && rest[length] != ','))
        {
            return false;
        }

        value = rest[..length];
        _rest = length < rest.Length ? rest[(length + 1)..] : default;
        return true;
    }

    /// <summary>True when something follows the last field.</summary>
    public readonly bool HasRest => !_rest.IsEmpty;

    /// <summary>Returns the value of a tag, with its backslashes. Empty without the tag.</summary>
    public readonly ReadOnlySpan<byte> Tag(ReadOnlySpan<byte> key)
    {
        var rest = Tags;
        while (!rest.IsEmpty)
        {
            int comma = Unescaped(rest, ","u8);
            var pair = comma < 0 ? rest : rest[..comma];
            rest = comma < 0 ? default : rest[(comma + 1)..];
            int sign = Unescaped(pair, "="u8);
            if (sign > 0 && pair[..sign].SequenceEqual(key))
            {
                return pair[(sign + 1)..];
            }
        }

        return default;
    }

    /// <summary>Finds the first of some characters that has no backslash before it. -1 without one.</summary>
    public static int Unescaped(ReadOnlySpan<byte> text, ReadOnlySpan<byte> wanted)
    {
        for (int from = 0; ;)
        {
            int found = text[from..].IndexOfAny(wanted);
            if (found < 0)
            {
                return -1;
            }

            found += from;
            if (found == 0 || text[found - 1] != '\\')
            {
                return found;
            }

            from = found + 1;
        }
    }

    /// <summary>Returns the length of a quoted text including its quotes. 0 when it does not end.</summary>
    private static int TextLength(ReadOnlySpan<byte> text)
    {
        for (int i = 1; i < text.Length; i++)
        {
            if (text[i] == '\\')
            {
                i++;
            }
            else if (text[i] == '"')
            {
                return i + 1;
            }
        }

        return 0;
    }

    /// <summary>Finds the end of the fields: the first space that is neither escaped nor in quotes.</summary>
    private static int FieldsEnd(ReadOnlySpan<byte> fields)
    {
        bool quoted = false;
        for (int i = 0; i < fields.Length; i++)
        {
            switch (fields[i])
            {
                case (byte)'\\':
                    i++;
                    break;
                case (byte)'"':
                    // In a key a quote is an ordinary character.
                    quoted = !quoted && i > 0 && fields[i - 1] == (byte)'=';
                    break;
                case (byte)' ' when !quoted:
                    return i;
                default:
                    break;
            }
        }

        return fields.Length;
    }
}
