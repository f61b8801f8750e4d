using DbIngest.Targets.Couchbase;

namespace DbIngest.Targets.Tests.Couchbase;

public sealed class CouchbaseEndpointTests
{
    /// <summary>A server lets its default collection be dropped once and for all.</summary>
    [Fact]
    public void Parse_DropOfTheDefaultCollection_IsRefused() =>
        Should.Throw<ArgumentException>(() => CouchbaseEndpoint.Parse("?reset=collection&collection=_default"))
            .Message.ShouldContain("_default");

    /// <summary>It would delete what other scopes hold, and then look for a collection that the scope lacks.</summary>
    [Theory]
    [InlineData("?scope=mine&reset=flush", "reset=flush")]
    [InlineData("?scope=mine&reset=bucket", "reset=bucket")]
    [InlineData("?scope=mine&collection=_default", "collection=_default")]
    public void Parse_ScopeWithAnEmptiedBucket_IsRefused(string text, string named) =>
        Should.Throw<ArgumentException>(() => CouchbaseEndpoint.Parse(text)).Message.ShouldContain(named);

    [Theory]
    [InlineData("?scope=mine")]
    [InlineData("?scope=mine&reset=collection")]
    [InlineData("?collection=_default")]
    [InlineData("?reset=flush&collection=_default")]
    [InlineData("?reset=collection")]
    public void Parse_OtherResets_AreRead(string text) => CouchbaseEndpoint.Parse(text).IsNamed.ShouldBeFalse();
}
