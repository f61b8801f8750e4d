namespace DbIngest.Service.Lines;

/// <summary>
/// One point of a request, stored as one record. Before a store with a key <see cref="LineRequest"/> merges all lines of the same
/// source and microsecond into it. <c>InfluxRoutes</c> hands the points to <see cref="PointStore"/> after all lines are merged.
/// Not thread-safe.
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
