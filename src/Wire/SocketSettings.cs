namespace DbIngest.Wire;

/// <summary>
/// Socket options and timeouts. Every protocol turns its connection options into them, and <see cref="WireStream"/> connects with
/// them. Immutable.
/// </summary>
public sealed record SocketSettings
{
    /// <summary>Default time to open a connection.</summary>
    public static readonly TimeSpan DefaultConnectTimeout = TimeSpan.FromSeconds(10);

    /// <summary>
    /// Time to open a connection: DNS look-up, connecting, encryption and login together. Never longer than
    /// <see cref="RequestTimeout"/>.
    /// </summary>
    public TimeSpan ConnectTimeout { get => Min(field, RequestTimeout); init; } = DefaultConnectTimeout;

    /// <summary>
    /// How long the server may accept no bytes or stay silent, and how long one answer may take to arrive whole.
    /// </summary>
    public TimeSpan RequestTimeout { get; init; } = TimeSpan.FromSeconds(90);

    /// <summary>Ends the connection, and with it the call that waits for an answer.</summary>
    public CancellationToken Cancellation { get; init; }

    /// <summary>Whether TCP keep-alive probes are sent.</summary>
    public bool KeepsAlive { get; init; }

    /// <summary>Seconds of silence before the first keep-alive probe; 0 for the system's default.</summary>
    public int KeepAliveTimeS { get; init; }

    /// <summary>Seconds between keep-alive probes; 0 for <see cref="KeepAliveTimeS"/>.</summary>
    public int KeepAliveIntervalS { get; init; }

    /// <summary>The socket's send buffer in bytes; 0 for the system's default.</summary>
    public int SendBufferBytes { get; init; }

    /// <summary>The socket's receive buffer in bytes; 0 for the system's default.</summary>
    public int ReceiveBufferBytes { get; init; }

    /// <summary>Measures how long an answer takes; tests replace it.</summary>
    internal TimeProvider Clock { get; init; } = TimeProvider.System;

    private static TimeSpan Min(TimeSpan a, TimeSpan b) => a < b ? a : b;
}
