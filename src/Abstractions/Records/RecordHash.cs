using System.Runtime.CompilerServices;

namespace DbIngest.Abstractions.Records;

/// <summary>
/// Computes a 64-bit hash of one record's whole content, in which the position of each value counts. <c>ExpectedContent</c> adds
/// the hashes of the records that sources should have written, <see cref="Audit.StoredPartition"/> those of the rows that the
/// database returned, and the audit compares both sums modulo 2^64. The sum does not depend on the order of records. It changes,
/// except with probability 2^-64, if a record is lost, added, altered, or exchanges content with another. Lanes of a mix and the
/// freshness probe check answers by the hash while a trial runs.
/// </summary>
/// <remarks>
/// Allocates nothing. The hash is part of stored results and of what source processes exchange, so it must not change. It is not
/// cryptographic. Folded 64 x 64 -> 128-bit multiplication as in wyhash (Wang Yi, "wyhash", final version 4, with the operands
/// folded back in so that a zero operand does not lose the other one).
/// </remarks>
public static class RecordHash
{
    private const ulong Secret0 = 0xa0761d6478bd642f;
    private const ulong Secret1 = 0xe7037ed1a0b428db;
    private const ulong Secret2 = 0x8ebc6af09c88c6e3;
    private const ulong Secret3 = 0x589965cc75374cc3;

    /// <summary>Hashes one record.</summary>
    /// <param name="source">The source, from 0.</param>
    /// <param name="sequence">The sequence number, from 0.</param>
    /// <param name="timestamp">Microseconds UTC.</param>
    /// <param name="quality">Flags of <see cref="RecordQuality"/>.</param>
    /// <param name="values">The values in schema order.</param>
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

    /// <summary>Hashes one row of a batch.</summary>
    /// <param name="batch">The batch.</param>
    /// <param name="row">0 to <see cref="RecordBatch.Count"/> - 1.</param>
    /// <param name="values">Scratch space for the V values of the row.</param>
    public static ulong OfRow(RecordBatch batch, int row, Span<double> values)
    {
        for (int column = 0; column < values.Length; column++)
        {
            values[column] = batch.Values[(column * batch.Capacity) + row];
        }

        return Of(batch.Source, batch.FirstSequence + row, batch.Timestamps[row], batch.Qualities[row], values);
    }

    /// <summary>Adds the hashes of all rows of a batch modulo 2^64.</summary>
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
