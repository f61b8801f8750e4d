namespace DbIngest.Abstractions.Records;

/// <summary>
/// A small seeded random generator. <c>Schedule</c>, <c>ArrivalProcess</c>, <c>OperationStream</c>, the synthetic <c>Noise</c>
/// and the analysis (<c>Bootstrap</c>, <c>Permutations</c>) draw from it. The same seed gives the same sequence on every
/// machine and version, which the framework's generator does not promise, so the algorithm must never change.
/// </summary>
/// <remarks>
/// A mutable struct: a copy repeats the same draws. Not thread-safe, not cryptographic. Steele, Lea, Flood: "Fast splittable
/// pseudorandom number generators", OOPSLA 2014.
/// </remarks>
public struct SplitMix64(ulong seed)
{
    private ulong _state = seed;

    /// <summary>Mixes 64 bits bijectively: every input bit influences every output bit.</summary>
    public static ulong Mix(ulong value)
    {
        value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9;
        value = (value ^ (value >> 27)) * 0x94d049bb133111eb;
        return value ^ (value >> 31);
    }

    /// <summary>Draws 64 uniformly distributed bits.</summary>
    public ulong Next() => Mix(_state += 0x9e3779b97f4a7c15);

    /// <summary>Draws a uniformly distributed integer by Lemire's multiplication. Its bias is at most bound / 2^64.</summary>
    /// <param name="bound">The exclusive upper bound, at least 1.</param>
    /// <returns>0 to <paramref name="bound"/> - 1.</returns>
    public int NextBelow(int bound)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(bound, 1);
        return (int)Math.BigMul(Next(), (ulong)bound, out _);
    }

    /// <summary>Draws a uniformly distributed double in [0, 1) with 53 random bits.</summary>
    public double NextDouble() => (Next() >> 11) * (1.0 / (1UL << 53));
}
