using System.Net;

namespace DbIngest.Wire.Volt;

/// <summary>
/// Says where a VoltDB server is and who logs in. <c>VoltEndpoint</c> builds it from the endpoint. <see cref="VoltConnection"/>
/// reads it when it opens. Immutable.
/// </summary>
public sealed record VoltConnectionOptions : ConnectionOptions
{
    /// <summary>An IP address, or a DNS name with a port.</summary>
    public required EndPoint Server { get; init; }

    /// <summary>The user's name; empty if the server needs no login.</summary>
    public string User { get; init; } = string.Empty;

    /// <summary>Returns the password; called once per login.</summary>
    public Func<string> Password { get; init; } = static () => string.Empty;
}
