namespace DbIngest.Abstractions.Resources;

/// <summary>What was used since a reader was opened.</summary>
/// <param name="CpuS">CPU seconds, user and system.</param>
/// <param name="RssBytes">Resident memory now.</param>
/// <param name="ReadBytes">Bytes fetched from storage; null when not known.</param>
/// <param name="WrittenBytes">Bytes sent to storage; null when not known.</param>
public readonly record struct ResourceReading(double CpuS, long RssBytes, long? ReadBytes, long? WrittenBytes)
{
    /// <summary>Bytes that arrived over the network; null when not known.</summary>
    public long? ReceivedBytes { get; init; }

    /// <summary>Bytes sent over the network; null when not known.</summary>
    public long? SentBytes { get; init; }

    /// <summary>What two used together; of bytes of which one does not know, the sum is not known.</summary>
    /// <param name="other">The other.</param>
    /// <returns>The sum.</returns>
    public ResourceReading Plus(ResourceReading other) =>
        new(CpuS + other.CpuS, RssBytes + other.RssBytes, ReadBytes + other.ReadBytes, WrittenBytes + other.WrittenBytes)
        {
            ReceivedBytes = ReceivedBytes + other.ReceivedBytes,
            SentBytes = SentBytes + other.SentBytes,
        };
}
