using DbIngest.Abstractions.Records;

namespace DbIngest.Abstractions.Operations;

/// <summary>
/// Counts and hashes the records that a read or scan returned. A lane of a mix checks its answer by it and reuses the object.
/// </summary>
public sealed class ReadTally : IRecordReceiver
{
    /// <summary>Records returned.</summary>
    public int Count { get; private set; }

    /// <summary>Sum of their hashes modulo 2^64.</summary>
    public ulong Checksum { get; private set; }

    /// <summary>Sets both to zero, before a read and before its retry.</summary>
    public void Reset()
    {
        Count = 0;
        Checksum = 0;
    }

    /// <inheritdoc/>
    public void Add(int source, long sequence, long timestamp, uint quality, ReadOnlySpan<double> values)
    {
        Count++;
        Checksum += RecordHash.Of(source, sequence, timestamp, quality, values);
    }
}
