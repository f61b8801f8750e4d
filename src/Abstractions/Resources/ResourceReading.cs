namespace DbIngest.Abstractions.Resources;

/// <summary>
/// Resource use of a client or database: memory and threads at the moment, everything else since a reader was opened.
/// <see cref="IResourceReader.Read"/> returns it, source processes send it to the main process, and the sampler
/// (<c>ResourceGroup</c>) computes the figures of a trial from its readings. Null means unknown, never zero.
/// </summary>
/// <param name="CpuS">CPU seconds in user and system mode.</param>
/// <param name="RssBytes">Resident memory in bytes now.</param>
/// <param name="ReadBytes">Bytes read from storage. Null if unknown.</param>
/// <param name="WrittenBytes">Bytes written to storage. Null if unknown.</param>
public readonly record struct ResourceReading(double CpuS, long RssBytes, long? ReadBytes, long? WrittenBytes)
{
    /// <summary>Bytes received from the network. Null if unknown.</summary>
    public long? ReceivedBytes { get; init; }

    /// <summary>Bytes sent to the network. Null if unknown.</summary>
    public long? SentBytes { get; init; }

    /// <summary>Threads now. Null if unknown.</summary>
    public int? Threads { get; init; }

    /// <summary>Context switches of the threads. Null if unknown.</summary>
    public long? ContextSwitches { get; init; }

    /// <summary>Adds two readings. A sum with an unknown part is unknown.</summary>
    public ResourceReading Plus(ResourceReading other) =>
        new(CpuS + other.CpuS, RssBytes + other.RssBytes, ReadBytes + other.ReadBytes, WrittenBytes + other.WrittenBytes)
        {
            ReceivedBytes = ReceivedBytes + other.ReceivedBytes,
            SentBytes = SentBytes + other.SentBytes,
            Threads = Threads + other.Threads,
            ContextSwitches = ContextSwitches + other.ContextSwitches,
        };
}
