using System.Net;
using DbIngest.Targets.Servers;

namespace DbIngest.Targets.Tests.Servers;

public sealed class AddressFormTests
{
    private static readonly AddressForm Form = new("mysql", 3306);

    [Theory]
    [InlineData("127.0.0.1", "127.0.0.1", 3306)]
    [InlineData("127.0.0.1:7", "127.0.0.1", 7)]
    [InlineData("[::1]", "::1", 3306)]
    [InlineData("[::1]:7", "::1", 7)]
    public void Parse_Address_HasItsPortOrTheDefault(string text, string address, int port) =>
        Form.Parse(text).Server.ShouldBe(new IPEndPoint(IPAddress.Parse(address), port));

    /// <summary>It must not stand for the default port, where another server may be, whose table a run drops.</summary>
    [Theory]
    [InlineData("127.0.0.1:0")]
    [InlineData("[::1]:0")]
    [InlineData("host:0")]
    public void Parse_PortZero_IsRefused(string text) =>
        Should.Throw<ArgumentException>(() => Form.Parse(text)).Message.ShouldContain("HOST[:PORT]");

    /// <summary>Its last group must not be taken for a port.</summary>
    [Theory]
    [InlineData("::1")]
    [InlineData("2001:db8::1:5")]
    [InlineData("::1:9042")]
    public void Parse_IPv6WithoutBrackets_IsRefusedWithTheRemedy(string text) =>
        Should.Throw<ArgumentException>(() => Form.Parse(text)).Message.ShouldContain("brackets");
}
