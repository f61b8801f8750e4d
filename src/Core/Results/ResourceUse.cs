namespace DbIngest.Core.Results;

/// <summary>What processes used from the common start to the last acknowledgement.</summary>
public sealed record ResourceUse
{
    /// <summary>CPU seconds, user and system.</summary>
    public required double CpuS { get; init; }

    /// <summary>CPU seconds a second of elapsed time, as a share of all cores of the hosts that were read: 0 to 1.</summary>
    public required double CpuShare { get; init; }

    /// <summary>Logical cores of those hosts; null in results that do not say, which took the client's.</summary>
    public int? Cores { get; init; }

    /// <summary>The largest resident memory sampled.</summary>
    public required long PeakRssBytes { get; init; }

    /// <summary>Bytes fetched from storage; null when not known.</summary>
    public long? ReadBytes { get; init; }

    /// <summary>Bytes sent to storage; null when not known.</summary>
    public long? WrittenBytes { get; init; }

    /// <summary>Bytes that arrived over the network; null when not known.</summary>
    public long? ReceivedBytes { get; init; }

    /// <summary>Bytes sent over the network; null when not known.</summary>
    public long? SentBytes { get; init; }
}
