using System.Numerics;

namespace DbIngest.Sources.Csv;

/// <summary>
/// Rounds decimal numbers of up to 19 digits to the nearest double, ties to even. <see cref="NumberParser"/> calls it for the
/// numbers that its fast path cannot decide. Allocates nothing, and declines rather than round wrongly.
/// </summary>
/// <remarks>
/// D. Lemire, "Number parsing at a gigabyte per second", Software: Practice and Experience 51(8), 2021: multiplies the digits by
/// a power of five of 128 bits, whose truncation almost never affects the result. Where it might, or where the result is
/// subnormal, the method declines.
/// </remarks>
internal static class DecimalRounding
{
    private const int SmallestPower = -342;
    private const int LargestPower = 308;
    private const int MantissaBits = 52;

    // Bits of the product that belong neither to the mantissa nor to its rounding.
    private const int ExtraBits = 64 - MantissaBits - 3;

    private static readonly ulong[] Powers = MakePowers();

    /// <summary>
    /// Rounds <paramref name="digits"/> times ten to <paramref name="power"/>. False when this method cannot decide.
    /// </summary>
    public static bool TryRound(ulong digits, int power, out double value)
    {
        value = 0;
        if (digits == 0 || power is < SmallestPower or > LargestPower)
        {
            return digits == 0;
        }

        int zeros = BitOperations.LeadingZeroCount(digits);
        digits <<= zeros;
        int index = 2 * (power - SmallestPower);
        ulong high = Math.BigMul(digits, Powers[index], out ulong low);
        const ulong Undecided = ulong.MaxValue >> (64 - ExtraBits);
        if ((high & Undecided) == Undecided)
        {
            ulong more = Math.BigMul(digits, Powers[index + 1], out _);
            low += more;
            high += more > low ? 1UL : 0;
        }

        if (low == ulong.MaxValue && power is < -27 or > 55)
        {
            return false;
        }

        int upper = (int)(high >> 63);
        ulong mantissa = high >> (upper + ExtraBits);

        // 217706 / 2^16 is the logarithm of ten to base two, to as many digits as these powers need.
        int exponent = ((217_706 * power) >> 16) + 63 + upper - zeros + 1023;
        if (exponent <= 0)
        {
            return false;
        }

        if (low <= 1 && power is >= -4 and <= 23 && (mantissa & 3) == 1 && mantissa << (upper + ExtraBits) == high)
        {
            // Exactly half way with an even mantissa: round down.
            mantissa &= ~1UL;
        }

        mantissa = (mantissa + (mantissa & 1)) >> 1;
        if (mantissa >= 2UL << MantissaBits)
        {
            mantissa = 1UL << MantissaBits;
            exponent++;
        }

        value = BitConverter.UInt64BitsToDouble((mantissa & ~(1UL << MantissaBits)) | ((ulong)exponent << MantissaBits));
        return exponent < 0x7FF;
    }

    /// <summary>
    /// Returns the 128 highest bits of each power of five, rounded down. The reciprocal of a power is rounded up where the power
    /// and its digits fit into 64 bits.
    /// </summary>
    private static ulong[] MakePowers()
    {
        const int SmallestRoundedUp = -27;
        var powers = new ulong[2 * (LargestPower - SmallestPower + 1)];
        for (int power = SmallestPower; power <= LargestPower; power++)
        {
            var five = BigInteger.Pow(5, Math.Abs(power));
            var bits = power >= 0 ? five : (BigInteger.One << (((int)five.GetBitLength() * 2) + 128)) / five;
            int excess = (int)bits.GetBitLength() - 128;
            bits = (excess > 0 ? bits >> excess : bits << -excess) + (power is >= SmallestRoundedUp and < 0 ? 1 : 0);
            powers[2 * (power - SmallestPower)] = (ulong)(bits >> 64);
            powers[(2 * (power - SmallestPower)) + 1] = (ulong)(bits & ulong.MaxValue);
        }

        return powers;
    }
}
