using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using DbIngest.Sources.Input;

namespace DbIngest.Sources.Recording;

/// <summary>
/// Codings of a column in a block of the temporary file. <see cref="SpoolWriter"/> chooses and writes one per column.
/// <see cref="RecordingSource.Fill"/> reads columns back during a trial and allocates nothing. Every value is read back with the
/// same bits. A directory entry is the column's offset, a multiple of eight, plus its coding.
/// </summary>
internal static unsafe class ColumnCoding
{
    /// <summary>Every number as a double.</summary>
    public const int Plain = 0;

    /// <summary>Zeros and ones, one bit each, the first in the lowest bit.</summary>
    public const int Bits = 1;

    /// <summary>One double for all rows.</summary>
    public const int Same = 2;

    /// <summary>16-bit samples after their multiplier and offset (<see cref="ScaledCoding"/>).</summary>
    public const int Int16 = 3;

    /// <summary>32-bit samples after their multiplier and offset.</summary>
    public const int Int32 = 4;

    private const int CodingMask = 7;
    private const int RowsPerStep = 4;

    // The bits of 1.0.
    private const long One = 0x3FF0_0000_0000_0000;
    private static readonly Vector256<long>[] FourBits =
    [
        .. Enumerable.Range(0, 16)
            .Select(bits => Vector256.Create(bits & 1, (bits >> 1) & 1, (bits >> 2) & 1, (long)(bits >> 3)) * One),
    ];

    /// <summary>Returns the coding in a directory entry.</summary>
    public static int Of(int entry) => entry & CodingMask;

    /// <summary>Returns the coding for samples of a recorder.</summary>
    public static int Of(SampleKind sample) => sample switch { SampleKind.Int16 => Int16, _ => Int32 };

    /// <summary>Returns the offset of a column in its block.</summary>
    public static int Place(int entry) => entry & ~CodingMask;

    /// <summary>Returns the bytes of a column in a coding, a multiple of eight.</summary>
    public static int Bytes(int coding, int rows) => coding switch
    {
        Bits => (rows / 8) + 7 & ~7,
        Same => sizeof(double),
        Int16 => ScaledCoding.HeadBytes + (rows * sizeof(short)) + 7 & ~7,
        Int32 => ScaledCoding.HeadBytes + (rows * sizeof(int)) + 7 & ~7,
        _ => rows * sizeof(double),
    };

    /// <summary>
    /// Chooses the shortest coding that keeps every bit of a column. Stops at the first number that excludes a coding.
    /// </summary>
    public static int Choose(ReadOnlySpan<double> column)
    {
        var bits = MemoryMarshal.Cast<double, long>(column);
        return bits.IndexOfAnyExcept(bits[0]) < 0 ? Same : AreBits(bits) ? ColumnCoding.Bits : Plain;
    }

    /// <summary>Writes a column of zeros and ones.</summary>
    /// <param name="target">Cleared memory of <see cref="Bytes"/> bytes.</param>
    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    public static void WriteBits(ReadOnlySpan<double> column, Span<byte> target)
    {
        var bits = MemoryMarshal.Cast<double, long>(column);
        int row = 0;
        for (; row <= bits.Length - RowsPerStep; row += RowsPerStep)
        {
            // Shifted left by two, the pattern of 1.0 has its sign bit set and that of 0.0 has not.
            uint four = (Vector256.Create(bits[row..]) << 2).ExtractMostSignificantBits();
            target[row >> 3] |= (byte)(four << (row & 7));
        }

        for (; row < bits.Length; row++)
        {
            target[row >> 3] |= (byte)((bits[row] == One ? 1 : 0) << (row & 7));
        }
    }

    /// <summary>Reads rows of a column.</summary>
    /// <param name="entry">The column's entry in the directory.</param>
    /// <param name="target">Receives the rows.</param>
    public static void Read(byte* block, int entry, int start, Span<double> target)
    {
        byte* column = block + Place(entry);
        switch (Of(entry))
        {
            case Same:
                target.Fill(*(double*)column);
                break;
            case Bits:
                ReadBits(column, start, MemoryMarshal.Cast<double, long>(target));
                break;
            case Int16:
                ScaledCoding.ReadInt16(column, start, target);
                break;
            case Int32:
                ScaledCoding.ReadInt32(column, start, target);
                break;
            default:
                new ReadOnlySpan<double>((double*)column + start, target.Length).CopyTo(target);
                break;
        }
    }

    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    private static bool AreBits(ReadOnlySpan<long> bits)
    {
        int row = 0;
        var one = Vector256.Create(One);
        for (; row <= bits.Length - RowsPerStep; row += RowsPerStep)
        {
            var four = Vector256.Create(bits[row..]);
            if ((Vector256.Equals(four, Vector256<long>.Zero) | Vector256.Equals(four, one)) != Vector256<long>.AllBitsSet)
            {
                return false;
            }
        }

        for (; row < bits.Length; row++)
        {
            if (bits[row] != 0 && bits[row] != One)
            {
                return false;
            }
        }

        return true;
    }

    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    private static void ReadBits(byte* bytes, int start, Span<long> target)
    {
        int row = 0;
        for (; row < target.Length && ((start + row) & (RowsPerStep - 1)) != 0; row++)
        {
            target[row] = Bit(bytes, start + row);
        }

        for (; row <= target.Length - RowsPerStep; row += RowsPerStep)
        {
            int at = start + row;
            FourBits[(bytes[at >> 3] >> (at & 4)) & 15].CopyTo(target[row..]);
        }

        for (; row < target.Length; row++)
        {
            target[row] = Bit(bytes, start + row);
        }
    }

    private static long Bit(byte* bytes, int row) => -((bytes[row >> 3] >> (row & 7)) & 1L) & One;
}
