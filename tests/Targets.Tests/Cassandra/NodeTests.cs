using DbIngest.Abstractions.Targets;

namespace DbIngest.Targets.Tests.Cassandra;

/// <summary>Tests of a client on one node.</summary>
public abstract class NodeTests<TDefinition>(CassandraFixture fixture, string client) : ClientTests<TDefinition>(client)
    where TDefinition : TargetDefinition, new()
{
    protected CassandraFixture Fixture => fixture;

    /// <summary>Opens a target at the node.</summary>
    /// <param name="options">Options to add to the endpoint.</param>
    protected ITarget Open(string options = "") => Open(fixture.Options(options));

    /// <summary>Opens a target that takes part in the node.</summary>
    /// <param name="requestTimeout">How long one request may take; null for half a minute.</param>
    protected ITarget OpenOwn(TimeSpan? requestTimeout = null) => Open(fixture.PrivateNode(requestTimeout));
}
