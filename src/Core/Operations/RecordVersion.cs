using DbIngest.Abstractions.Records;

namespace DbIngest.Core.Operations;

/// <summary>
/// Computes the content of a record after updates, as a pure function of (seed, source, sequence, version). The version stands in
/// the upper 24 bits of the quality. The lowest 16 bits of each value that is present differ between versions, a relative change
/// of at most 1.5e-11. Key and timestamp stay. Lanes of a mix and the audit's replay call it.
/// </summary>
public static class RecordVersion
{
    private const int QualityBits = 8;
    private const ulong ChangedBits = 0xffff;
    private const ulong MagnitudeBits = 0x7fff_ffff_ffff_ffff;

    /// <summary>Changes one row of a batch from its original content to a version.</summary>
    /// <param name="batch">The batch as the workload filled it.</param>
    /// <param name="row">0 to <see cref="RecordBatch.Count"/> - 1.</param>
    /// <param name="version">Updates that the record had. 0 changes nothing.</param>
    public static void Apply(RecordBatch batch, int row, int version)
    {
        if (version == 0)
        {
            return;
        }

        batch.Qualities[row] ^= (uint)version << QualityBits;
        ulong change = SplitMix64.Mix((ulong)version) & ChangedBits;
        change += change == 0 ? 1UL : 0;
        for (int column = 0; column < batch.Schema.ValueCount; column++)
        {
            ref double value = ref batch.Values[(column * batch.Capacity) + row];
            ulong bits = BitConverter.DoubleToUInt64Bits(value) ^ change;

            // A missing value stays missing, and negative zero becomes zero.
            value = double.IsNaN(value) ? value : (bits & MagnitudeBits) == 0 ? 0 : BitConverter.UInt64BitsToDouble(bits);
        }
    }
}
