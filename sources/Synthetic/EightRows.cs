using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;

namespace DbIngest.Sources.Synthetic;

/// <summary>
/// Computes eight rows at a time in one 512-bit vector. <see cref="SyntheticSource"/> chooses it on processors with such vectors.
/// It gives the same bits as <see cref="OneRow"/>.
/// </summary>
internal readonly struct EightRows(Vector512<double> values) : IRows<EightRows>
{
    private readonly Vector512<double> _values = values;

    public static int Count => Vector512<double>.Count;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static EightRows Broadcast(double value) => new(Vector512.Create(value));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static EightRows Ramp(double first) => new(Vector512.Create(first) + Vector512.Create(0.0, 1, 2, 3, 4, 5, 6, 7));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static EightRows Noise(ulong state)
    {
        // The same as SplitMix64.Mix and Synthetic.Noise.Triangular in each row.
        var bits = Vector512.Create(state) + (Vector512<ulong>.Indices * Synthetic.Noise.Gamma);
        bits = (bits ^ (bits >>> 30)) * 0xbf58476d1ce4e5b9;
        bits = (bits ^ (bits >>> 27)) * 0x94d049bb133111eb;
        bits ^= bits >>> 31;
        var one = Vector512.Create(0x3ff0000000000000UL);
        var upper = ((bits >>> 12) | one).AsDouble();
        var lower = ((bits & Vector512.Create(0xfffffffffffffUL)) | one).AsDouble();
        return new(upper + lower - Vector512.Create(3.0));
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static EightRows operator +(EightRows left, EightRows right) => new(left._values + right._values);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static EightRows operator -(EightRows left, EightRows right) => new(left._values - right._values);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static EightRows operator *(EightRows left, EightRows right) => new(left._values * right._values);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public unsafe void Store(double* destination) => _values.Store(destination);
}
