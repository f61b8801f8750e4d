using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Cassandra.Endpoints;
using DbIngest.Wire.Cql.Frames;

namespace DbIngest.Targets.Cassandra.Writing;

/// <summary>How rows travel.</summary>
/// <param name="Consistency">How many replicas must confirm.</param>
/// <param name="Replication">Copies of each record.</param>
/// <param name="IsSingle">Whether each row is a request of its own.</param>
/// <param name="Rows">Rows a request; 1 when single.</param>
/// <param name="Window">Requests of a writer that may be unacknowledged at once.</param>
internal sealed record WriteShape(CqlConsistency Consistency, int Replication, bool IsSingle, int Rows, int Window)
{
    /// <summary>What a contract and an endpoint ask for.</summary>
    public static WriteShape Of(DurabilityContract contract, CassandraEndpoint endpoint) => new(
        CassandraContracts.Consistency(contract), endpoint.Replication, endpoint.IsSingle, endpoint.IsSingle ? 1
            : endpoint.Rows, endpoint.Window);
}
