using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Cassandra;

namespace DbIngest.Targets.Tests.Cassandra;

/// <summary>
/// A private ring of four, for all tests of its collection, which run beside those of the node: much of their time is waiting.
/// </summary>
public sealed class CassandraRing : CassandraServers
{
    private ITarget? _keeper;

    /// <summary>Options for a target that takes part in the ring, and so starts nodes again that died.</summary>
    /// <param name="replication">Copies of each record.</param>
    /// <param name="contract">The contract.</param>
    public TargetOptions Options(int replication, string contract)
    {
        var options = Own() with
        {
            Endpoint = $"?heap=400M&rf={replication}",
            Nodes = 4,
            Durability = contract,
            RequestTimeout = TimeSpan.FromSeconds(60),
        };
        _keeper ??= new CassandraDefinition().Open(options);
        return options;
    }

    protected override void Stop() => _keeper?.Dispose();
}

[CollectionDefinition("cassandra-ring")]
public sealed class CassandraRingCollection : ICollectionFixture<CassandraRing>;
