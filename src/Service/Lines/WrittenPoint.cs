namespace DbIngest.Service.Lines;

/// <summary>A point of a request: one record. Points of the same source and microsecond are laid over each other.</summary>
/// <param name="Source">The number of the source.</param>
/// <param name="Timestamp">Microseconds UTC, which is also the sequence number.</param>
internal sealed record WrittenPoint(int Source, long Timestamp)
{
    /// <summary>The values; NaN for one that no line has.</summary>
    public required double[] Values { get; init; }

    /// <summary>The quality. Null if no line has one.</summary>
    public uint? Quality { get; private set; }

    /// <summary>Lays a later line over it.</summary>
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
