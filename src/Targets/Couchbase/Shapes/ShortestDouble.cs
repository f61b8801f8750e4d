using System.Buffers.Binary;
using System.Numerics;
using System.Runtime.CompilerServices;

namespace DbIngest.Targets.Couchbase.Shapes;

/// <summary>
/// Writes doubles as the shortest decimal that is read back as the same bits: most of what a JSON document costs is its numbers.
/// </summary>
/// <remarks>Raffaello Giulietti, "The Schubfach way to render doubles", 2020: figures 4 and 7, and section 9 on rounding to odd.</remarks>
internal static class ShortestDouble
{
    /// <summary>The most bytes that a number takes: sign, 17 digits, the point, and an exponent.</summary>
    public const int MostBytes = 25;

    private const int DigitRoom = 24;
    private const int SmallestPower = -292;
    private const int LargestPower = 324;
    private const int MantissaBits = 52;
    private const int ExponentBias = 1075;

    private static readonly (ulong High, ulong Low)[] Powers = CreatePowers();

    /// <summary>Writes a number.</summary>
    /// <param name="value">The number; finite.</param>
    /// <param name="to">At least <see cref="MostBytes"/>.</param>
    /// <returns>How many bytes were written.</returns>
    public static int Write(double value, Span<byte> to)
    {
        ulong bits = BitConverter.DoubleToUInt64Bits(value);
        int at = 0;
        if ((long)bits < 0)
        {
            to[at++] = (byte)'-';
        }

        if (bits << 1 == 0)
        {
            to[at++] = (byte)'0';
            return at;
        }

        var (digits, exponent) = Shortest(bits);
        return at + Format(digits, exponent, to[at..]);
    }

    /// <summary>The digits and the power of ten that they are multiplied by.</summary>
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

        // The interval of what is read back as this number; its lower end is nearer at a power of two.
        bool isNearer = fraction == 0 && biased > 1;
        ulong open = c & 1;
        ulong left = (4 * c) - 2 + (isNearer ? 1UL : 0);
        int k = ((q * 1262611) - (isNearer ? 524031 : 0)) >> 22;
        int shift = q + ((-k * 1741647) >> 19) + 1;
        var power = Powers[-k - SmallestPower];
        ulong lower = RoundToOdd(power, left << shift) + open;
        ulong middle = RoundToOdd(power, (4 * c) << shift);
        ulong upper = RoundToOdd(power, ((4 * c) + 2) << shift) - open;

        ulong s = middle / 4;
        if (s >= 10)
        {
            ulong shorter = s / 10;
            bool isBelow = lower <= 40 * shorter;
            bool isAbove = (40 * shorter) + 40 <= upper;
            if (isBelow != isAbove)
            {
                return (shorter + (isAbove ? 1UL : 0), k + 1);
            }
        }

        bool isIn = lower <= 4 * s;
        bool isNextIn = (4 * s) + 4 <= upper;
        if (isIn != isNextIn)
        {
            return (s + (isNextIn ? 1UL : 0), k);
        }

        ulong half = (4 * s) + 2;
        bool roundsUp = middle > half || (middle == half && (s & 1) != 0);
        return (s + (roundsUp ? 1UL : 0), k);
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

    private static int Format(ulong digits, int exponent, Span<byte> to)
    {
        while (digits % 10 == 0)
        {
            digits /= 10;
            exponent++;
        }

        Span<byte> room = stackalloc byte[DigitRoom];
        var text = Digits(digits, room);
        int point = text.Length + exponent;
        if (point is > 0 and <= 17)
        {
            if (exponent >= 0)
            {
                text.CopyTo(to);
                to.Slice(text.Length, exponent).Fill((byte)'0');
                return point;
            }

            text[..point].CopyTo(to);
            to[point] = (byte)'.';
            text[point..].CopyTo(to[(point + 1)..]);
            return text.Length + 1;
        }

        if (point is <= 0 and > -5)
        {
            to[..(2 - point)].Fill((byte)'0');
            to[1] = (byte)'.';
            text.CopyTo(to[(2 - point)..]);
            return 2 - point + text.Length;
        }

        return Scientific(text, point - 1, to);
    }

    private static int Scientific(ReadOnlySpan<byte> text, int power, Span<byte> to)
    {
        to[0] = text[0];
        int at = 1;
        if (text.Length > 1)
        {
            to[1] = (byte)'.';
            text[1..].CopyTo(to[2..]);
            at = text.Length + 1;
        }

        to[at++] = (byte)'E';
        if (power < 0)
        {
            to[at++] = (byte)'-';
            power = -power;
        }

        Span<byte> room = stackalloc byte[DigitRoom];
        var places = Digits((ulong)power, room);
        places.CopyTo(to[at..]);
        return at + places.Length;
    }

    /// <summary>The digits of a number, at the end of a room for 24 of them.</summary>
    private static ReadOnlySpan<byte> Digits(ulong number, Span<byte> room)
    {
        const uint Eight = 100_000_000;
        ulong high = number / Eight;
        uint top = (uint)(high / Eight);
        BinaryPrimitives.WriteUInt64LittleEndian(room[16..], EightDigits((uint)(number - (high * Eight))));
        BinaryPrimitives.WriteUInt64LittleEndian(room[8..], EightDigits((uint)(high - ((ulong)top * Eight))));
        BinaryPrimitives.WriteUInt64LittleEndian(room, EightDigits(top));
        int leading = room[..DigitRoom].IndexOfAnyExcept((byte)'0');
        return room[leading..DigitRoom];
    }

    /// <summary>Eight digits at once: halves, then quarters, then eighths of the number, each in bytes of its own.</summary>
    private static ulong EightDigits(uint number)
    {
        ulong x = (number / 10_000) | ((ulong)(number % 10_000) << 32);
        ulong hundreds = ((x * 10486) >> 20) & 0x0000_007f_0000_007f;
        x = hundreds | ((x - (hundreds * 100)) << 16);
        ulong tens = ((x * 103) >> 10) & 0x000f_000f_000f_000f;
        x = tens | ((x - (tens * 10)) << 8);
        return x | 0x3030_3030_3030_3030;
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
