namespace DbIngest.Sources.Csv;

/// <summary>
/// Parses numbers whose digits stand in groups of three: <c>1,234,567.5</c>, <c>1.234,5</c>, <c>1 234,5</c>, <c>1'234.5</c>.
/// <see cref="CsvReader"/> calls it for fields of files with groups, <see cref="CsvSniffer"/>, <see cref="DigitGrouping"/> and
/// <see cref="NumberFormat"/> while the layout is determined. Allocates nothing.
/// </summary>
internal static class GroupedNumber
{
    private const int MaxBytes = 64;

    /// <summary>Possible bytes between groups. A space includes no-break spaces, an apostrophe the typographic one.</summary>
    public static ReadOnlySpan<byte> Separators => ",.' "u8;

    /// <summary>Parses a number with at least one separator, all of them in their places. False for any other text.</summary>
    /// <param name="separator">The byte between groups: one of <see cref="Separators"/>.</param>
    /// <param name="decimalMark">The byte before a fraction.</param>
    public static bool TryParse(ReadOnlySpan<byte> text, byte separator, byte decimalMark, out double value)
    {
        value = 0;
        if (text.Length > MaxBytes)
        {
            return false;
        }

        Span<byte> plain = stackalloc byte[MaxBytes];
        int length = Join(text, separator, decimalMark, plain);
        return length > 0 && NumberParser.TryParse(plain[..length], decimalMark, out value);
    }

    /// <summary>Copies a number without its separators.</summary>
    /// <returns>The number of bytes copied; 0 when a group has not three digits, when the number has one group, or when it begins
    /// with 0: <c>0,125</c> is a fraction.</returns>
    private static int Join(ReadOnlySpan<byte> text, byte separator, byte decimalMark, Span<byte> plain)
    {
        int length = 0;
        int i = 0;
        if (i < text.Length && text[i] is (byte)'-' or (byte)'+')
        {
            plain[length++] = text[i++];
        }

        int begin = length;
        int groups = 0;
        while (true)
        {
            int first = i;
            while (i < text.Length && (uint)(text[i] - '0') <= 9)
            {
                plain[length++] = text[i++];
            }

            int digits = i - first;
            if (groups == 0 ? digits is < 1 or > 3 : digits != 3)
            {
                return 0;
            }

            groups++;
            int bytes = SeparatorBytes(text[i..], separator);
            if (bytes == 0)
            {
                break;
            }

            i += bytes;
        }

        if (groups < 2 || plain[begin] == '0' || (i < text.Length && text[i] != decimalMark))
        {
            return 0;
        }

        text[i..].CopyTo(plain[length..]);
        return length + text.Length - i;
    }

    private static int SeparatorBytes(ReadOnlySpan<byte> text, byte separator) => text switch
    {
        [] => 0,
        [0xc2, 0xa0, ..] when separator == ' ' => 2,
        [0xe2, 0x80, 0xaf or 0x89, ..] when separator == ' ' => 3,
        [0xe2, 0x80, 0x99, ..] when separator == '\'' => 3,
        [var first, ..] => first == separator ? 1 : 0,
    };
}
