using System.Runtime.CompilerServices;
using DbIngest.Abstractions.Records;

namespace DbIngest.Sources.Synthetic;

/// <summary>
/// Counter-based noise: the value at a counter is the SplitMix64 finaliser of <c>key + counter * Gamma</c>, so it needs no value
/// before it. The whole synthetic meter draws from it. Pure functions that allocate nothing and give the same bits on every
/// machine. A change of its numbers or formulas changes the data, and so requires a new <see cref="SyntheticWorkload.Version"/>.
/// </summary>
internal static class Noise
{
    /// <summary>SplitMix64's increment, the golden ratio in 64 bits.</summary>
    public const ulong Gamma = 0x9e3779b97f4a7c15;

    private const ulong One = 0x3ff0000000000000;

    /// <summary>Returns the key of an independent stream of noise.</summary>
    /// <param name="source">The source's number, or -1 for noise that all sources share.</param>
    public static ulong Key(ulong seed, int source, int stream) =>
        SplitMix64.Mix(SplitMix64.Mix(seed + Gamma) ^ SplitMix64.Mix(((ulong)(uint)source << 32 | (uint)stream) + Gamma));

    /// <summary>Returns 64 random bits for a counter of a stream.</summary>
    public static ulong Bits(ulong key, long counter) => SplitMix64.Mix(key + ((ulong)counter * Gamma));

    /// <summary>Returns a uniform value in [0, 1) with 52 random bits.</summary>
    public static double Uniform(ulong key, long counter) => UpperHalf(Bits(key, counter)) - 1;

    /// <summary>Returns triangular noise in [-1, 1) for a counter of a stream.</summary>
    public static double At(ulong key, long counter) => Triangular(Bits(key, counter));

    /// <summary>
    /// Adds two uniform values from the upper and the lower 52 bits of a hash: a triangular distribution on [-1, 1) with standard
    /// deviation 1/sqrt(6) = 0.408. The halves overlap in bits that weigh less than 2^-12 in one of them.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static double Triangular(ulong bits) =>
        UpperHalf(bits) + BitConverter.UInt64BitsToDouble((bits & 0xfffffffffffff) | One) - 3;

    private static double UpperHalf(ulong bits) => BitConverter.UInt64BitsToDouble((bits >> 12) | One);
}
