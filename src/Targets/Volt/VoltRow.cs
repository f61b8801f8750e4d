using DbIngest.Wire;
using DbIngest.Wire.Volt;

namespace DbIngest.Targets.Volt;

/// <summary>A record as the table has it.</summary>
internal static class VoltRow
{
    /// <summary>Reads one.</summary>
    /// <param name="row">The row.</param>
    /// <param name="values">Where its values go.</param>
    public static (int Source, long Sequence, long Timestamp, uint Quality) Read(ref WireReader row, double[] values)
    {
        var (source, sequence, timestamp, quality) = (row.Int32(), row.Int64(), row.Int64(), (uint)row.Int32());
        for (int i = 0; i < values.Length; i++)
        {
            values[i] = VoltFloat.Value(row.Double());
        }

        return (source, sequence, timestamp, quality);
    }
}
