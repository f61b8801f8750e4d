using System.Globalization;
using System.Net;
using System.Net.Sockets;

namespace DbIngest.Targets.Servers;

/// <summary>
/// The syntax of one database's server address in <c>--endpoint</c>. Each <see cref="ServerEndpoint"/> passes the form of its
/// database and gets a <see cref="ServerAddress"/> back when a target is opened. <c>HttpRecipe</c> parses the address of a
/// deployed node. It only parses: it resolves no name and connects nowhere. Its messages never repeat a password.
/// </summary>
/// <param name="Database">The name for <c>--db</c>. Messages name the database's password variable by it.</param>
/// <param name="DefaultPort">The port of a host that is given without a port.</param>
internal sealed record AddressForm(string Database, int DefaultPort)
{
    /// <summary>Allowed schemes before <c>://</c>. The first one applies if the user gives none.</summary>
    public IReadOnlyList<string> Schemes { get; init; } = [];

    /// <summary>True if the scheme carries a meaning, such as encryption, so that the address keeps it.</summary>
    public bool KeepsScheme { get; init; }

    /// <summary>True if the address may list several nodes.</summary>
    public bool TakesSeveral { get; init; }

    /// <summary>True if the user is an option of the endpoint and does not stand before the host.</summary>
    public bool HasUserApart { get; init; }

    /// <summary>True if the path of a Unix socket may replace the host.</summary>
    public bool TakesSocket { get; init; }

    /// <summary>True if an address with a user or database may omit the host, which is then this machine.</summary>
    public bool TakesNoHost { get; init; }

    /// <summary>Tells whether the text after the hosts can name a database. Null if the address contains no database.</summary>
    public Func<string, bool>? IsDatabase { get; init; }

    /// <summary>Which characters the name of a database may contain, for a message.</summary>
    public string DatabaseLetters { get; init; } = string.Empty;

    private string Pattern =>
        (Schemes.Count == 0 ? string.Empty : $"[{string.Join('|', Schemes.Select(scheme => scheme + "://"))}]")
        + (HasUserApart ? string.Empty : "[USER@]")
        + $"HOST[:PORT]{(TakesSeveral ? "[,HOST[:PORT]...]" : string.Empty)}{(IsDatabase is null ? string.Empty : "[/DATABASE]")}"
        + (TakesSocket ? ", or as the path of its Unix socket" : string.Empty);

    /// <summary>Parses an address.</summary>
    /// <param name="text">The address, not empty.</param>
    /// <exception cref="ArgumentException">
    /// The text does not follow the syntax, or contains a password, which the message does not repeat.
    /// </exception>
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
                $"--endpoint: the address must not contain a password: set DBINGEST_{Database.ToUpperInvariant()}_PASSWORD, or use "
                + $"--password-file.");
        }

        if (at >= 0 && HasUserApart)
        {
            throw Fault();
        }

        rest = rest[(at + 1)..];
        int slash = rest.IndexOf('/', StringComparison.Ordinal);
        string? database = slash < 0 || slash == rest.Length - 1 ? null : rest[(slash + 1)..];
        if (database is not null && IsDatabase?.Invoke(database) != true)
        {
            throw IsDatabase is null ? Fault()
                : new ArgumentException($"--endpoint: '{database}' is not a database name: {DatabaseLetters}.");
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

    /// <summary>Parses <c>HOST[:PORT]</c> or <c>[ADDRESS][:PORT]</c>.</summary>
    /// <exception cref="ArgumentException">The text does not follow the syntax.</exception>
    private EndPoint Node(string text)
    {
        int colon = text.LastIndexOf(':');
        if (IPEndPoint.TryParse(text, out var address)
            && (text.StartsWith('[') || colon == text.IndexOf(':', StringComparison.Ordinal)))
        {
            bool hasPort = colon > text.LastIndexOf(']');
            return address.Port != 0 ? address : hasPort ? throw Fault() : new IPEndPoint(address.Address, DefaultPort);
        }

        string host = colon < 0 ? text : text[..colon];
        if (host.Contains(':', StringComparison.Ordinal) && host[0] != '[')
        {
            // The last group of an IPv6 address and a port look alike.
            throw Fault("; an IPv6 address stands in brackets");
        }

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

    private ArgumentException Fault(string remedy = "") => new($"--endpoint: write the server as {Pattern}{remedy}.");
}
