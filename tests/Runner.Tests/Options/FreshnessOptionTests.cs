using DbIngest.Core.Plan;
using DbIngest.Runner.Opening;
using DbIngest.Runner.Options;
using DbIngest.Runner.Verbs;

namespace DbIngest.Runner.Tests.Options;

/// <summary>Probes of freshness: which points they make, and where they are refused by name.</summary>
public class FreshnessOptionTests
{
    [Fact]
    public void Lists_WithNone_MakeAPointOfEachValue()
    {
        var points = Read("--db=sqlite", "--records=5", "--freshness=none,10/s").Points([9]);
        points.Select(point => SweepAxes.Freshness.Text(point.Axes)).ShouldBe(["none", "10/s"]);
        points.Select(point => point.Freshness?.PerS).ShouldBe([null, 10]);
    }

    [Theory]
    [InlineData("--freshness: ", "leave one of them out", "--db=sqlite", "--mix=ycsb-a")]
    [InlineData("--freshness: ", "leave --index none out", "--db=sqlite", "--index=key,none")]
    [InlineData("--duplicates: ", "the table of --freshness has a unique key", "--db=sqlite", "--duplicates=1%")]
    public void Combinations_WithoutSense_AreRefusedByNameWithARemedy(string option, string remedy, params string[] options) =>
        Should.Throw<UsageException>(() => Read(["--freshness=10/s", .. options])).Messages
            .ShouldContain(message => message.StartsWith(option, StringComparison.Ordinal) && message.Contains(remedy));

    [Theory]
    [InlineData("10")]
    [InlineData("2000/s")]
    [InlineData("-1/s")]
    [InlineData("10/s,10.0/s")]
    [InlineData("nan/s")]
    public void BadTexts_AreRefusedByName(string text) =>
        Should.Throw<UsageException>(() => Read("--db=sqlite", $"--freshness={text}")).Messages[0].ShouldStartWith("--freshness: ");

    private static SweepRequest Read(params string[] arguments) =>
        new SweepRequestReader(Databases.With([]), static _ => null).Read((RunOptions)CommandReader.Read(arguments).Options!);
}
