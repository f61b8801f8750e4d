using System.Globalization;
using System.Net;
using System.Net.Sockets;

namespace DbIngest.Targets.Servers;

/// <summary>
/// How the address of one database's server is written. Each <see cref="ServerEndpoint"/> reads its address by the form of its
/// database.
/// </summary>
/// <param name="Database">The name of the database on the command line, for the name of its password's variable.</param>
/// <param name="DefaultPort">The port of a host that is written without one.</param>
internal sealed record AddressForm(string Database, int DefaultPort)
{
    /// <summary>The schemes that may stand before <c>://</c>; the first one holds where none is written.</summary>
    public IReadOnlyList<string> Schemes { get; init; } = [];

    /// <summary>Whether the scheme says something, such as that traffic is encrypted, so that an address keeps it.</summary>
    public bool KeepsScheme { get; init; }

    /// <summary>Whether several nodes may be named.</summary>
    public bool TakesSeveral { get; init; }

    /// <summary>Whether the path of a Unix socket may stand in place of a host.</summary>
    public bool TakesSocket { get; init; }

    /// <summary>Whether the host may be left out where a user or a database is named: it is then this machine.</summary>
    public bool TakesNoHost { get; init; }

    /// <summary>Tells whether a text behind the hosts can name a database; null where none may be named there.</summary>
    public Func<string, bool>? IsDatabase { get; init; }

    /// <summary>What the name of a database is made of, for a message.</summary>
    public string DatabaseLetters { get; init; } = string.Empty;

    private string Pattern =>
        (Schemes.Count == 0 ? string.Empty : $"[{string.Join('|', Schemes.Select(scheme => scheme + "://"))}]")
        + $"[USER@]HOST[:PORT]{(TakesSeveral ? "[,HOST[:PORT]...]" : string.Empty)}{(IsDatabase is null ? string.Empty : "[/DATABASE]")}"
        + (TakesSocket ? ", or as the path of its Unix socket" : string.Empty);

    /// <summary>Reads an address.</summary>
    /// <param name="text">The text, not empty.</param>
    /// <exception cref="ArgumentException">The text is not of the form, or holds a password, which the message does not
    /// repeat.</exception>
    public ServerAddress Parse(string text)
    {
        var (scheme, rest) = Scheme(text.Trim());
        if (TakesSocket && rest.StartsWith('/'))
        {
            return new(scheme, new UnixDomainSocketEndPoint(rest));
        }

        int at = rest.LastIndexOf('@');
        string user = at < 0 ? string.Empty : rest[..at];
        if (user.Contains(':', StringComparison.Ordinal))
        {
            throw new ArgumentException(
                $"--endpoint: a password does not belong there: set DBINGEST_{Database.ToUpperInvariant()}_PASSWORD, or use "
                + $"--password-file.");
        }

        rest = rest[(at + 1)..];
        int slash = rest.IndexOf('/', StringComparison.Ordinal);
        string? database = slash < 0 || slash == rest.Length - 1 ? null : rest[(slash + 1)..];
        if (database is not null && IsDatabase?.Invoke(database) != true)
        {
            throw IsDatabase is null ? Fault()
                : new ArgumentException($"--endpoint: '{database}' is no name of a database: {DatabaseLetters}.");
        }

        rest = slash < 0 ? rest : rest[..slash];
        if (rest.Length == 0 && TakesNoHost && text.Trim().Length > 0)
        {
            rest = "localhost";
        }

        EndPoint[] nodes = [.. (TakesSeveral ? rest.Split(',') : [rest]).Select(node => Node(node.Trim()))];
        return nodes.Distinct().Count() < nodes.Length
            ? throw new ArgumentException("--endpoint: a node is named twice.")
            : new(scheme, user.Length > 0 ? Uri.UnescapeDataString(user) : null, nodes, database);
    }

    /// <summary>Reads <c>HOST[:PORT]</c> or <c>[ADDRESS]:PORT</c>.</summary>
    /// <param name="text">The text.</param>
    /// <exception cref="ArgumentException">The text is not of the form.</exception>
    private EndPoint Node(string text)
    {
        int colon = text.LastIndexOf(':');
        if (IPEndPoint.TryParse(text, out var address)
            && (text.StartsWith('[') || colon == text.IndexOf(':', StringComparison.Ordinal)))
        {
            return address.Port == 0 ? new IPEndPoint(address.Address, DefaultPort) : address;
        }

        string host = colon < 0 ? text : text[..colon];
        int port = DefaultPort;
        bool isPort = colon < 0
            || (int.TryParse(text.AsSpan(colon + 1), NumberStyles.None, CultureInfo.InvariantCulture, out port)
                && port is > 0 and <= ushort.MaxValue);
        return isPort && Uri.CheckHostName(host) != UriHostNameType.Unknown ? new DnsEndPoint(host, port) : throw Fault();
    }

    private (string? Scheme, string Text) Scheme(string text)
    {
        int mark = text.IndexOf("://", StringComparison.Ordinal);
        string? scheme = mark < 0 ? (Schemes.Count == 0 ? null : Schemes[0])
            : Schemes.FirstOrDefault(known => text[..mark].Equals(known, StringComparison.OrdinalIgnoreCase)) ?? throw Fault();
        return (KeepsScheme ? scheme : null, mark < 0 ? text : text[(mark + 3)..]);
    }

    private ArgumentException Fault() => new($"--endpoint: the server is written {Pattern}.");
}
