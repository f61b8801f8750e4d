using DbIngest.Abstractions.Records;

namespace DbIngest.Abstractions.Operations;

/// <summary>
/// Counts and hashes the records that a read or scan returned. A lane of a mix checks its answer by it and reuses the object.
/// </summary>
public sealed class ReadTally
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

    /// <summary>Adds one record that the database returned.</summary>
    /// <param name="source">The source that wrote it, from 0.</param>
    /// <param name="sequence">Its sequence number, from 0.</param>
    /// <param name="timestamp">Microseconds UTC.</param>
    /// <param name="quality">Flags of <see cref="RecordQuality"/>.</param>
    /// <param name="values">The values in schema order. <see cref="double.NaN"/> for a missing one.</param>
    public void Add(int source, long sequence, long timestamp, uint quality, ReadOnlySpan<double> values)
    {
        Count++;
        Checksum += RecordHash.Of(source, sequence, timestamp, quality, values);
    }
}
