using System.Text.Json;
using DbIngest.Analysis.Summary;
using DbIngest.Analysis.Tests.Fakes;
using DbIngest.Core.Plan;

namespace DbIngest.Analysis.Tests.Summary;

/// <summary>A misspelt name must not silently leave its machine at the price of all others.</summary>
public class PriceNamesTests
{
    private static readonly FakeSweep Two = new()
    {
        Databases = ["sqlite", "postgres"],
        Target = target => target with { RoundTripsS = new Dictionary<string, double> { ["db1:5432"] = 0.001 } },
    };

    [Theory]
    [InlineData("0.12/h,postgre=0.5/h", "postgre")]
    [InlineData("postgre=0.5/h,db2=1/h", "postgre or db2")]
    public void Unmatched_NameThatNothingHas_IsNamed(string prices, string names) =>
        PriceNames.Unmatched(Of(prices), [Two.Manifest]).ShouldBe($"--price: no database, node or host is named {names}, so that "
            + "its price is not used. Named are sqlite, db1, db1:5432, postgres.");

    [Theory]
    [InlineData("0.12/h")]
    [InlineData("0.12/h,postgres=0.5/h,db1=1/h")]
    [InlineData("db1:5432=1/h")]
    public void Unmatched_NamesThatOccur_AreNone(string prices) =>
        PriceNames.Unmatched(Of(prices), [Two.Manifest]).ShouldBeNull();

    [Fact]
    public void Unmatched_NameOfOneOfSeveralResults_IsNone()
    {
        PriceNames.Unmatched(Of("postgres=1/h"), [new FakeSweep().Manifest]).ShouldNotBeNull();
        PriceNames.Unmatched(Of("postgres=1/h"), [new FakeSweep().Manifest, Two.Manifest]).ShouldBeNull();
        PriceNames.Unmatched(null, [Two.Manifest]).ShouldBeNull();
    }

    [Fact]
    public void Unmatched_NodesAndHostsOfADeployment_Occur()
    {
        var sweep = new FakeSweep { At = point => point with { Axes = point.Axes.With(SweepAxes.Deployment, "plant") } };
        var manifest = sweep.Manifest;
        manifest = manifest with
        {
            Configuration = manifest.Configuration with
            {
                Deployments = new Dictionary<string, JsonElement>
                {
                    ["plant"] = JsonDocument.Parse("""{"provider":"ssh","nodes":[{"name":"n1","host":"db1"}]}""").RootElement,
                },
            },
        };
        PriceNames.Unmatched(Of("n1=1/h,db1=1/h"), [manifest]).ShouldBeNull();
        PriceNames.Unmatched(Of("n2=1/h"), [manifest]).ShouldNotBeNull().ShouldContain("named n2");
    }

    private static Prices Of(string text) => Prices.TryParse(text, out var prices) ? prices : throw new ArgumentException(text);
}
