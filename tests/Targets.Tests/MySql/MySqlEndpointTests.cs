using DbIngest.Targets.MySql;

namespace DbIngest.Targets.Tests.MySql;

public sealed class MySqlEndpointTests
{
    [Fact]
    public void Parse_KeyWithoutACertificate_IsRefused() =>
        Should.Throw<ArgumentException>(() => MySqlEndpoint.Parse(MySqlOptions.OfMySql, "host?ssl_key=/tmp/x.key"))
            .Message.ShouldContain("ssl_cert=FILE");

    [Theory]
    [InlineData("host?ssl_ca=/tmp/ca.pem")]
    [InlineData("host?ssl_ca=/tmp/ca.pem&ssl_mode=required")]
    public void Parse_AuthorityOfACertificateThatIsNotChecked_IsRefused(string endpoint) =>
        Should.Throw<ArgumentException>(() => MySqlEndpoint.Parse(MySqlOptions.OfMySql, endpoint))
            .Message.ShouldContain("ssl_mode=verify_ca");

    /// <summary>A sweep may compare encrypted connections with open ones.</summary>
    [Theory]
    [InlineData("host?ssl_ca=/tmp/ca.pem&ssl_mode=verify_ca")]
    [InlineData("host?ssl_ca=/tmp/ca.pem&ssl_mode=disabled")]
    public void Parse_AuthorityThatIsCheckedOrWithoutEncryption_IsTaken(string endpoint) =>
        MySqlEndpoint.Parse(MySqlOptions.OfMySql, endpoint).User.ShouldBe("root");
}
