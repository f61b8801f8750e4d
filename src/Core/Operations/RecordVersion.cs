using DbIngest.Abstractions.Records;

namespace DbIngest.Core.Operations;

/// <summary>
/// Computes the content of a record after updates, as a pure function of (seed, source, sequence, version). The version stands
/// in the upper 24 bits of the quality. The lowest 16 bits of each value that is present differ between versions, a relative
/// change of at most 1.5e-11. Key and timestamp stay. Lanes of a mix write it, <see cref="OperationReplay"/>,
/// <see cref="OwnContentCheck"/> and <c>SharedContentCheck</c> expect it in the audit. <c>verify</c> checks stored mixes by it,
/// so the content of a version must not change.
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

        batch.Qualities[row] = QualityOf(batch.Qualities[row], version);
        ulong change = ChangeOf(version);
        for (int column = 0; column < batch.Schema.ValueCount; column++)
        {
            ref double value = ref batch.Values[(column * batch.Capacity) + row];
            value = Change(value, change);
        }
    }

    /// <summary>Copies the first record of a batch, and gives the copy a version.</summary>
    /// <param name="original">The batch as the workload filled it.</param>
    /// <param name="changed">Receives the copy as its only record.</param>
    /// <param name="version">Updates that the record had.</param>
    internal static void Copy(RecordBatch original, RecordBatch changed, int version)
    {
        changed.Reset(original.Source, original.FirstSequence, 1);
        changed.Timestamps[0] = original.Timestamps[0];
        changed.Qualities[0] = original.Qualities[0];
        for (int column = 0; column < changed.Schema.ValueCount; column++)
        {
            changed.Values[column * changed.Capacity] = original.Values[column * original.Capacity];
        }

        Apply(changed, 0, version);
    }

    /// <summary>The quality of a record in a version.</summary>
    /// <param name="quality">Its original quality.</param>
    /// <param name="version">Updates that the record had.</param>
    public static uint QualityOf(uint quality, int version) => quality ^ ((uint)version << QualityBits);

    /// <summary>Finds the version of a record that a database returned, and checks that all of it is of that version.</summary>
    /// <param name="original">The batch as the workload filled it.</param>
    /// <param name="row">The record's row in it.</param>
    /// <param name="timestamp">The timestamp that the database returned.</param>
    /// <param name="quality">The quality that it returned.</param>
    /// <param name="values">The values that it returned.</param>
    /// <param name="version">The version that the quality states.</param>
    /// <returns>False if the record never had this content.</returns>
    public static bool Matches(
        RecordBatch original, int row, long timestamp, uint quality, ReadOnlySpan<double> values, out int version)
    {
        uint differing = quality ^ original.Qualities[row];
        version = (int)(differing >> QualityBits);
        bool isRight = (differing & ((1 << QualityBits) - 1)) == 0
            && timestamp == original.Timestamps[row] && values.Length == original.Schema.ValueCount;
        ulong change = version == 0 ? 0 : ChangeOf(version);
        for (int column = 0; isRight && column < values.Length; column++)
        {
            double value = original.Values[(column * original.Capacity) + row];
            value = version == 0 ? value : Change(value, change);
            isRight = BitConverter.DoubleToUInt64Bits(value) == BitConverter.DoubleToUInt64Bits(values[column]);
        }

        return isRight;
    }

    private static ulong ChangeOf(int version)
    {
        ulong change = SplitMix64.Mix((ulong)version) & ChangedBits;
        return change + (change == 0 ? 1UL : 0);
    }

    /// <summary>A missing value stays missing, and negative zero becomes zero.</summary>
    private static double Change(double value, ulong change)
    {
        ulong bits = BitConverter.DoubleToUInt64Bits(value) ^ change;
        return double.IsNaN(value) ? value : (bits & MagnitudeBits) == 0 ? 0 : BitConverter.UInt64BitsToDouble(bits);
    }
}
