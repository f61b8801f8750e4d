using System.Buffers.Binary;
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;

namespace DbIngest.Wire;

/// <summary>
/// Writes doubles as the shortest decimal text that parses to the same bits. The encoders of line protocol (<c>LineBuffer</c>),
/// JSON (<c>JsonShape</c>) and rows as text (<c>RowText</c>) call it for every value, the largest part of their cost. It does
/// not check for NaN and infinity, which the caller must handle. Allocates nothing.
/// </summary>
/// <remarks>
/// Raffaello Giulietti, "The Schubfach way to render doubles", 2020: figures 4 and 7, and section 9 on rounding to odd. The last
/// digits of measured numbers are random, so the code never branches on a digit: it always computes 17 and does not count
/// trailing zeros.
/// </remarks>
public static class ShortestDouble
{
    /// <summary>Room for any number: sign, 17 digits, point and exponent.</summary>
    public const int MostBytes = 25;

    private const int SmallestPower = -292;
    private const int LargestPower = 324;
    private const int MantissaBits = 52;
    private const int ExponentBias = 1075;
    private const int MostDigits = 17;
    private const ulong EightZeros = 0x3030_3030_3030_3030;

    private static readonly (ulong High, ulong Low)[] Powers = CreatePowers();

    private static ReadOnlySpan<ulong> SmallPowers =>
    [
        1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000, 10_000_000_000, 100_000_000_000,
            1_000_000_000_000, 10_000_000_000_000,
        100_000_000_000_000, 1_000_000_000_000_000, 10_000_000_000_000_000, 100_000_000_000_000_000,
    ];

    /// <summary>Writes a number.</summary>
    /// <param name="value">A finite number.</param>
    /// <param name="to">At least <see cref="MostBytes"/>; bytes behind the number may be overwritten.</param>
    /// <returns>Bytes written.</returns>
    public static int Write(double value, Span<byte> to)
    {
        to = to[..MostBytes];
        ulong bits = BitConverter.DoubleToUInt64Bits(value);
        int sign = (int)(bits >> 63);
        to[0] = (byte)'-';
        to = to[sign..];
        if (bits << 1 == 0)
        {
            to[0] = (byte)'0';
            return sign + 1;
        }

        var (digits, exponent) = Shortest(bits);
        int count = CountDigits(digits);
        return sign + Format(digits * SmallPowers[MostDigits - count], count + exponent, to);
    }

    /// <summary>The shortest digits, and the power of ten to multiply them by.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static (ulong Digits, int Exponent) Shortest(ulong bits)
    {
        ulong fraction = bits & ((1UL << MantissaBits) - 1);
        int biased = (int)(bits >> MantissaBits) & 0x7ff;
        ulong c = biased != 0 ? fraction | (1UL << MantissaBits) : fraction;
        int q = (biased != 0 ? biased : 1) - ExponentBias;
        if (q is <= 0 and > -53 && (c & ((1UL << -q) - 1)) == 0)
        {
            return (c >> -q, 0);
        }

        // The interval of decimals that parse to this number. Its lower end is nearer at a power of two.
        bool isNearer = fraction == 0 && biased > 1;
        ulong open = c & 1;
        ulong left = (4 * c) - 2 + (isNearer ? 1UL : 0);
        int k = ((q * 1262611) - (isNearer ? 524031 : 0)) >> 22;
        int shift = q + ((-k * 1741647) >> 19) + 1;
        var power = Powers[-k - SmallestPower];
        ulong lower = RoundToOdd(power, left << shift) + open;
        ulong middle = RoundToOdd(power, (4 * c) << shift);
        ulong upper = RoundToOdd(power, ((4 * c) + 2) << shift) - open;

        // One digit less, if a neighbour with one digit less parses to this number.
        ulong s = middle / 4;
        ulong tens = s / 10 * 10;
        bool isBelow = lower <= 4 * tens;
        bool isAbove = (4 * tens) + 40 <= upper;
        ulong shorter = tens + (isAbove ? 10UL : 0);

        // Otherwise the neighbour inside the interval, or the nearer one when both are inside.
        bool isIn = lower <= 4 * s;
        bool isNextIn = (4 * s) + 4 <= upper;
        bool isNextNearer = middle + (s & 1) > (4 * s) + 2;
        ulong nearest = s + ((isIn == isNextIn ? isNextNearer : isNextIn) ? 1UL : 0);
        return (isBelow != isAbove ? shorter : nearest, k);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ulong RoundToOdd((ulong High, ulong Low) power, ulong factor)
    {
        ulong carried = Math.BigMul(power.Low, factor, out _);
        ulong high = Math.BigMul(power.High, factor, out ulong low);
        low += carried;
        high += low < carried ? 1UL : 0;
        return high | (low > 1 ? 1UL : 0);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int CountDigits(ulong number)
    {
        int atLeast = ((64 - BitOperations.LeadingZeroCount(number)) * 1233) >> 12;
        return atLeast + (number >= SmallPowers[atLeast] ? 1 : 0);
    }

    /// <summary>
    /// Writes 17 digits without trailing zeros, with the point behind the first <paramref name="point"/> of them.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int Format(ulong digits, int point, Span<byte> to)
    {
        const ulong Eight = 100_000_000;
        ulong high = digits / Eight;
        ulong top = high / Eight;
        byte first = (byte)('0' + top);
        ulong middle = EightDigits((uint)(high - (top * Eight)));
        ulong last = EightDigits((uint)(digits - (high * Eight)));
        int count = last != EightZeros
            ? MostDigits - (BitOperations.LeadingZeroCount(last ^ EightZeros) / 8)
            : MostDigits - 8 - (BitOperations.LeadingZeroCount(middle ^ EightZeros) / 8);
        if (point is > 0 and <= MostDigits)
        {
            // Digits behind the point move one place to the right.
            var others = Vector128.Create(middle, last).AsByte();
            var farther = Vector128.Shuffle(others, Vector128.Create((byte)0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14));
            var before = Vector128.Create((byte)(point - 1));
            var text = Vector128.ConditionalSelect(Vector128.GreaterThan(Vector128<byte>.Indices, before), farther, others);
            text = Vector128.ConditionalSelect(Vector128.Equals(Vector128<byte>.Indices, before), Vector128.Create((byte)'.'),
                text);
            to[0] = first;
            text.CopyTo(to[1..]);
            to[MostDigits] = (byte)(last >> 56);
            return count > point ? count + 1 : point;
        }

        if (point is <= 0 and > -5)
        {
            BinaryPrimitives.WriteUInt64LittleEndian(to, EightZeros);
            to[1] = (byte)'.';
            return 2 - point + Plain(first, middle, last, to[(2 - point)..]) - (MostDigits - count);
        }

        return Scientific(first, middle, last, count, point - 1, to);
    }

    private static int Plain(byte first, ulong middle, ulong last, Span<byte> to)
    {
        to[0] = first;
        BinaryPrimitives.WriteUInt64LittleEndian(to[1..], middle);
        BinaryPrimitives.WriteUInt64LittleEndian(to[9..], last);
        return MostDigits;
    }

    private static int Scientific(byte first, ulong middle, ulong last, int count, int power, Span<byte> to)
    {
        Plain(first, middle, last, to[1..]);
        to[0] = first;
        to[1] = (byte)'.';
        int at = count > 1 ? count + 1 : 1;
        to[at++] = (byte)'E';
        if (power < 0)
        {
            to[at++] = (byte)'-';
            power = -power;
        }

        int places = CountDigits((ulong)power);
        for (int place = at + places - 1; place >= at; place--)
        {
            to[place] = (byte)('0' + (power % 10));
            power /= 10;
        }

        return at + places;
    }

    /// <summary>
    /// Computes eight digits at once: splits the number into halves, quarters and eighths, each in its own bytes.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ulong EightDigits(uint number)
    {
        ulong x = (number / 10_000) | ((ulong)(number % 10_000) << 32);
        ulong hundreds = ((x * 10486) >> 20) & 0x0000_007f_0000_007f;
        x = hundreds | ((x - (hundreds * 100)) << 16);
        ulong tens = ((x * 103) >> 10) & 0x000f_000f_000f_000f;
        x = tens | ((x - (tens * 10)) << 8);
        return x | EightZeros;
    }

    /// <summary>The 128 highest bits of each power of ten, rounded up.</summary>
    private static (ulong High, ulong Low)[] CreatePowers()
    {
        const int Bits = 128;
        const int Precision = 1400;
        var powers = new (ulong, ulong)[LargestPower - SmallestPower + 1];
        for (int exponent = SmallestPower; exponent <= LargestPower; exponent++)
        {
            var power = BigInteger.Pow(10, Math.Abs(exponent));
            var exact = exponent >= 0 ? power << Precision : (BigInteger.One << (2 * Precision)) / power;
            int excess = (int)exact.GetBitLength() - Bits;
            var bits = exact >> excess;
            bits += (bits << excess) != exact || exponent < 0 ? 1 : 0;
            powers[exponent - SmallestPower] = ((ulong)(bits >> 64), (ulong)(bits & ulong.MaxValue));
        }

        return powers;
    }
}
