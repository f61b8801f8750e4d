using DbIngest.Wire;
using DbIngest.Wire.Volt;

namespace DbIngest.Targets.Volt;

/// <summary>
/// Decodes a stored record. <see cref="VoltAudit"/> and the reads of <see cref="VoltWriter"/> call it per row. It allocates
/// nothing.
/// </summary>
internal static class VoltRow
{
    /// <summary>Decodes the fields of a row in the order of the table's columns.</summary>
    /// <param name="row">The row.</param>
    /// <param name="values">Receives the values. NaN for a missing one.</param>
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
