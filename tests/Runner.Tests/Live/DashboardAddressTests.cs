using DbIngest.Runner.Live;
using DbIngest.Runner.Parsing;

namespace DbIngest.Runner.Tests.Live;

public class DashboardAddressTests
{
    [Theory]
    [InlineData(ArgumentNormalizer.LeftOut, "127.0.0.1:8481")]
    [InlineData("9000", "127.0.0.1:9000")]
    [InlineData("0", "127.0.0.1:0")]
    [InlineData("localhost:9000", "127.0.0.1:9000")]
    [InlineData("0.0.0.0:9000", "0.0.0.0:9000")]
    [InlineData("[::1]:9000", "[::1]:9000")]
    public void Of_Address_IsWhereToListen(string text, string address) =>
        DashboardAddress.Of(text).ToString().ShouldBe(address);

    [Theory]
    [InlineData("65536")]
    [InlineData("127.0.0.1")]
    [InlineData("127.0.0.1:")]
    [InlineData("127.1:8481x")]
    [InlineData("::1:8481")]
    [InlineData("db.example:8481")]
    [InlineData("-1")]
    public void Of_SomethingElse_IsRefusedWithTheRemedy(string text) =>
        Should.Throw<UsageException>(() => DashboardAddress.Of(text)).Message.ShouldContain("--dashboard: '" + text + "'");
}
