using DbIngest.Abstractions.Records;

namespace DbIngest.Abstractions.Operations;

/// <summary>What a database answered to a read: how many records, and the sum of the hashes of their whole content.</summary>
public sealed class ReadTally
{
    /// <summary>Records.</summary>
    public int Count { get; private set; }

    /// <summary>The sum of their hashes modulo 2^64.</summary>
    public ulong Checksum { get; private set; }

    /// <summary>Forgets what it has: a read that failed is begun again.</summary>
    public void Reset()
    {
        Count = 0;
        Checksum = 0;
    }

    /// <summary>Adds one record as it was read.</summary>
    /// <param name="source">Its source.</param>
    /// <param name="sequence">Its sequence number.</param>
    /// <param name="timestamp">Its timestamp in microseconds UTC.</param>
    /// <param name="quality">Its quality flags.</param>
    /// <param name="values">Its values in their order; a missing one is <see cref="double.NaN"/>.</param>
    public void Add(int source, long sequence, long timestamp, uint quality, ReadOnlySpan<double> values)
    {
        Count++;
        Checksum += RecordHash.Of(source, sequence, timestamp, quality, values);
    }
}
