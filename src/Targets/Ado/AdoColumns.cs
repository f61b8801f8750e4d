using System.Data.Common;
using System.Globalization;

namespace DbIngest.Targets.Ado;

/// <summary>
/// Reads the columns of a record, whatever types the provider gives them. <see cref="AdoTarget"/> calls it for each row of the
/// audit, and <see cref="AdoKeyed"/> for each record that it reads. A missing value must become NaN, or the audit finds another
/// record than was sent.
/// </summary>
internal static class AdoColumns
{
    /// <summary>Reads an integer of any type: Oracle returns a NUMBER as a decimal, SQLite an INTEGER as 64 bits.</summary>
    public static long Whole(DbDataReader reader, int column) => reader.GetFieldType(column) is var type && type == typeof(long)
        ? reader.GetInt64(column)
        : type == typeof(int) ? reader.GetInt32(column)
        : Convert.ToInt64(reader.GetValue(column), CultureInfo.InvariantCulture);

    /// <summary>Reads the values, NaN for NULL.</summary>
    /// <param name="reader">Stands at a row whose columns are those of <see cref="AdoTable"/>.</param>
    /// <param name="values">Receives the values.</param>
    public static void Values(DbDataReader reader, Span<double> values)
    {
        for (int i = 0; i < values.Length; i++)
        {
            int column = AdoTable.FixedColumns + i;
            values[i] = reader.IsDBNull(column) ? double.NaN : reader.GetDouble(column);
        }
    }
}
