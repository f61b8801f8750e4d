using DbIngest.Core.Plan;
using DbIngest.Runner.Opening;
using DbIngest.Runner.Options;
using DbIngest.Runner.Verbs;

namespace DbIngest.Runner.Tests.Options;

/// <summary>Streams that are out of order or sent twice: which points they make, and where they are refused by name.</summary>
public class StreamOptionTests
{
    [Fact]
    public void Lists_WithNone_MakeAPointOfEachValue()
    {
        var request = Read("--db=sqlite", "--records=5", "--disorder=none,10%:1h", "--duplicates=0,1%");

        request.Points([9]).Select(point => (SweepAxes.Disorder.Text(point.Axes), SweepAxes.Duplicates.Text(point.Axes)))
            .ShouldBe([("none", "none"), ("none", "1%"), ("10%:3600s", "none"), ("10%:3600s", "1%")]);
        request.Points([9])[0].Disorder.ShouldBeNull();
        request.Points([9])[0].Duplicates.ShouldBeNull();
        (request.Disorders.Count, request.Duplicates.Count).ShouldBe((1, 1));
    }

    [Theory]
    [InlineData("leave --mix out", "--db=sqlite", "--mix=ycsb-a")]
    [InlineData("--via", "--db=sqlite", "--via=none")]
    [InlineData("leave --fault out", "--db=postgres", "--duration=60", "--fault=kill@20s")]
    [InlineData("measure its databases alone", "--db=postgres+cassandra")]
    public void Duplicates_WhereTheyMakeNoSense_AreRefusedByNameWithARemedy(string remedy, params string[] options) =>
        Should.Throw<UsageException>(() => Read(["--duplicates=1%", .. options])).Messages
            .ShouldContain(message => message.StartsWith("--duplicates: ", StringComparison.Ordinal) && message.Contains(remedy));

    [Fact]
    public void Prefill_WithNone_MakesAPointOfEachValue()
    {
        var request = Read("--db=sqlite", "--records=5", "--prefill=none,1M,10M");
        request.Points([9]).Select(point => point.Prefill?.Records).ShouldBe([null, 1_000_000, 10_000_000]);
        request.Prefills.Count.ShouldBe(2);
    }

    [Theory]
    [InlineData("a mix loads the records", "--mix=ycsb-a")]
    [InlineData("leave one of them out", "--duplicates=1%")]
    [InlineData("give at least one for each", "--sources=11")]
    public void Prefill_WhereItMakesNoSense_IsRefusedByNameWithARemedy(string remedy, string option) =>
        Should.Throw<UsageException>(() => Read("--db=sqlite", "--prefill=10", option)).Messages
            .ShouldContain(message => message.StartsWith("--prefill: ", StringComparison.Ordinal) && message.Contains(remedy));

    /// <summary>A late old record could have the time of a new one, which is its identity in some databases.</summary>
    [Fact]
    public void Backfill_NotLongerThanTheDelayOfLateRecords_IsRefusedByNameWithARemedy() =>
        Should.Throw<UsageException>(() => Read("--db=sqlite", "--backfill=none,20%:1h", "--disorder=10%:1h")).Messages
            .ShouldContain(message => message.StartsWith("--backfill: ", StringComparison.Ordinal) && message.Contains("longer time"));

    [Theory]
    [InlineData("--db=sqlite", "--backfill=none,20%:30d", "--disorder=10%:1h", "--duplicates=1%")]
    [InlineData("--db=sqlite", "--backfill=20%:30d", "--prefill=1M", "--freshness=10/s")]
    [InlineData("--db=sqlite", "--mix=ycsb-a", "--backfill=20%:30d")]
    [InlineData("--db=sqlite", "--mix=ycsb-a", "--prefill=none")]
    [InlineData("--db=sqlite", "--via=none", "--prefill=1M")]
    [InlineData("--db=postgres", "--duration=60", "--fault=kill@20s", "--prefill=1M")]
    [InlineData("--db=postgres+cassandra", "--prefill=1M", "--disorder=10%:1h")]
    [InlineData("--db=sqlite", "--mix=ycsb-a", "--duplicates=none")]
    [InlineData("--db=sqlite", "--mix=ycsb-a", "--disorder=10%:1h")]
    [InlineData("--db=sqlite", "--via=none", "--disorder=10%:1h")]
    [InlineData("--db=sqlite", "--duration=60", "--rate=100", "--disorder=10%:1h", "--duplicates=1%")]
    public void Combinations_ThatWork_AreAccepted(params string[] options) => Read(options).Count.ShouldBePositive();

    [Theory]
    [InlineData("--disorder=60%:1h")]
    [InlineData("--disorder=10%:60")]
    [InlineData("--disorder=none,0")]
    [InlineData("--backfill=95%:30d")]
    [InlineData("--backfill=20%:30d,20%:720h")]
    [InlineData("--duplicates=1%,1.0%")]
    [InlineData("--duplicates=101%")]
    [InlineData("--prefill=2G")]
    [InlineData("--prefill=1M,1000k")]
    [InlineData("--prefill=-1")]
    public void BadTexts_AreRefusedByName(string option) =>
        Should.Throw<UsageException>(() => Read("--db=sqlite", option)).Messages[0].ShouldStartWith(option.Split('=')[0] + ": ");

    /// <summary>A value beyond the largest had been called no value of its kind, and nothing had named the largest.</summary>
    [Theory]
    [InlineData("--disorder=10%:745h", "a time of at most 744h")]
    [InlineData("--backfill=20%:11y", "a time of at most 10y")]
    [InlineData("--prefill=2G", "at most 1G")]
    [InlineData("--add-values=1@25h", "at most 999 values and 24h")]
    [InlineData("--series=11M", "at most 10M")]
    [InlineData("--rate=10G", "at most 1G")]
    public void TooLarge_TheMessageNamesTheLargest(string option, string largest) =>
        Should.Throw<UsageException>(() => Read("--db=sqlite", option)).Messages[0].ShouldContain(largest);

    /// <summary>An option that needs the refused one had been refused too, with the remedy to give what was given.</summary>
    [Theory]
    [InlineData("--mix=foo", "--operations=5")]
    [InlineData("--mix=foo", "--index=none")]
    [InlineData("--mix=foo", "--client-threads=2")]
    [InlineData("--queries=often", "--index=time")]
    [InlineData("--series=x", "--churn=1%/min")]
    public void BadTexts_RefuseNoOptionThatNeedsThem(string bad, string option) =>
        Should.Throw<UsageException>(() => Read("--db=sqlite", bad, option)).Messages.ShouldHaveSingleItem()
            .ShouldStartWith(bad.Split('=')[0] + ": ");

    /// <summary>Reads by the real databases: some are composed of two.</summary>
    private static SweepRequest Read(params string[] arguments) =>
        new SweepRequestReader(Databases.With([]), static _ => null).Read((RunOptions)CommandReader.Read(arguments).Options!);
}
