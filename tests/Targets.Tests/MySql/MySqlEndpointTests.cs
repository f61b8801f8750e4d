using DbIngest.Targets.MySql;

namespace DbIngest.Targets.Tests.MySql;

public sealed class MySqlEndpointTests
{
    [Fact]
    public void Parse_KeyWithoutACertificate_IsRefused() =>
        Should.Throw<ArgumentException>(() => MySqlEndpoint.Parse(MySqlOptions.OfMySql, "host?ssl_key=/tmp/x.key"))
            .Message.ShouldContain("ssl_cert=FILE");
}
