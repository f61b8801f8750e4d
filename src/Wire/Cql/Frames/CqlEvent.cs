using System.Net;

namespace DbIngest.Wire.Cql.Frames;

/// <summary>Something that the server tells of its own accord.</summary>
/// <param name="Type"><c>TOPOLOGY_CHANGE</c>, <c>STATUS_CHANGE</c> or <c>SCHEMA_CHANGE</c>.</param>
/// <param name="Change"><c>NEW_NODE</c>, <c>REMOVED_NODE</c>, <c>UP</c>, <c>DOWN</c>, <c>CREATED</c>, ...</param>
/// <param name="Node">The node concerned; null for a schema.</param>
public sealed record CqlEvent(string Type, string Change, IPEndPoint? Node)
{
    internal static CqlEvent Read(CqlReader body)
    {
        string type = body.String();
        string change = body.String();
        return new CqlEvent(type, change, type is "TOPOLOGY_CHANGE" or "STATUS_CHANGE" ? body.Inet() : null);
    }
}
