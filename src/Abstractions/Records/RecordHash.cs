using System.Runtime.CompilerServices;

namespace DbIngest.Abstractions.Records;

/// <summary>
/// A 64-bit hash of one record's whole content, bound to the position of each value. The sum of the hashes modulo 2^64 is
/// the order-independent checksum of a set of records: it changes, but for one chance in 2^64, when any record is lost,
/// added, altered, or exchanges content with another.
/// </summary>
/// <remarks>
/// Folded 64 x 64 -> 128-bit multiplication as in wyhash (Wang Yi, "wyhash", final version 4, with the operands folded back
/// in so that a zero operand does not lose the other one).
/// </remarks>
public static class RecordHash
{
    private const ulong Secret0 = 0xa0761d6478bd642f;
    private const ulong Secret1 = 0xe7037ed1a0b428db;
    private const ulong Secret2 = 0x8ebc6af09c88c6e3;
    private const ulong Secret3 = 0x589965cc75374cc3;

    /// <summary>The hash of one record.</summary>
    /// <param name="source">The source, counted from 0.</param>
    /// <param name="sequence">The sequence number.</param>
    /// <param name="timestamp">Microseconds UTC.</param>
    /// <param name="quality">The quality flags.</param>
    /// <param name="values">The record's values in their order.</param>
    /// <returns>64 well-mixed bits.</returns>
    public static ulong Of(int source, long sequence, long timestamp, uint quality, ReadOnlySpan<double> values)
    {
        ulong hash = Head(source, sequence, timestamp, quality);
        int i = 0;
        for (; i + 1 < values.Length; i += 2)
        {
            hash = Mix(hash ^ Bits(values[i]), Bits(values[i + 1]) ^ Secret2);
        }

        return i < values.Length ? Mix(hash ^ Bits(values[i]), Secret3) : hash;
    }

    /// <summary>The hash of one row of a batch.</summary>
    /// <param name="batch">The batch.</param>
    /// <param name="row">The row.</param>
    /// <param name="values">Room for the values of a record.</param>
    /// <returns>Its hash.</returns>
    public static ulong OfRow(RecordBatch batch, int row, Span<double> values)
    {
        for (int column = 0; column < values.Length; column++)
        {
            values[column] = batch.Values[(column * batch.Capacity) + row];
        }

        return Of(batch.Source, batch.FirstSequence + row, batch.Timestamps[row], batch.Qualities[row], values);
    }

    /// <summary>The checksum of rows of a batch: the sum of their hashes modulo 2^64.</summary>
    /// <param name="batch">The batch.</param>
    /// <returns>The checksum of all its rows.</returns>
    public static ulong Sum(RecordBatch batch)
    {
        ulong sum = 0;
        double[] values = batch.Values;
        int stride = batch.Capacity;
        int columns = batch.Schema.ValueCount;
        for (int row = 0; row < batch.Count; row++)
        {
            ulong hash = Head(batch.Source, batch.FirstSequence + row, batch.Timestamps[row], batch.Qualities[row]);
            int index = row;
            int column = 0;
            for (; column + 1 < columns; column += 2)
            {
                hash = Mix(hash ^ Bits(values[index]), Bits(values[index + stride]) ^ Secret2);
                index += 2 * stride;
            }

            sum += column < columns ? Mix(hash ^ Bits(values[index]), Secret3) : hash;
        }

        return sum;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ulong Head(int source, long sequence, long timestamp, uint quality) =>
        Mix(
            Mix((ulong)sequence ^ Secret0, ((ulong)(uint)source << 32 | quality) ^ Secret1),
            (ulong)timestamp ^ Secret2);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ulong Bits(double value) => BitConverter.DoubleToUInt64Bits(value);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ulong Mix(ulong a, ulong b)
    {
        ulong high = Math.BigMul(a, b, out ulong low);
        return (a ^ low) + (b ^ high);
    }
}
