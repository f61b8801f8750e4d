namespace DbIngest.Abstractions.Records;

/// <summary>
/// A small seeded generator for schedules and resampling: the same seed gives the same sequence on every machine and
/// version, which the framework's generator does not promise.
/// </summary>
/// <remarks>Steele, Lea, Flood: "Fast splittable pseudorandom number generators", OOPSLA 2014.</remarks>
public struct SplitMix64(ulong seed)
{
    private ulong _state = seed;

    /// <summary>The finaliser: a bijection of 64 bits that mixes every input bit into every output bit.</summary>
    /// <param name="value">Any value.</param>
    /// <returns>The mixed value.</returns>
    public static ulong Mix(ulong value)
    {
        value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9;
        value = (value ^ (value >> 27)) * 0x94d049bb133111eb;
        return value ^ (value >> 31);
    }

    /// <summary>The next 64 uniformly distributed bits.</summary>
    /// <returns>Any value of <see cref="ulong"/>, each equally likely.</returns>
    public ulong Next() => Mix(_state += 0x9e3779b97f4a7c15);

    /// <summary>A uniformly distributed integer below a bound, without modulo bias worth naming (Lemire's multiplication).</summary>
    /// <param name="bound">The exclusive upper bound; at least 1.</param>
    /// <returns>0 to <paramref name="bound"/> - 1.</returns>
    public int NextBelow(int bound)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(bound, 1);
        return (int)Math.BigMul(Next(), (ulong)bound, out _);
    }

    /// <summary>A uniformly distributed double in [0, 1) with 53 random bits.</summary>
    /// <returns>The value.</returns>
    public double NextDouble() => (Next() >> 11) * (1.0 / (1UL << 53));
}
