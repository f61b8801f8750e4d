using DbIngest.Abstractions.Records;

namespace DbIngest.Core.Operations;

/// <summary>
/// The content of a record after updates: a pure function of (seed, source, sequence, version). An update is a correction: the
/// version stands in the upper 24 bits of the quality, and the lowest 16 bits of each value that is not missing differ from one
/// version to the next (a relative change of at most 1.5e-11). Key and timestamp stay.
/// </summary>
public static class RecordVersion
{
    private const int QualityBits = 8;
    private const ulong ChangedBits = 0xffff;
    private const ulong MagnitudeBits = 0x7fff_ffff_ffff_ffff;

    /// <summary>Makes one row of a batch, as its workload filled it, what it is after updates.</summary>
    /// <param name="batch">The batch.</param>
    /// <param name="row">The row.</param>
    /// <param name="version">How many updates it has had; 0 leaves it as it is.</param>
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

            // A missing value stays missing; and there is no negative zero.
            value = double.IsNaN(value) ? value : (bits & MagnitudeBits) == 0 ? 0 : BitConverter.UInt64BitsToDouble(bits);
        }
    }
}
