using System.Net;

namespace DbIngest.Wire.Cql.Frames;

/// <summary>
/// A change that the server reports without a request, after <see cref="CqlConnection.Register"/>. As long as it lives,
/// <c>CassandraCluster</c> reads events from a separate connection (<see cref="CqlConnection.ReceiveEvent"/>), so that lanes
/// learn of nodes that join, leave, go down or come back. Immutable.
/// </summary>
/// <param name="Type"><c>TOPOLOGY_CHANGE</c>, <c>STATUS_CHANGE</c> or <c>SCHEMA_CHANGE</c>.</param>
/// <param name="Change">For example <c>NEW_NODE</c>, <c>REMOVED_NODE</c>, <c>UP</c>, <c>DOWN</c>, <c>CREATED</c>, ...</param>
/// <param name="Node">The affected node; null for a schema change.</param>
public sealed record CqlEvent(string Type, string Change, IPEndPoint? Node)
{
    internal static CqlEvent Read(CqlReader body)
    {
        string type = body.String();
        string change = body.String();
        return new CqlEvent(type, change, type is "TOPOLOGY_CHANGE" or "STATUS_CHANGE" ? body.Inet() : null);
    }
}
