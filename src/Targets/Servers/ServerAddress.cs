using System.Net;
using DbIngest.Wire.Http;

namespace DbIngest.Targets.Servers;

/// <summary>
/// The address of a server, the part of <c>--endpoint</c> before the options. <see cref="AddressForm"/> parses it, and a target
/// connects to it. Immutable. It contains no password.
/// </summary>
/// <param name="Scheme">The scheme before <c>://</c> in lower case. Null if the database has none.</param>
/// <param name="User">The user to log in. Null for the database's default user.</param>
/// <param name="Nodes">The nodes to connect to, at least one.</param>
/// <param name="Database">The database to use on the server. Null if the address contains none.</param>
internal sealed record ServerAddress(string? Scheme, string? User, IReadOnlyList<EndPoint> Nodes, string? Database = null)
{
    /// <summary>Creates the address of a single server without a user.</summary>
    public ServerAddress(string? scheme, EndPoint server)
        : this(scheme, User: null, [server])
    {
    }

    /// <summary>The first node. The only one if the database takes one address.</summary>
    public EndPoint Server => Nodes[0];

    /// <summary>The address as the vendor's users write it. Null for the text that an <see cref="AddressForm"/> reads.</summary>
    public string? Shown { get; init; }

    /// <summary>True if all nodes run on this machine.</summary>
    public bool IsLocal => Nodes.All(ThisMachine.Has);

    /// <summary>
    /// Writes the address for people and results. <see cref="AddressForm.Parse"/> reads it back as an equal address, unless
    /// <see cref="Shown"/> is given.
    /// </summary>
    public override string ToString()
    {
        if (Shown is not null)
        {
            return Shown;
        }

        string scheme = Scheme is null ? string.Empty : Scheme + "://";
        string user = User is null ? string.Empty : Uri.EscapeDataString(User) + "@";
        return $"{scheme}{user}{string.Join(',', Nodes.Select(HttpConnection.Name))}{(Database is null ? string.Empty : "/" + Database)}";
    }
}
