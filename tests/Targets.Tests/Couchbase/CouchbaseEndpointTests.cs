using DbIngest.Targets.Couchbase;

namespace DbIngest.Targets.Tests.Couchbase;

public sealed class CouchbaseEndpointTests
{
    /// <summary>A server lets its default collection be dropped once and for all.</summary>
    [Fact]
    public void Parse_DropOfTheDefaultCollection_IsRefused() =>
        Should.Throw<ArgumentException>(() => CouchbaseEndpoint.Parse("?reset=collection&collection=_default"))
            .Message.ShouldContain("_default");

    [Theory]
    [InlineData("?collection=_default")]
    [InlineData("?reset=flush&collection=_default")]
    [InlineData("?reset=collection")]
    public void Parse_OtherResets_AreRead(string text) => CouchbaseEndpoint.Parse(text).IsNamed.ShouldBeFalse();
}
