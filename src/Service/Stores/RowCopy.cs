using DbIngest.Abstractions.Operations;

namespace DbIngest.Service.Stores;

/// <summary>
/// Keeps a copy of the last record that a store returned. <c>PointStore</c> reuses one to read a stored point before it replaces
/// the point. Not thread-safe.
/// </summary>
internal sealed class RowCopy : IRecordReceiver
{
    /// <summary>True if a record was returned since <see cref="Clear"/>. Other members are valid only then.</summary>
    public bool IsThere { get; private set; }

    /// <summary>Quality flags of the record.</summary>
    public uint Quality { get; private set; }

    /// <summary>Timestamp of the record in microseconds UTC.</summary>
    public long Timestamp { get; private set; }

    /// <summary>Values of the record in schema order. NaN for a missing one.</summary>
    public double[] Values { get; private set; } = [];

    /// <summary>Forgets the record, before a read and before its repetition.</summary>
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
