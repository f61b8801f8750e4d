using System.Net;

namespace DbIngest.Wire.Cql.Topology;

/// <summary>A node of a ring.</summary>
/// <param name="HostId">Its identity, which survives a change of address.</param>
/// <param name="Server">Where it answers CQL.</param>
/// <param name="DataCenter">Its data centre.</param>
/// <param name="Rack">Its rack.</param>
/// <param name="Tokens">The tokens it owns.</param>
public sealed record CqlNode(Guid HostId, IPEndPoint Server, string DataCenter, string Rack, IReadOnlyList<long> Tokens);
