using DbIngest.Core.Plan;

namespace DbIngest.Runner.Tests.Options;

/// <summary>Many series a source: which points they make, and where they are refused by name.</summary>
public sealed class SeriesOptionTests
{
    [Fact]
    public void Lists_WithNone_MakeAPointOfEachValue()
    {
        var request = SweepRequestReaderTests.Read(
            "--db=sqlite", "--records=10k", "--series=none,1k,1k:hotspot", "--churn=none");

        request.Points([9]).Select(point => (SweepAxes.Series.Text(point.Axes), point.Series?.Count, point.Churn?.ToString()))
            .ShouldBe([("none", null, null), ("1000", 1000, null), ("1000:hotspot", 1000, null)]);
        SweepRequestReaderTests.Read("--db=sqlite", "--series=1k", "--churn=none,1%/min").Points([9])
            .Select(point => point.Churn?.ToString()).ShouldContain("1%/min");
    }

    [Theory]
    [InlineData("leave --mix or --series out", "--db=sqlite", "--mix=ycsb-a")]
    [InlineData("leave --index or --series out", "--db=sqlite", "--index=key", "--queries=10/s")]
    [InlineData("leave --via or --series out", "--db=sqlite", "--via=none")]
    [InlineData("leave --freshness or --series out", "--db=sqlite", "--freshness=10/s")]
    [InlineData("give at most 999 --values", "--db=sqlite", "--values=1000")]
    [InlineData("more than its 50 records", "--db=sqlite", "--records=50")]
    [InlineData("maria by --client wire stores no series here, as sqlite, ", "--db=maria")]
    [InlineData("cassandra by --client driver stores no series here", "--db=cassandra", "--client=wire,driver")]
    [InlineData("stores no series here", "--db=postgres+cassandra")]
    public void Series_WhereTheyMakeNoSense_AreRefusedByNameWithARemedy(string remedy, params string[] options) =>
        Should.Throw<UsageException>(() => SweepRequestReaderTests.Read([.. options, "--series=100"])).Messages
            .ShouldContain(message => message.StartsWith("--series: ", StringComparison.Ordinal) && message.Contains(remedy));

    [Theory]
    [InlineData("give --series")]
    [InlineData("leave none out", "--series=none,1k")]
    public void Churn_WithoutSeries_IsRefusedByNameWithTheRemedy(string remedy, params string[] series) =>
        Should.Throw<UsageException>(() => SweepRequestReaderTests.Read(["--db=sqlite", "--churn=1%/min", .. series])).Messages
            .ShouldContain(message => message.StartsWith("--churn: ", StringComparison.Ordinal) && message.Contains(remedy));

    [Theory]
    [InlineData("--db=sqlite", "--disorder=10%:1h", "--backfill=20%:30d", "--prefill=1M")]
    [InlineData("--db=postgres", "--queries=10/s")]
    [InlineData("--db=cassandra", "--sources=5+3", "--rate=10k", "--duration=10s")]
    [InlineData("--db=sqlite", "--mix=ycsb-a", "--series=none")]
    public void Combinations_ThatWork_AreAccepted(params string[] options) =>
        SweepRequestReaderTests.Read([.. options, .. options.Contains("--series=none") ? [] : new[] { "--series=100" }])
            .Count.ShouldBePositive();
}
