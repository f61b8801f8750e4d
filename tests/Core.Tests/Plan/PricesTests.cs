using System.Globalization;
using DbIngest.Core.Plan;

namespace DbIngest.Core.Tests.Plan;

public class PricesTests
{
    [Theory]
    [InlineData("0.12/h")]
    [InlineData("0.12EUR/h,db1=0.3EUR/h,0.08EUR/GB-month,50000/s")]
    [InlineData("cassandra=1.5USD/h")]
    public void ToString_OfWhatWasRead_ReadsBack(string text)
    {
        Prices.TryParse(text, out var prices).ShouldBeTrue();
        prices.ToString().ShouldBe(text);
        Prices.TryParse(prices.ToString(), out var again).ShouldBeTrue();
        again.ShouldBe(prices);
    }

    [Fact]
    public void TryParse_InAnotherCulture_ReadsThePoint()
    {
        var before = CultureInfo.CurrentCulture;
        try
        {
            var german = (CultureInfo)CultureInfo.InvariantCulture.Clone();
            german.NumberFormat.NumberDecimalSeparator = ",";
            german.NumberFormat.NumberGroupSeparator = ".";
            CultureInfo.CurrentCulture = german;
            Prices.TryParse("0.5 EUR/h, 50k/s", out var prices).ShouldBeTrue();
            prices.PerH.ShouldBe(0.5);
            prices.RecordsPerS.ShouldBe(50_000);
            prices.ToString().ShouldBe("0.5EUR/h,50000/s");
        }
        finally
        {
            CultureInfo.CurrentCulture = before;
        }
    }

    /// <summary>As other options take it. The G and M of a currency are no factors.</summary>
    [Theory]
    [InlineData("0.5GBP/h,1G/s", 1e9)]
    [InlineData("0.5MAD/h,1.5m/s", 1.5e6)]
    [InlineData("0.5/h,50K/s", 50e3)]
    public void TryParse_RateWithAFactor_ReadsIt(string text, double rate)
    {
        Prices.TryParse(text, out var prices).ShouldBeTrue();
        prices.PerH.ShouldBe(0.5);
        prices.RecordsPerS.ShouldBe(rate);
    }

    [Theory]
    [InlineData("")]
    [InlineData("0.12")]
    [InlineData("0,12/h")]
    [InlineData("-1/h")]
    [InlineData("1/h,2/h")]
    [InlineData("db1=1/h,db1=2/h")]
    [InlineData("1EUR/h,2USD/GB-month")]
    [InlineData("1EUR/h,2/GB-month")]
    [InlineData("50k/s")]
    [InlineData("1k/h")]
    [InlineData("1/h,0/s")]
    [InlineData("1/h,db1=5/s")]
    [InlineData("1/h,0.0000000000004/s")]
    public void TryParse_NoPrices_IsRefused(string text) => Prices.TryParse(text, out _).ShouldBeFalse();

    [Fact]
    public void HourOf_MachinesByName_AddsTheirPrices()
    {
        Prices.TryParse("0.1/h,db1=0.3/h,n3=1/h,neo4j=7/h", out var prices).ShouldBeTrue();
        prices.HourOf("cassandra", [["db1", "n1"], ["db2", "n2"], ["db3", "n3"]], out _)!.Value.ShouldBe(1.4, 1e-12);
        prices.HourOf("neo4j", [["db1"], ["db2"]], out _).ShouldBe(7);
    }

    [Fact]
    public void HourOf_AMachineWithoutAPrice_NamesIt()
    {
        Prices.TryParse("db1=0.3/h", out var prices).ShouldBeTrue();
        prices.HourOf("cassandra", [["db1"], ["db2", "n2"]], out string? missing).ShouldBeNull();
        missing.ShouldBe("db2");
        prices.HourOf("sqlite", [[]], out missing).ShouldBeNull();
        missing.ShouldBe("sqlite");
    }
}
