using System.Globalization;
using System.Net;

namespace DbIngest.Targets.Volt;

/// <summary>Where a server is: <c>[USER@]HOST[:PORT]</c>.</summary>
/// <param name="Server">The server.</param>
/// <param name="User">Who logs in; null for nobody in particular.</param>
internal sealed record VoltPlace(EndPoint Server, string? User)
{
    /// <summary>The port of clients.</summary>
    public const int DefaultPort = 21212;

    /// <summary>Whether it is on this machine.</summary>
    public bool IsLocal => Server is DnsEndPoint name ? OwnMachine.Has(name.Host) : OwnMachine.Has(((IPEndPoint)Server).Address);

    /// <summary>Reads a place.</summary>
    /// <param name="text">The text.</param>
    /// <exception cref="ArgumentException">It is not of the form. A password is not repeated.</exception>
    public static VoltPlace Parse(string text)
    {
        if (text.Contains("://", StringComparison.Ordinal) || !Uri.TryCreate("volt://" + text, UriKind.Absolute, out var uri) || uri.Host.Length == 0 || uri.AbsolutePath.Length > 1)
        {
            throw new ArgumentException("--endpoint: the server is written [USER@]HOST[:PORT].");
        }

        if (uri.UserInfo.Contains(':', StringComparison.Ordinal))
        {
            throw new ArgumentException("--endpoint: a password does not belong there: set DBINGEST_VOLTDB_PASSWORD, or use --password-file.");
        }

        int port = uri.Port > 0 ? uri.Port : DefaultPort;
        return new VoltPlace(
            IPAddress.TryParse(uri.Host.Trim('[', ']'), out var address) ? new IPEndPoint(address, port) : new DnsEndPoint(uri.Host, port),
            uri.UserInfo.Length > 0 ? Uri.UnescapeDataString(uri.UserInfo) : null);
    }

    /// <summary>The text that is read back as the same place.</summary>
    public override string ToString()
    {
        string server = Server is DnsEndPoint name ? string.Create(CultureInfo.InvariantCulture, $"{name.Host}:{name.Port}") : Server.ToString()!;
        return User is { } user ? $"{Uri.EscapeDataString(user)}@{server}" : server;
    }
}
