using DbIngest.Abstractions.Records;

namespace DbIngest.Sources.Input;

/// <summary>
/// Prepares and judges a row of a batch. Readers whose rows may lack any value (JSON lines, line protocol, logs, P1, pivots)
/// call it before and after they store the values that are present: without <see cref="Clear"/>, a lacking value would be that
/// of an earlier batch. Allocates nothing.
/// </summary>
internal static class BatchRow
{
    /// <summary>Sets the first values of a row to NaN, before the reader stores those that are present.</summary>
    public static void Clear(RecordBatch batch, int row, int values)
    {
        for (int column = 0; column < values; column++)
        {
            batch.Values[(column * batch.Capacity) + row] = double.NaN;
        }
    }

    /// <summary>Returns <see cref="RecordQuality.Missing"/> when one of the first values of a row is NaN.</summary>
    public static RecordQuality QualityOf(RecordBatch batch, int row, int values)
    {
        for (int column = 0; column < values; column++)
        {
            if (double.IsNaN(batch.Values[(column * batch.Capacity) + row]))
            {
                return RecordQuality.Missing;
            }
        }

        return RecordQuality.Good;
    }
}
