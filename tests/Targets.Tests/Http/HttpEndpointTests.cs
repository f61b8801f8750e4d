using DbIngest.Targets.ClickHouse;

namespace DbIngest.Targets.Tests.Http;

/// <summary>What all endpoints of HTTP have in common, by one of them.</summary>
public sealed class HttpEndpointTests
{
    [Theory]
    [InlineData("db?ca=/tmp/x")]
    [InlineData("http://db?insecure=true")]
    [InlineData("?ca=/tmp/x")]
    public void Endpoint_EncryptionWithoutItsScheme_SaysWhatIsMissing(string text) =>
        Should.Throw<ArgumentException>(() => new ClickHouseEndpoint(text)).Message.ShouldContain("https://");

    [Theory]
    [InlineData("HTTPS://db?ca=/tmp/x&insecure=true")]
    [InlineData("http://db?insecure=false")]
    public void Endpoint_EncryptionWithItsScheme_IsRead(string text) =>
        new ClickHouseEndpoint(text).Address.ShouldNotBeNull();
}
