using DbIngest.Abstractions.Operations;

namespace DbIngest.Conformance;

/// <summary>Keeps the quality of the last record that a read returned.</summary>
internal sealed class LastRecord : IRecordReceiver
{
    /// <summary>Records returned so far.</summary>
    public int Count { get; private set; }

    /// <summary>Quality of the last one.</summary>
    public uint Quality { get; private set; }

    public void Add(int source, long sequence, long timestamp, uint quality, ReadOnlySpan<double> values)
    {
        Count++;
        Quality = quality;
    }
}
