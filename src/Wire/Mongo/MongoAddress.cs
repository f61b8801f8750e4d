using System.Globalization;
using System.Net;
using System.Net.Sockets;

namespace DbIngest.Wire.Mongo;

/// <summary>
/// The address part of a MongoDB connection string (specification "Connection String"):
/// <c>mongodb://[user[:password]@]host[:port][,...][/database]</c>. <c>MongoEndpoint</c> parses it before a run starts.
/// <see cref="Host"/> also parses the addresses by which servers name each other. Its text form contains no password.
/// </summary>
/// <param name="Hosts">The seed servers.</param>
/// <param name="User">The user; null if the text has none.</param>
/// <param name="Password">Returns the password; null if the text has none.</param>
/// <param name="Database">The database; null if the text has none.</param>
public sealed record MongoAddress(IReadOnlyList<EndPoint> Hosts, string? User, Func<string>? Password, string? Database)
{
    /// <summary>The port if the text has none.</summary>
    public const int DefaultPort = 27017;

    private const string Scheme = "mongodb://";
    private const string ServiceScheme = "mongodb+srv://";

    /// <summary>Parses the part of a connection string before its options.</summary>
    /// <param name="text">The text, with or without <c>mongodb://</c>.</param>
    /// <exception cref="FormatException">The text is not an address. The message says why and contains no secret.</exception>
    public static MongoAddress Parse(string text)
    {
        if (text.StartsWith(ServiceScheme, StringComparison.OrdinalIgnoreCase))
        {
            throw new FormatException(
                "mongodb+srv:// needs a look-up of DNS service records, which is not implemented; give the hosts themselves, "
                + "as mongodb://HOST:PORT,HOST:PORT/?tls=true "
                + "(nslookup -type=SRV _mongodb._tcp.NAME lists them, nslookup -type=TXT NAME their options)");
        }

        if (!text.StartsWith(Scheme, StringComparison.OrdinalIgnoreCase) && text.Contains("://", StringComparison.Ordinal))
        {
            throw new FormatException("a connection string begins with mongodb://");
        }

        string rest = text.StartsWith(Scheme, StringComparison.OrdinalIgnoreCase) ? text[Scheme.Length..] : text;
        int slash = rest.IndexOf('/', StringComparison.Ordinal);
        string authority = slash < 0 ? rest : rest[..slash];
        string database = slash < 0 ? string.Empty : rest[(slash + 1)..];
        if (database.Contains('@', StringComparison.Ordinal) || database.Contains('/', StringComparison.Ordinal))
        {
            throw new FormatException(
                "write a slash, an at-sign or a colon in the user or password as %2F, %40 or %3A, and a slash in a socket's "
                + "path as %2F");
        }

        int at = authority.LastIndexOf('@');
        var (user, password) = at < 0 ? (null, null) : Credentials(authority[..at]);
        string[] hosts = authority[(at + 1)..].Split(',');
        return hosts is [""]
            ? throw new FormatException("the host is missing")
            : new([.. hosts.Select(Host)], user, password is null ? null : () => password, database.Length == 0 ? null
                : Decode(database, "the database's name"));
    }

    /// <summary>Parses <c>host:port</c>, as servers name each other, or the escaped path of a Unix socket.</summary>
    /// <exception cref="FormatException">The text is not a host, or its port is not 1 to 65535.</exception>
    public static EndPoint Host(string text)
    {
        if (text.Contains("%2F", StringComparison.OrdinalIgnoreCase))
        {
            return new UnixDomainSocketEndPoint(Decode(text, "a socket's path"));
        }

        if (text.StartsWith('['))
        {
            int end = text.IndexOf(']', StringComparison.Ordinal);
            return end > 0 && IPAddress.TryParse(text[1..end], out var literal)
                && (end + 1 == text.Length || text[end + 1] == ':')
                ? new IPEndPoint(literal, end + 1 == text.Length ? DefaultPort : Port(text[(end + 2)..], text))
                : throw new FormatException($"'{text}' is not an IPv6 address in brackets");
        }

        int colon = text.IndexOf(':', StringComparison.Ordinal);
        string name = Decode(colon < 0 ? text : text[..colon], "a host's name");
        int port = colon < 0 ? DefaultPort : Port(text[(colon + 1)..], text);
        return name.Length == 0 || name.Any(char.IsWhiteSpace)
            ? throw new FormatException($"'{text}' is not HOST or HOST:PORT")
            : IPAddress.TryParse(name, out var address) ? new IPEndPoint(address, port) : new DnsEndPoint(name, port);
    }

    /// <summary>A server's address as text that <see cref="Host"/> parses.</summary>
    public static string Show(EndPoint server) => server switch
    {
        DnsEndPoint dns => string.Create(CultureInfo.InvariantCulture, $"{dns.Host}:{dns.Port}"),
        UnixDomainSocketEndPoint socket => Uri.EscapeDataString(socket.ToString()!),
        _ => server.ToString()!,
    };

    /// <inheritdoc/>
    public override string ToString() => string.Join(',', Hosts.Select(Show))
        + (Database is null ? string.Empty : $"/{Database}");

    private static (string User, string? Password) Credentials(string text)
    {
        string[] parts = text.Split(':');
        return parts.Length <= 2 && !text.Contains('@', StringComparison.Ordinal)
            ? (Decode(parts[0], "the user's name"), parts.Length < 2 ? null : Decode(parts[1], "the password"))
            : throw new FormatException("write an at-sign or a colon in the user or password as %40 or %3A");
    }

    private static int Port(string text, string host) =>
        int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out int port) && port is >= 1 and <= 65535
            ? port
            : throw new FormatException($"the port of '{host}' is not a number from 1 to 65535");

    /// <summary>Decodes %XX and rejects any other percent sign.</summary>
    private static string Decode(string text, string what)
    {
        for (int at = text.IndexOf('%', StringComparison.Ordinal); at >= 0; at = text.IndexOf('%', at + 1))
        {
            if (at + 2 >= text.Length || !char.IsAsciiHexDigit(text[at + 1]) || !char.IsAsciiHexDigit(text[at + 2]))
            {
                throw new FormatException(
                    $"{what} has a percent sign without two hexadecimal digits behind it; write the sign itself as %25");
            }
        }

        return Uri.UnescapeDataString(text);
    }
}
