using System.Globalization;
using System.Net;

namespace DbIngest.Targets.Volt;

/// <summary>Where a database is: <c>[USER@]HOST[:PORT][,HOST[:PORT]...]</c>, one of its nodes or several.</summary>
/// <param name="Nodes">The nodes.</param>
/// <param name="User">Who logs in; null for nobody in particular.</param>
internal sealed record VoltPlace(IReadOnlyList<EndPoint> Nodes, string? User)
{
    /// <summary>The port of clients.</summary>
    public const int DefaultPort = 21212;

    /// <summary>Whether all of it is on this machine.</summary>
    public bool IsLocal => Nodes.All(static node => node is DnsEndPoint name ? OwnMachine.Has(name.Host) : OwnMachine.Has(((IPEndPoint)node).Address));

    /// <summary>Reads a place.</summary>
    /// <param name="text">The text.</param>
    /// <exception cref="ArgumentException">It is not of the form. A password is not repeated.</exception>
    public static VoltPlace Parse(string text)
    {
        int at = text.LastIndexOf('@');
        string user = at < 0 ? string.Empty : text[..at];
        if (user.Contains(':', StringComparison.Ordinal))
        {
            throw new ArgumentException("--endpoint: a password does not belong there: set DBINGEST_VOLTDB_PASSWORD, or use --password-file.");
        }

        EndPoint[] nodes = [.. text[(at + 1)..].Split(',').Select(Node)];
        return nodes.Distinct().Count() < nodes.Length
            ? throw new ArgumentException("--endpoint: a node is named twice.")
            : new VoltPlace(nodes, user.Length > 0 ? Uri.UnescapeDataString(user) : null);
    }

    /// <summary>The text that is read back as the same place.</summary>
    public override string ToString()
    {
        string nodes = string.Join(',', Nodes.Select(static node => node is DnsEndPoint name ? string.Create(CultureInfo.InvariantCulture, $"{name.Host}:{name.Port}") : node.ToString()));
        return User is { } user ? $"{Uri.EscapeDataString(user)}@{nodes}" : nodes;
    }

    private static EndPoint Node(string text)
    {
        if (text.Contains("://", StringComparison.Ordinal) || !Uri.TryCreate("volt://" + text.Trim(), UriKind.Absolute, out var uri) || uri.Host.Length == 0 || uri.AbsolutePath.Length > 1)
        {
            throw new ArgumentException("--endpoint: the server is written [USER@]HOST[:PORT], and several nodes of it HOST[:PORT],HOST[:PORT].");
        }

        int port = uri.Port > 0 ? uri.Port : DefaultPort;
        return IPAddress.TryParse(uri.Host.Trim('[', ']'), out var address) ? new IPEndPoint(address, port) : new DnsEndPoint(uri.Host, port);
    }
}
