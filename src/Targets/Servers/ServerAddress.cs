using System.Net;
using DbIngest.Wire.Http;

namespace DbIngest.Targets.Servers;

/// <summary>
/// Where a server is, as <c>--endpoint</c> has it before the options. An <see cref="AddressForm"/> reads it, a target connects to
/// it.
/// </summary>
/// <param name="Scheme">The scheme before <c>://</c>, in lower case; null where the database has none.</param>
/// <param name="User">The user who logs in; null for the database's default.</param>
/// <param name="Nodes">The nodes to connect to, at least one.</param>
/// <param name="Database">The database behind the hosts; null where none was named.</param>
internal sealed record ServerAddress(string? Scheme, string? User, IReadOnlyList<EndPoint> Nodes, string? Database = null)
{
    /// <summary>Names one server.</summary>
    public ServerAddress(string? scheme, EndPoint server)
        : this(scheme, User: null, [server])
    {
    }

    /// <summary>The first node: the only one of a database that takes one address.</summary>
    public EndPoint Server => Nodes[0];

    /// <summary>Whether all nodes are on this machine.</summary>
    public bool IsLocal => Nodes.All(OwnMachine.Has);

    /// <summary>The text that <see cref="AddressForm.Parse"/> reads back as the same address.</summary>
    public override string ToString()
    {
        string scheme = Scheme is null ? string.Empty : Scheme + "://";
        string user = User is null ? string.Empty : Uri.EscapeDataString(User) + "@";
        return $"{scheme}{user}{string.Join(',', Nodes.Select(HttpConnection.Name))}{(Database is null ? string.Empty : "/" + Database)}";
    }
}
