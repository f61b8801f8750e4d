namespace DbIngest.Service.Lines;

/// <summary>
/// Holds the values that the lines of a write request give one source at one microsecond. <see cref="LineRequest"/> creates it.
/// If the store has a key, it merges all lines with the same source and timestamp into one point. <see cref="PointStore"/> then
/// stores each point as one record. No line may be merged after storing starts. Not thread-safe.
/// </summary>
/// <param name="Source">The number of the source.</param>
/// <param name="Timestamp">Microseconds UTC, which is also the sequence number.</param>
internal sealed record WrittenPoint(int Source, long Timestamp)
{
    /// <summary>The values in schema order. NaN for a value that no line has.</summary>
    public required double[] Values { get; init; }

    /// <summary>The quality. Null if no line has one.</summary>
    public uint? Quality { get; private set; }

    /// <summary>Merges a later line: its values and quality replace those of the point.</summary>
    /// <param name="values">The values in schema order, which are copied. NaN keeps the value of the point.</param>
    /// <param name="quality">The quality of the line. Null keeps that of the point.</param>
    public void Add(double[] values, uint? quality)
    {
        for (int column = 0; column < values.Length; column++)
        {
            if (!double.IsNaN(values[column]))
            {
                Values[column] = values[column];
            }
        }

        Quality = quality ?? Quality;
    }
}
