using System.Net;

namespace DbIngest.Wire.Volt;

/// <summary>How a connection to a VoltDB server is made.</summary>
public sealed record VoltConnectionOptions
{
    /// <summary>An address, or a name with a port.</summary>
    public required EndPoint Server { get; init; }

    /// <summary>The user; empty where the server lets anybody in.</summary>
    public string User { get; init; } = string.Empty;

    /// <summary>Asked for the user's password while logging in.</summary>
    public Func<string> Password { get; init; } = static () => string.Empty;

    /// <summary>What is checked of the server's certificate; null for a connection that is not encrypted.</summary>
    public TlsOptions? Tls { get; init; }

    /// <summary>How long connecting may take, logging in included.</summary>
    public TimeSpan ConnectTimeout { get; init; } = SocketSettings.DefaultConnectTimeout;

    /// <summary>How long the server may stay silent, or take to answer whole.</summary>
    public TimeSpan RequestTimeout { get; init; } = TimeSpan.FromSeconds(90);

    internal string Host => Server is DnsEndPoint name ? name.Host : Server is IPEndPoint ip ? ip.Address.ToString() : string.Empty;

    internal SocketSettings Socket => new() { ConnectTimeout = ConnectTimeout, RequestTimeout = RequestTimeout };
}
