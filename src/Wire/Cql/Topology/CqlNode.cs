using System.Net;

namespace DbIngest.Wire.Cql.Topology;

/// <summary>
/// A node of a Cassandra ring. <see cref="CqlRing.Read"/> creates it from the system tables. <c>CassandraCluster</c> opens
/// connections to <see cref="Server"/>. Immutable.
/// </summary>
/// <param name="HostId">The node's id, which survives a change of address.</param>
/// <param name="Server">The node's CQL address.</param>
/// <param name="DataCenter">Name of the data centre.</param>
/// <param name="Rack">Name of the rack.</param>
/// <param name="Tokens">The tokens that the node owns.</param>
public sealed record CqlNode(Guid HostId, IPEndPoint Server, string DataCenter, string Rack, IReadOnlyList<long> Tokens);
