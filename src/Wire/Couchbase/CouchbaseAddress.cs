using System.Globalization;
using System.Net;

namespace DbIngest.Wire.Couchbase;

/// <summary>
/// The address part of a Couchbase connection string (Couchbase SDK RFC 11):
/// <c>couchbase[s]://[user@]host[:port][,...][/bucket]</c>. <c>CouchbaseEndpoint</c> parses it before a run starts, and
/// <see cref="ClusterMapReader"/> parses by it the hosts in cluster maps. It never holds a password: <see cref="Parse"/> rejects
/// one.
/// </summary>
/// <param name="Hosts">The seed nodes, with their ports of the key-value protocol.</param>
/// <param name="IsEncrypted">Whether to connect with TLS.</param>
/// <param name="User">The user; null if the text has none.</param>
/// <param name="Bucket">The bucket; null if the text has none.</param>
public sealed record CouchbaseAddress(IReadOnlyList<EndPoint> Hosts, bool IsEncrypted, string? User, string? Bucket)
{
    /// <summary>Default port of the key-value protocol.</summary>
    public const int PlainPort = 11210;

    /// <summary>Default port of the key-value protocol with TLS.</summary>
    public const int EncryptedPort = 11207;

    private const string PlainScheme = "couchbase://";
    private const string EncryptedScheme = "couchbases://";

    /// <summary>Parses the part of a connection string before its options.</summary>
    /// <param name="text">The text, with or without scheme.</param>
    /// <exception cref="FormatException">The text is not an address. The message says why and contains no secret.</exception>
    public static CouchbaseAddress Parse(string text)
    {
        bool isEncrypted = text.StartsWith(EncryptedScheme, StringComparison.OrdinalIgnoreCase);
        bool isPlain = text.StartsWith(PlainScheme, StringComparison.OrdinalIgnoreCase);
        if (!isEncrypted && !isPlain && text.Contains("://", StringComparison.Ordinal))
        {
            throw new FormatException("a connection string begins with couchbase:// or, for TLS, couchbases://");
        }

        string rest = isEncrypted ? text[EncryptedScheme.Length..] : isPlain ? text[PlainScheme.Length..] : text;
        int slash = rest.IndexOf('/', StringComparison.Ordinal);
        string authority = slash < 0 ? rest : rest[..slash];
        string bucket = slash < 0 ? string.Empty : rest[(slash + 1)..];
        int at = authority.LastIndexOf('@');
        string? user = at < 0 ? null : authority[..at];
        if (user?.Contains(':', StringComparison.Ordinal) == true)
        {
            throw new FormatException(
                "a connection string holds no password; give it by DBINGEST_COUCHBASE_PASSWORD or --password-file");
        }

        string[] hosts = authority[(at + 1)..].Split([',', ';']);
        return hosts is [""]
            ? throw new FormatException("the host is missing")
            : bucket.Contains('/', StringComparison.Ordinal)
                ? throw new FormatException("only the bucket's name may follow the hosts; give scope and collection as options")
                : new(
                    [.. hosts.Select(h => Host(h, isEncrypted ? EncryptedPort : PlainPort))],
                    isEncrypted,
                    user is null ? null : Uri.UnescapeDataString(user),
                    bucket.Length == 0 ? null : Uri.UnescapeDataString(bucket));
    }

    /// <summary>Parses <c>name</c>, <c>name:port</c> or <c>[address]:port</c>.</summary>
    /// <param name="text">The host.</param>
    /// <param name="defaultPort">The port if the text has none.</param>
    /// <exception cref="FormatException">The text is not a host, or its port is not 1 to 65535.</exception>
    public static EndPoint Host(string text, int defaultPort)
    {
        string name = text;
        int port = defaultPort;
        int colon = text.LastIndexOf(':');
        if (text.StartsWith('['))
        {
            int end = text.IndexOf(']', StringComparison.Ordinal);
            name = end > 0 ? text[1..end] : string.Empty;
            colon = end > 0 && end + 1 < text.Length ? end + 1 : -1;
        }
        else if (colon >= 0)
        {
            name = text[..colon];
        }

        if (colon >= 0)
        {
            string digits = text[(colon + 1)..];
            port = text[colon] == ':' && int.TryParse(digits, NumberStyles.None, CultureInfo.InvariantCulture, out int given)
                && given is >= 1 and <= 65535
                ? given
                : throw new FormatException(
                    $"the port of '{text}' is not a number from 1 to 65535; give the port of the key-value protocol "
                    + $"({PlainPort}, with TLS {EncryptedPort})");
        }

        return name.Length == 0 || name.Any(char.IsWhiteSpace)
            ? throw new FormatException($"'{text}' is not HOST or HOST:PORT")
            : IPAddress.TryParse(name, out var address) ? new IPEndPoint(address, port)
            : name.Contains(':', StringComparison.Ordinal)
                ? throw new FormatException($"'{text}' is not HOST or HOST:PORT; write an IPv6 address in brackets")
                : new DnsEndPoint(name, port);
    }

    /// <summary>A node's address as text that <see cref="Host"/> parses.</summary>
    public static string Show(EndPoint node) => node is DnsEndPoint dns
        ? string.Create(CultureInfo.InvariantCulture, $"{dns.Host}:{dns.Port}")
        : node.ToString()!;

    /// <inheritdoc/>
    public override string ToString() => string.Join(',', Hosts.Select(Show)) + (Bucket is null ? string.Empty : $"/{Bucket}");
}
