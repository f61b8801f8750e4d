using System.Runtime.CompilerServices;
using DbIngest.Abstractions.Records;

namespace DbIngest.Sources.Synthetic;

/// <summary>
/// Computes one row at a time. <see cref="SyntheticSource"/> uses it for the ends of a block and on processors without wide
/// vectors. The wider types must give its bits.
/// </summary>
internal readonly struct OneRow(double value) : IRows<OneRow>
{
    private readonly double _value = value;

    public static int Count => 1;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static OneRow Broadcast(double value) => new(value);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static OneRow Ramp(double first) => new(first);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static OneRow Noise(ulong state) => new(Synthetic.Noise.Triangular(SplitMix64.Mix(state)));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static OneRow operator +(OneRow left, OneRow right) => new(left._value + right._value);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static OneRow operator -(OneRow left, OneRow right) => new(left._value - right._value);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static OneRow operator *(OneRow left, OneRow right) => new(left._value * right._value);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public unsafe void Store(double* destination) => *destination = _value;
}
