using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Cassandra.Endpoints;
using DbIngest.Wire.Cql.Frames;

namespace DbIngest.Targets.Cassandra.Writing;

/// <summary>
/// Settings by which writers send rows: consistency level, rows per request, requests in flight. <c>CassandraTarget</c> and
/// <c>CassandraDriverPath</c> derive it from durability level and endpoint when they open. <see cref="RequestPipeline"/>, the
/// writers of both clients and <c>CassandraAudit</c> read it. Immutable.
/// </summary>
/// <param name="Consistency">Consistency level of writes: how many replicas must confirm.</param>
/// <param name="Replication">Copies of each record.</param>
/// <param name="IsSingle">True if each row is a request.</param>
/// <param name="Rows">Rows per request. 1 if single.</param>
/// <param name="Window">
/// Largest number of unacknowledged requests of a writer, or of a set of shared connections, over all nodes together.
/// </param>
internal sealed record WriteShape(CqlConsistency Consistency, int Replication, bool IsSingle, int Rows, int Window)
{
    /// <summary>Derives the shape from a durability level and an endpoint.</summary>
    public static WriteShape Of(DurabilityContract contract, CassandraEndpoint endpoint) => new(
        CassandraContracts.Consistency(contract), endpoint.Replication, endpoint.IsSingle, endpoint.IsSingle ? 1
            : endpoint.Rows, endpoint.Window);
}
