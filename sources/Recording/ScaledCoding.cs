using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;
using DbIngest.Sources.Input;

namespace DbIngest.Sources.Recording;

/// <summary>
/// Columns whose numbers are <c>sample * multiplier + offset</c>, as a recorder's samples are: the samples are stored, behind multiplier
/// and offset. Whether every number comes back with the same bits is tried while they are written.
/// </summary>
internal static unsafe class ScaledCoding
{
    /// <summary>Bytes of multiplier and offset.</summary>
    public const int HeadBytes = 2 * sizeof(double);

    private const int RowsAStep = 16;

    // Added to a number below 2^51, it rounds it to a whole one, which then stands in the low bits.
    private const double Rounding = 6_755_399_441_055_744;

    /// <summary>Writes a column as samples.</summary>
    /// <param name="column">The numbers.</param>
    /// <param name="scale">What they may be made of.</param>
    /// <param name="target">Where the samples go.</param>
    /// <returns>Whether all numbers are such; when not, what is in the target means nothing.</returns>
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

    /// <summary>Sixteen rows a step, since that many of the narrowest samples are stored at once.</summary>
    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    private static bool Whole(ReadOnlySpan<double> column, ColumnScale scale, double inverse, Span<short> target)
    {
        int row = 0;
        for (; row <= column.Length - RowsAStep; row += RowsAStep)
        {
            var wrong = Vector256<long>.Zero;
            var low = Vector256.Narrow(Samples(column[row..], scale, inverse, short.MaxValue, ref wrong), Samples(column[(row + 4)..], scale, inverse, short.MaxValue, ref wrong));
            var high = Vector256.Narrow(Samples(column[(row + 8)..], scale, inverse, short.MaxValue, ref wrong), Samples(column[(row + 12)..], scale, inverse, short.MaxValue, ref wrong));
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
            var samples = Vector256.Narrow(Samples(column[row..], scale, inverse, int.MaxValue, ref wrong), Samples(column[(row + 4)..], scale, inverse, int.MaxValue, ref wrong));
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

    /// <summary>Four samples as 64-bit whole numbers whose low halves count; what does not come back the same is noted.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector256<long> Samples(ReadOnlySpan<double> column, ColumnScale scale, double inverse, double most, ref Vector256<long> wrong)
    {
        var numbers = Vector256.Create(column);
        var rounded = ((numbers - Vector256.Create(scale.Offset)) * Vector256.Create(inverse)) + Vector256.Create(Rounding);
        var samples = rounded - Vector256.Create(Rounding);
        var back = (samples * Vector256.Create(scale.Multiplier)) + Vector256.Create(scale.Offset) + Vector256<double>.Zero;
        wrong |= ~(Vector256.Equals(back.AsInt64(), numbers.AsInt64()) & Vector256.LessThanOrEqual(Vector256.Abs(samples), Vector256.Create(most)).AsInt64());
        return rounded.AsInt64();
    }

    private static bool IsSame(double a, double b) => BitConverter.DoubleToInt64Bits(a) == BitConverter.DoubleToInt64Bits(b);
}
