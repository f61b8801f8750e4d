using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;

namespace DbIngest.Sources.Synthetic;

/// <summary>
/// Computes four rows at a time in one 256-bit vector. <see cref="SyntheticSource"/> chooses it on processors with 256-bit but no
/// 512-bit vectors. It gives the same bits as <see cref="OneRow"/>.
/// </summary>
internal readonly struct FourRows(Vector256<double> values) : IRows<FourRows>
{
    private readonly Vector256<double> _values = values;

    public static int Count => Vector256<double>.Count;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static FourRows Broadcast(double value) => new(Vector256.Create(value));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static FourRows Ramp(double first) => new(Vector256.Create(first) + Vector256.Create(0.0, 1, 2, 3));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static FourRows Noise(ulong state)
    {
        // The same as SplitMix64.Mix and Synthetic.Noise.Triangular in each row.
        var bits = Vector256.Create(state) + (Vector256<ulong>.Indices * Synthetic.Noise.Gamma);
        bits = (bits ^ (bits >>> 30)) * 0xbf58476d1ce4e5b9;
        bits = (bits ^ (bits >>> 27)) * 0x94d049bb133111eb;
        bits ^= bits >>> 31;
        var one = Vector256.Create(0x3ff0000000000000UL);
        var upper = ((bits >>> 12) | one).AsDouble();
        var lower = ((bits & Vector256.Create(0xfffffffffffffUL)) | one).AsDouble();
        return new(upper + lower - Vector256.Create(3.0));
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static FourRows operator +(FourRows left, FourRows right) => new(left._values + right._values);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static FourRows operator -(FourRows left, FourRows right) => new(left._values - right._values);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static FourRows operator *(FourRows left, FourRows right) => new(left._values * right._values);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public unsafe void Store(double* destination) => _values.Store(destination);
}
