using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;
using DbIngest.Sources.Input;

namespace DbIngest.Sources.Recording;

/// <summary>
/// Stores a recorder's column, whose numbers are <c>sample * multiplier + offset</c>, as multiplier, offset and samples.
/// <see cref="SpoolWriter"/> tries it per column, and <see cref="ColumnCoding"/> reads it back during a trial. Writing verifies
/// that every number is read back with the same bits. Allocates nothing.
/// </summary>
internal static unsafe class ScaledCoding
{
    /// <summary>Bytes of multiplier and offset.</summary>
    public const int HeadBytes = 2 * sizeof(double);

    private const int RowsPerStep = 16;

    // Adding this rounds a number below 2^51 to a whole one, which then stands in the low bits.
    private const double Rounding = 6_755_399_441_055_744;

    /// <summary>Writes a column as samples.</summary>
    /// <param name="scale">The scaling that the reader stated.</param>
    /// <param name="target">Receives the samples.</param>
    /// <returns>False when a number is not of this scaling. The target's content is then undefined.</returns>
    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    public static bool TryWrite(ReadOnlySpan<double> column, ColumnScale scale, Span<byte> target)
    {
        double inverse = 1 / scale.Multiplier;
        if (!double.IsFinite(inverse) || inverse == 0)
        {
            return false;
        }

        MemoryMarshal.Write(target, scale.Multiplier);
        MemoryMarshal.Write(target[sizeof(double)..], scale.Offset);
        target = target[HeadBytes..];
        return scale.Sample == SampleKind.Int16
            ? Whole(column, scale, inverse, MemoryMarshal.Cast<byte, short>(target))
            : Whole(column, scale, inverse, MemoryMarshal.Cast<byte, int>(target));
    }

    /// <summary>Reads rows of a column of 16-bit samples.</summary>
    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    public static void ReadInt16(byte* column, int start, Span<double> target)
    {
        var (a, b) = Head(column);
        short* samples = (short*)(column + HeadBytes) + start;
        int row = 0;
        if (Avx2.IsSupported)
        {
            var (va, vb) = (Vector256.Create(a), Vector256.Create(b));
            for (; row <= target.Length - Vector256<double>.Count; row += Vector256<double>.Count)
            {
                var whole = Sse41.ConvertToVector128Int32(samples + row);
                ((Avx.ConvertToVector256Double(whole) * va) + vb + Vector256<double>.Zero).CopyTo(target[row..]);
            }
        }

        for (; row < target.Length; row++)
        {
            target[row] = (samples[row] * a) + b + 0.0;
        }
    }

    /// <summary>Reads rows of a column of 32-bit samples.</summary>
    public static void ReadInt32(byte* column, int start, Span<double> target)
    {
        var (a, b) = Head(column);
        int* samples = (int*)(column + HeadBytes) + start;
        for (int row = 0; row < target.Length; row++)
        {
            target[row] = (samples[row] * a) + b + 0.0;
        }
    }

    private static (double A, double B) Head(byte* column) => (((double*)column)[0], ((double*)column)[1]);

    /// <summary>Converts sixteen rows per step, because the narrowest vector holds sixteen samples.</summary>
    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    private static bool Whole(ReadOnlySpan<double> column, ColumnScale scale, double inverse, Span<short> target)
    {
        int row = 0;
        for (; row <= column.Length - RowsPerStep; row += RowsPerStep)
        {
            var wrong = Vector256<long>.Zero;
            var low = Vector256.Narrow(Samples(column[row..], scale, inverse, short.MaxValue, ref wrong),
                Samples(column[(row + 4)..], scale, inverse, short.MaxValue, ref wrong));
            var high = Vector256.Narrow(Samples(column[(row + 8)..], scale, inverse, short.MaxValue, ref wrong),
                Samples(column[(row + 12)..], scale, inverse, short.MaxValue, ref wrong));
            if (wrong != Vector256<long>.Zero)
            {
                return false;
            }

            Vector256.Narrow(low, high).CopyTo(target[row..]);
        }

        for (; row < column.Length; row++)
        {
            double sample = Math.Round((column[row] - scale.Offset) * inverse);
            if (!(Math.Abs(sample) <= short.MaxValue) || !IsSame((sample * scale.Multiplier) + scale.Offset + 0.0, column[row]))
            {
                return false;
            }

            target[row] = (short)sample;
        }

        return true;
    }

    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    private static bool Whole(ReadOnlySpan<double> column, ColumnScale scale, double inverse, Span<int> target)
    {
        int row = 0;
        for (; row <= column.Length - 8; row += 8)
        {
            var wrong = Vector256<long>.Zero;
            var samples = Vector256.Narrow(Samples(column[row..], scale, inverse, int.MaxValue, ref wrong),
                Samples(column[(row + 4)..], scale, inverse, int.MaxValue, ref wrong));
            if (wrong != Vector256<long>.Zero)
            {
                return false;
            }

            samples.CopyTo(target[row..]);
        }

        for (; row < column.Length; row++)
        {
            double sample = Math.Round((column[row] - scale.Offset) * inverse);
            if (!(Math.Abs(sample) <= int.MaxValue) || !IsSame((sample * scale.Multiplier) + scale.Offset + 0.0, column[row]))
            {
                return false;
            }

            target[row] = (int)sample;
        }

        return true;
    }

    /// <summary>
    /// Converts four numbers to samples, in the low halves of 64-bit numbers. Records in <paramref name="wrong"/> those that
    /// would not be read back with the same bits.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector256<long> Samples(ReadOnlySpan<double> column, ColumnScale scale, double inverse, double most,
        ref Vector256<long> wrong)
    {
        var numbers = Vector256.Create(column);
        var rounded = ((numbers - Vector256.Create(scale.Offset)) * Vector256.Create(inverse)) + Vector256.Create(Rounding);
        var samples = rounded - Vector256.Create(Rounding);
        var back = (samples * Vector256.Create(scale.Multiplier)) + Vector256.Create(scale.Offset) + Vector256<double>.Zero;
        wrong |= ~(Vector256.Equals(back.AsInt64(), numbers.AsInt64()) & Vector256.LessThanOrEqual(Vector256.Abs(samples),
            Vector256.Create(most)).AsInt64());
        return rounded.AsInt64();
    }

    private static bool IsSame(double a, double b) => BitConverter.DoubleToInt64Bits(a) == BitConverter.DoubleToInt64Bits(b);
}
