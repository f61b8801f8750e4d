using DbIngest.Abstractions.Endpoints;

namespace DbIngest.Core.Tests.Endpoints;

public class EndpointChoiceTests
{
    [Fact]
    public void Text_IsReadBackWhateverTheOrder()
    {
        var choice = Choice(("window", "4"), ("ca", "/a b/c,1&2.pem"));
        choice.ToString().ShouldBe("ca=/a%20b/c%2C1%262.pem&window=4");
        EndpointChoice.TryParse(choice.ToString(), out var read).ShouldBeTrue();
        read.ShouldBe(choice);
        Choice(("ca", "/a b/c,1&2.pem"), ("window", "4")).ShouldBe(choice);
    }

    [Theory]
    [InlineData(null)]
    [InlineData("")]
    [InlineData("rows")]
    [InlineData("rows=")]
    [InlineData("=5")]
    [InlineData("rows=5&rows=6")]
    public void TryParse_NoChoice_IsRefused(string? text) => EndpointChoice.TryParse(text, out _).ShouldBeFalse();

    [Fact]
    public void Within_ReplacesItsListsOnly() =>
        Choice(("rows", "200")).Within("h:1,h:2?user=a%26b&Rows=100,200&tls=true")
            .ShouldBe("h:1,h:2?user=a%26b&rows=200&tls=true");

    [Fact]
    public void Number_IsThatOfOneOption()
    {
        Choice(("rows", "200")).Number.ShouldBe(200);
        Choice(("rows", "2000000")).Number.ShouldBe(2_000_000);
        Choice(("heap", "2G")).Number.ShouldBe(2048);
        Choice(("shape", "batch")).Number.ShouldBe(double.NaN);
        Choice(("rows", "200"), ("window", "4")).Number.ShouldBe(double.NaN);
    }

    private static EndpointChoice Choice(params (string Name, string Value)[] values) =>
        EndpointChoice.Of(values.Select(value => KeyValuePair.Create(value.Name, value.Value)));
}
