using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Cassandra.Endpoints;
using DbIngest.Targets.Couchbase;
using DbIngest.Targets.Mongo;

namespace DbIngest.Targets.Tests.Contracts;

/// <summary>What the contracts of databases that replicate promise about the loss of a node, with three copies.</summary>
public sealed class CopiesOfContractsTests
{
    [Theory]
    [InlineData("local_one-periodic", 1)]
    [InlineData("one-batch", 1)]
    [InlineData("local_quorum-periodic", 2)]
    [InlineData("quorum-batch", 2)]
    [InlineData("all-batch", 3)]
    public void Cassandra(string contract, int acknowledged) =>
        CassandraContracts.CopiesOf(CassandraContracts.All.Single(c => c.Name == contract), 3)
            .ShouldBe(new Copies(acknowledged, 3));

    [Theory]
    [InlineData("majority", 2)]
    [InlineData("w1-journal", 1)]
    [InlineData("w1", 1)]
    public void Mongo(string contract, int acknowledged) =>
        MongoContracts.CopiesOf(MongoContracts.All.Single(c => c.Name == contract), 3, arbiters: 0)
            .ShouldBe(new Copies(acknowledged, 3));

    /// <summary>
    /// The manual of write concerns: the smaller of the majority of all members that vote and the number of those with data.
    /// </summary>
    [Theory]
    [InlineData(2, 1, 2)]
    [InlineData(3, 1, 3)]
    [InlineData(3, 2, 3)]
    [InlineData(4, 1, 3)]
    [InlineData(1, 2, 1)]
    public void Mongo_ArbitersVote_AMajorityTakesMoreMembersWithData(int members, int arbiters, int acknowledged) =>
        MongoContracts.CopiesOf(MongoContracts.All.Single(c => c.Name == "majority"), members, arbiters)
            .ShouldBe(new Copies(acknowledged, members));

    [Theory]
    [InlineData("memory", 1)]
    [InlineData("majority", 2)]
    [InlineData("majority-persist-active", 2)]
    [InlineData("persist-majority", 2)]
    public void Couchbase(string contract, int acknowledged) =>
        CouchbaseContracts.CopiesOf(CouchbaseContracts.All.Single(c => c.Name == contract), 3)
            .ShouldBe(new Copies(acknowledged, 3));
}
