using System.Text;
using DbIngest.Wire.Cql.Topology;

namespace DbIngest.Wire.Tests.Cql;

public sealed class Murmur3TokenTests
{
    // Published with the drivers; the third has bytes above 0x7f in its tail, where Cassandra differs from MurmurHash3.
    [Theory]
    [InlineData("313233", -7468325962851647638)]
    [InlineData("1010101010101010", 1446172840243228796)]
    [InlineData("fefefefefefefefe", -8927430733708461935)]
    [InlineData("39323233333732303336383534373735383037", 7162290910810015547)]
    public void Of_PublishedKey_IsThePublishedToken(string key, long token) =>
        Murmur3Token.Of(Convert.FromHexString(key)).ShouldBe(token);

    [Fact]
    public void Of_LongKeyWithHighBytes_IsThePublishedToken() =>
        Murmur3Token.Of([.. Enumerable.Repeat(Convert.FromHexString("00ff10fa99"), 10).SelectMany(b => b)])
            .ShouldBe(5837342703291459765);

    [Fact]
    public void Of_EmptyKey_IsZero() => Murmur3Token.Of(Encoding.ASCII.GetBytes(string.Empty)).ShouldBe(0);
}
