using DbIngest.Core.Plan;

namespace DbIngest.Core.Tests.Plan;

public sealed class ArrivalRateTests
{
    [Theory]
    [InlineData("10000", "10000", 10000)]
    [InlineData("10k", "10000", 10000)]
    [InlineData("1.5M", "1500000", 1.5e6)]
    [InlineData("500/source", "500/source", 4000)]
    [InlineData("0.5k/source:poisson", "500/source:poisson", 4000)]
    [InlineData("10k:POISSON", "10000:poisson", 10000)]
    [InlineData("10k:fixed", "10000", 10000)]
    [InlineData("0.25", "0.25", 0.25)]
    public void TryParse_Rate_IsReadAndWritten(string text, string written, double total)
    {
        ArrivalRate.TryParse(text, out var rate).ShouldBeTrue();

        rate.ToString().ShouldBe(written);
        rate.TotalRecordsPerS(8).ShouldBe(total);
        ArrivalRate.TryParse(written, out var again).ShouldBeTrue();
        again.ShouldBe(rate);
    }

    [Theory]
    [InlineData(null)]
    [InlineData("")]
    [InlineData("0")]
    [InlineData("0.0000004")]
    [InlineData("-1")]
    [InlineData("1e3")]
    [InlineData("NaN")]
    [InlineData("2000M")]
    [InlineData("fast")]
    [InlineData("10:uniform")]
    [InlineData("10/second")]
    public void TryParse_NoRate_IsRefused(string? text) => ArrivalRate.TryParse(text, out _).ShouldBeFalse();
}
