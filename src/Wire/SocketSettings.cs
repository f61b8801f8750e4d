namespace DbIngest.Wire;

/// <summary>How sockets are connected, whatever the protocol.</summary>
public sealed record SocketSettings
{
    /// <summary>How long opening a connection may take unless the user says otherwise.</summary>
    public static readonly TimeSpan DefaultConnectTimeout = TimeSpan.FromSeconds(10);

    /// <summary>
    /// How long opening may take: finding the addresses, connecting to one of them, encryption and login. At most
    /// <see cref="RequestTimeout"/>.
    /// </summary>
    public TimeSpan ConnectTimeout { get => Min(field, RequestTimeout); init; } = DefaultConnectTimeout;

    /// <summary>How long the server may take no bytes, or stay silent, and how long one answer may take to arrive whole.</summary>
    public TimeSpan RequestTimeout { get; init; } = TimeSpan.FromSeconds(90);

    /// <summary>Whether TCP asks now and then whether the server is still there.</summary>
    public bool KeepsAlive { get; init; }

    /// <summary>After how many seconds of silence TCP asks first; 0 for the system's own.</summary>
    public int KeepAliveTimeS { get; init; }

    /// <summary>Seconds between further questions; 0 for <see cref="KeepAliveTimeS"/>.</summary>
    public int KeepAliveIntervalS { get; init; }

    /// <summary>The socket's send buffer in bytes; 0 for the system's own.</summary>
    public int SendBufferBytes { get; init; }

    /// <summary>The socket's receive buffer in bytes; 0 for the system's own.</summary>
    public int ReceiveBufferBytes { get; init; }

    /// <summary>What tells how long an answer takes.</summary>
    internal TimeProvider Clock { get; init; } = TimeProvider.System;

    private static TimeSpan Min(TimeSpan a, TimeSpan b) => a < b ? a : b;
}
