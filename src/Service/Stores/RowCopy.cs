using DbIngest.Abstractions.Operations;

namespace DbIngest.Service.Stores;

/// <summary>Keeps the last record that a store returned.</summary>
internal sealed class RowCopy : IRecordReceiver
{
    /// <summary>True if a record was returned.</summary>
    public bool IsThere { get; private set; }

    /// <summary>Its flags.</summary>
    public uint Quality { get; private set; }

    /// <summary>Its timestamp, in microseconds UTC.</summary>
    public long Timestamp { get; private set; }

    /// <summary>Its values.</summary>
    public double[] Values { get; private set; } = [];

    /// <summary>Forgets the record.</summary>
    public void Clear() => IsThere = false;

    /// <inheritdoc/>
    public void Add(int source, long sequence, long timestamp, uint quality, ReadOnlySpan<double> values)
    {
        IsThere = true;
        Timestamp = timestamp;
        Quality = quality;
        Values = values.ToArray();
    }
}
