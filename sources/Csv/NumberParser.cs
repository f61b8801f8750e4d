using System.Globalization;
using System.Numerics;
using System.Runtime.CompilerServices;

namespace DbIngest.Sources.Csv;

/// <summary>
/// Parses decimal numbers from ASCII text, correctly rounded: gives the same double as <see cref="double.Parse(string)"/>. The
/// readers of all text formats call it for every value. Allocates nothing and never returns negative zero.
/// </summary>
/// <remarks>
/// W. D. Clinger, "How to read floating point numbers accurately", PLDI 1990: when the digits are an integer up to 2^53 and the
/// power of ten is at most 22, both are exact doubles, and their one product or quotient is the correctly rounded result. Nearly
/// every measured value is such a number. <see cref="DecimalRounding"/> rounds the others, and the framework the few that it
/// cannot decide.
/// </remarks>
internal static class NumberParser
{
    private const int MaxDigits = 19;
    private const ulong MaxExact = 1UL << 53;

    private static readonly double[] Powers =
    [
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11,
        1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
    ];

    /// <summary>Parses a text that is a finite number and nothing else.</summary>
    /// <param name="decimalMark">The byte between the integer part and the fraction.</param>
    /// <param name="value">The number; never negative zero.</param>
    public static bool TryParse(ReadOnlySpan<byte> text, byte decimalMark, out double value) =>
        Parse(text, decimalMark, out value) == text.Length && text.Length > 0;

    /// <summary>Parses the number at the start of a text: sign, digits, decimal mark and digits, exponent.</summary>
    /// <param name="decimalMark">The byte between the integer part and the fraction.</param>
    /// <param name="value">The number; never negative zero.</param>
    /// <returns>The number's length in bytes; 0 when the text does not begin with a finite number.</returns>
    [SkipLocalsInit]
    public static int Parse(ReadOnlySpan<byte> text, byte decimalMark, out double value)
    {
        int i = 0;
        bool negative = false;
        if (text.Length > 0 && (text[0] == '-' || text[0] == '+'))
        {
            negative = text[0] == '-';
            i = 1;
        }

        ulong mantissa = 0;
        int first = i;
        uint digit;
        while (i < text.Length && (digit = (uint)(text[i] - '0')) <= 9)
        {
            mantissa = (mantissa * 10) + digit;
            i++;
        }

        int digits = i - first;
        int exponent = 0;
        if (i < text.Length && text[i] == decimalMark)
        {
            int fraction = ++i;
            while (i < text.Length && (digit = (uint)(text[i] - '0')) <= 9)
            {
                mantissa = (mantissa * 10) + digit;
                i++;
            }

            exponent = fraction - i;
            digits -= exponent;
        }

        value = 0;
        if (digits == 0)
        {
            return 0;
        }

        if (i < text.Length && (text[i] | 0x20) == 'e')
        {
            i = Exponent(text, i, ref exponent);
        }

        // With more digits the mantissa may have overflowed. Leading zeros count as digits, which costs only speed.
        double magnitude;
        if (mantissa <= MaxExact && exponent is >= -22 and <= 22 && digits <= MaxDigits)
        {
            magnitude = exponent < 0 ? mantissa / Powers[-exponent] : mantissa * Powers[exponent];
        }
        else if (digits > MaxDigits || !DecimalRounding.TryRound(mantissa, exponent, out magnitude))
        {
            return Hard(text[..i], decimalMark, out value) ? i : 0;
        }

        value = negative && magnitude != 0 ? -magnitude : magnitude;
        return i;
    }

    /// <summary>
    /// Parses a number of at most seven bytes besides its sign and without an exponent, as most measured numbers are: all digits
    /// at once. It may read nine bytes, of which those behind the number may have any content.
    /// </summary>
    /// <param name="text">The number's first byte. Eight more must be readable.</param>
    /// <param name="decimalMark">The byte between the integer part and the fraction.</param>
    /// <param name="value">The number; never negative zero.</param>
    /// <returns>The number's length in bytes; 0 when it is not of this kind: then call <see cref="Parse"/>.</returns>
    /// <remarks>
    /// D. Lemire, "Quickly parsing eight digits", 2018; the marks as in L. Lamport, "Multiple byte processing with full-word
    /// instructions", CACM 18(8), 1975.
    /// </remarks>
    public static int ParseShort(ref byte text, byte decimalMark, out double value)
    {
        int sign = text == '-' ? 1 : 0;
        ulong digits = Unsafe.ReadUnaligned<ulong>(ref Unsafe.Add(ref text, sign)) ^ 0x3030_3030_3030_3030;
        ulong others = (((digits & 0x7F7F_7F7F_7F7F_7F7F) + 0x7676_7676_7676_7676) | digits) & 0x8080_8080_8080_8080;
        value = 0;
        if (others == 0 || !BitConverter.IsLittleEndian)
        {
            return 0;
        }

        int bits = BitOperations.TrailingZeroCount(others) & ~7;
        int decimals = 0;
        int length = bits >> 3;
        int count = length;
        if ((byte)(digits >> bits) == (decimalMark ^ 0x30))
        {
            others &= others - 1;
            if (others == 0)
            {
                return 0;
            }

            // Moves the digits behind the mark up to those before it.
            ulong before = (1UL << bits) - 1;
            digits = (digits & before) | ((digits >> 8) & ~before);
            length = BitOperations.TrailingZeroCount(others) >> 3;
            decimals = length - count - 1;
            count = length - 1;
        }

        // The byte after the number. An exponent would belong to it.
        byte end = Unsafe.Add(ref text, sign + length);
        if (count == 0 || (end | 0x20) == 'e')
        {
            return 0;
        }

        digits <<= 64 - (count << 3);
        digits = (digits * 2561) >> 8;
        digits = ((digits & 0x00FF_00FF_00FF_00FF) * 6_553_601) >> 16;
        digits = ((digits & 0x0000_FFFF_0000_FFFF) * 42_949_672_960_001) >> 32;
        double magnitude = (long)digits / Powers[decimals];
        value = sign != 0 && digits != 0 ? -magnitude : magnitude;
        return sign + length;
    }

    /// <summary>Reads an exponent, if it is complete.</summary>
    /// <returns>The end of the number.</returns>
    private static int Exponent(ReadOnlySpan<byte> text, int mark, ref int exponent)
    {
        int i = mark + 1;
        bool negative = false;
        if (i < text.Length && (text[i] == '-' || text[i] == '+'))
        {
            negative = text[i] == '-';
            i++;
        }

        int first = i;
        int power = 0;
        for (; i < text.Length && (uint)(text[i] - '0') <= 9; i++)
        {
            // Beyond every double only the direction of the overflow matters.
            power = Math.Min((power * 10) + (text[i] - '0'), 100_000_000);
        }

        if (i == first)
        {
            return mark;
        }

        exponent += negative ? -power : power;
        return i;
    }

    private static bool Hard(ReadOnlySpan<byte> text, byte decimalMark, out double value)
    {
        Span<byte> copy = text.Length <= 512 ? stackalloc byte[text.Length] : new byte[text.Length];
        text.CopyTo(copy);
        copy.Replace(decimalMark, (byte)'.');
        if (!double.TryParse(copy, NumberStyles.Float, CultureInfo.InvariantCulture, out value) || !double.IsFinite(value))
        {
            return false;
        }

        value = value == 0 ? 0 : value;
        return true;
    }
}
