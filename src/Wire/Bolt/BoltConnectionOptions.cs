using System.Net;

namespace DbIngest.Wire.Bolt;

/// <summary>
/// Says where a Bolt server is and how to log in. <c>Neo4jEndpoint</c> builds it from the endpoint, and <c>Neo4jPlan</c>
/// for a private server. <see cref="BoltConnection.Open(BoltConnectionOptions)"/> and <c>Neo4jDriverFactory</c> read it.
/// Immutable.
/// </summary>
public sealed record BoltConnectionOptions : ConnectionOptions
{
    /// <summary>An IP address, or a DNS name with a port.</summary>
    public required EndPoint Server { get; init; }

    /// <summary>The client's name (<c>user_agent</c>), which the server lists with the connection.</summary>
    public required string Agent { get; init; }

    /// <summary>The user; null to log in without authentication.</summary>
    public string? User { get; init; }

    /// <summary>Returns the password; called once per login, and once by <c>Neo4jDriverFactory</c>.</summary>
    public Func<string> Password { get; init; } = static () => string.Empty;
}
