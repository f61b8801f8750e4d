using System.Globalization;
using System.Net;

namespace DbIngest.Targets.Neo4j;

/// <summary>Whether traffic is encrypted, by the vendor's schemes.</summary>
internal enum Neo4jEncryption
{
    /// <summary><c>bolt://</c>: it is not.</summary>
    None,

    /// <summary><c>bolt+s://</c>: it is, and the certificate is checked.</summary>
    Checked,

    /// <summary><c>bolt+ssc://</c>: it is, and any certificate is taken.</summary>
    Unchecked,
}

/// <summary>Where a server is: <c>[bolt[+s|+ssc]://][USER@]HOST[:PORT]</c>.</summary>
/// <param name="Server">The server.</param>
/// <param name="Encryption">Whether traffic is encrypted.</param>
/// <param name="User">Who logs in; null for the default.</param>
internal sealed record Neo4jPlace(EndPoint Server, Neo4jEncryption Encryption, string? User)
{
    /// <summary>The port of Bolt.</summary>
    public const int DefaultPort = 7687;

    private static readonly (string Scheme, Neo4jEncryption Encryption)[] Schemes =
        [("bolt", Neo4jEncryption.None), ("bolt+s", Neo4jEncryption.Checked), ("bolt+ssc", Neo4jEncryption.Unchecked)];

    /// <summary>Whether it is on this machine.</summary>
    public bool IsLocal => OwnMachine.Has(Server);

    /// <summary>Reads a place.</summary>
    /// <param name="text">The text.</param>
    /// <exception cref="ArgumentException">It is not of the form. A password is not repeated.</exception>
    public static Neo4jPlace Parse(string text)
    {
        string full = text.Contains("://", StringComparison.Ordinal) ? text : "bolt://" + text;
        if (full.StartsWith("neo4j", StringComparison.OrdinalIgnoreCase))
        {
            throw new ArgumentException("--endpoint: neo4j:// asks a cluster which of its servers to write to, which is not done here: name the server that leads by bolt://, or bolt+s:// where it encrypts.");
        }

        int known = Array.FindIndex(Schemes, s => full.StartsWith(s.Scheme + "://", StringComparison.OrdinalIgnoreCase));
        if (known < 0 || !Uri.TryCreate(full, UriKind.Absolute, out var uri) || uri.Host.Length == 0 || uri.AbsolutePath.Length > 1)
        {
            throw new ArgumentException("--endpoint: the server is written [bolt[+s|+ssc]://][USER@]HOST[:PORT].");
        }

        if (uri.UserInfo.Contains(':', StringComparison.Ordinal))
        {
            throw new ArgumentException("--endpoint: a password does not belong there: set DBINGEST_NEO4J_PASSWORD, or use --password-file.");
        }

        int port = uri.Port > 0 ? uri.Port : DefaultPort;
        return new Neo4jPlace(
            IPAddress.TryParse(uri.Host.Trim('[', ']'), out var address) ? new IPEndPoint(address, port) : new DnsEndPoint(uri.Host, port),
            Schemes[known].Encryption,
            uri.UserInfo.Length > 0 ? Uri.UnescapeDataString(uri.UserInfo) : null);
    }

    /// <summary>The text that is read back as the same place.</summary>
    public override string ToString()
    {
        string server = Server is DnsEndPoint name ? string.Create(CultureInfo.InvariantCulture, $"{name.Host}:{name.Port}") : Server.ToString()!;
        return $"{Schemes[(int)Encryption].Scheme}://{(User is { } user ? Uri.EscapeDataString(user) + "@" : string.Empty)}{server}";
    }
}
