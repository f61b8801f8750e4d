namespace DbIngest.Wire;

/// <summary>
/// Holds the timeouts, the cancellation token and the encryption that the connection options of most protocols share. Targets set
/// them from the endpoint. A connection reads them once, when it is opened. Immutable.
/// </summary>
public abstract record ConnectionOptions
{
    /// <summary>Time to open a connection, login included; never longer than <see cref="RequestTimeout"/>.</summary>
    public TimeSpan ConnectTimeout { get; init; } = SocketSettings.DefaultConnectTimeout;

    /// <summary>
    /// How long the server may accept no bytes or stay silent, and how long one answer may take to arrive whole.
    /// </summary>
    public TimeSpan RequestTimeout { get; init; } = TimeSpan.FromSeconds(90);

    /// <summary>Which certificates to trust; null for an unencrypted connection.</summary>
    public TlsOptions? Tls { get; init; }

    /// <summary>
    /// Ends the connection, and with it the call that waits for an answer. Targets pass the token of their own operation.
    /// </summary>
    public CancellationToken Cancellation { get; init; }

    internal virtual SocketSettings Socket =>
        new()
        {
            RequestTimeout = RequestTimeout,
            ConnectTimeout = ConnectTimeout,
            KeepsAlive = true,
            Cancellation = Cancellation,
        };
}
