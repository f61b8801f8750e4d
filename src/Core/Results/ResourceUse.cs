namespace DbIngest.Core.Results;

/// <summary>
/// Resource use of client or server from the common start to the last acknowledgement. <see cref="Measurement.ResourceGroup"/>
/// computes it, and rules find by it which side was the bottleneck.
/// </summary>
/// <remarks>The journal stores the members, so they must not be renamed.</remarks>
public sealed record ResourceUse
{
    /// <summary>CPU seconds in user and system mode.</summary>
    public required double CpuS { get; init; }

    /// <summary>CPU seconds per elapsed second, as a share of all cores of the hosts that were read, 0 to 1.</summary>
    public required double CpuShare { get; init; }

    /// <summary>
    /// Logical cores of these hosts. Null in results of older versions, which divided by the cores of the client.
    /// </summary>
    public int? Cores { get; init; }

    /// <summary>Largest sampled resident memory in bytes.</summary>
    public required long PeakRssBytes { get; init; }

    /// <summary>Mean of the sampled resident memory in bytes. Null in results of older versions.</summary>
    public long? MeanRssBytes { get; init; }

    /// <summary>Most sampled threads. Null if unknown: only the service of <c>--via service</c> is read for them.</summary>
    public int? PeakThreads { get; init; }

    /// <summary>Context switches of the threads, voluntary or not. Null if unknown, as <see cref="PeakThreads"/>.</summary>
    public long? ContextSwitches { get; init; }

    /// <summary>Bytes read from storage. Null if unknown.</summary>
    public long? ReadBytes { get; init; }

    /// <summary>Bytes written to storage. Null if unknown.</summary>
    public long? WrittenBytes { get; init; }

    /// <summary>Bytes received from the network. Null if unknown.</summary>
    public long? ReceivedBytes { get; init; }

    /// <summary>Bytes sent to the network. Null if unknown.</summary>
    public long? SentBytes { get; init; }
}
