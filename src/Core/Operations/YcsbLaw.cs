using DbIngest.Abstractions.Records;

namespace DbIngest.Core.Operations;

/// <summary>
/// Draws keys as YCSB's "zipfian" request distribution does, so that a mix loads a store as YCSB and go-ycsb load it: Zipf's law
/// over 10^10 items, however many records exist, hashed by FNV-64 and reduced to the keys. The hottest key has 3.78 % of the
/// draws. <see cref="OperationStream"/> and <c>SharedKeys</c> draw by it for each operation (<c>keys=ycsb</c>), for lanes and
/// again for the audit. A change must increase <see cref="OperationRequest.Law"/>.
/// </summary>
/// <remarks>
/// <c>ScrambledZipfianGenerator</c>, <c>ZipfianGenerator</c> and <c>Utils.fnvhash64</c> of YCSB 0.17. The generator is that of J.
/// Gray et al., "Quickly generating billion-record synthetic databases", SIGMOD 1994.
/// </remarks>
internal static class YcsbLaw
{
    private const double Items = 10_000_000_000;
    private const double Zeta = 26.46902820178302;
    private static readonly double Half = Math.Pow(0.5, ZipfLaw.Exponent);
    private static readonly double Eta = (1 - Math.Pow(2 / Items, 1 - ZipfLaw.Exponent)) / (1 - ((1 + Half) / Zeta));

    /// <summary>Draws a key.</summary>
    /// <param name="bits">64 uniform random bits.</param>
    /// <param name="span">
    /// Number of keys to spread over: the loaded keys and twice the expected insertions, as in YCSB. It never changes while a
    /// lane runs, so that a hot key stays hot.
    /// </param>
    /// <param name="count">Keys that exist by now, 1 or more. A draw beyond them is repeated, as in YCSB.</param>
    /// <returns>0 to <paramref name="count"/> - 1.</returns>
    public static long Draw(ulong bits, long span, long count)
    {
        var random = new SplitMix64(bits);
        while (true)
        {
            long key = Hash(Item(random.NextDouble())) % span;
            if (key < count)
            {
                return key;
            }
        }
    }

    /// <summary>FNV-1a over the eight octets of a number, lowest first, without its sign.</summary>
    /// <returns>The hash, 0 or more.</returns>
    internal static long Hash(long value)
    {
        ulong hash = 0xCBF29CE484222325;
        for (int i = 0; i < 8; i++, value >>= 8)
        {
            hash = (hash ^ (byte)value) * 1_099_511_628_211;
        }

        long signed = unchecked((long)hash);
        return signed < 0 ? unchecked(-signed) & long.MaxValue : signed;
    }

    private static long Item(double u)
    {
        double area = u * Zeta;
        return area < 1 ? 0 : area < 1 + Half ? 1 : (long)(Items * Math.Pow((Eta * u) - Eta + 1, 1 / (1 - ZipfLaw.Exponent)));
    }
}
