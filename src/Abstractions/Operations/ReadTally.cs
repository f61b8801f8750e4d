using DbIngest.Abstractions.Records;

namespace DbIngest.Abstractions.Operations;

/// <summary>
/// Counts and hashes the records that a read or scan returned. <c>FreshnessProbe</c> owns one, reuses it for every read of a
/// trial, and compares <see cref="Count"/> and <see cref="Checksum"/> with those of the right answer. Not thread-safe. Allocates
/// nothing.
/// </summary>
public sealed class ReadTally : IRecordReceiver
{
    /// <summary>Records returned.</summary>
    public int Count { get; private set; }

    /// <summary>Sum of the records' hashes (<see cref="RecordHash"/>) modulo 2^64, in any order of the records.</summary>
    public ulong Checksum { get; private set; }

    /// <summary>Forgets all records. Call it before every attempt, since a failed attempt may have added records.</summary>
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
