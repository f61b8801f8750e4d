using DbIngest.Core.Plan;
using DbIngest.Runner.Opening;
using DbIngest.Runner.Options;
using DbIngest.Runner.Verbs;

namespace DbIngest.Runner.Tests.Options;

/// <summary>Questions beside the load: which points they make, and where they are refused by name.</summary>
public class QueriesOptionTests
{
    [Fact]
    public void Lists_WithNone_MakeAPointOfEachValue()
    {
        var points = Read("--db=sqlite", "--records=5", "--queries=none,10/s").Points([9]);
        points.Select(point => SweepAxes.Queries.Text(point.Axes)).ShouldBe(["none", "10/s"]);
        points.Select(point => point.Queries?.PerS).ShouldBe([null, 10]);
    }

    [Theory]
    [InlineData("leave --mix or --queries out", "--db=sqlite", "--mix=ycsb-a")]
    [InlineData("leave --via or --queries out", "--db=sqlite", "--via=service")]
    [InlineData("leave --disorder or --queries out", "--db=sqlite", "--disorder=1%:1h")]
    [InlineData("leave --backfill or --queries out", "--db=sqlite", "--backfill=20%:30d")]
    [InlineData("leave --duplicates or --queries out", "--db=sqlite", "--duplicates=1%")]
    [InlineData("one by one; --queries needs answers to questions about time ranges: leave shape=bucket out", "--db=mongodb",
        "--endpoint=?shape=bucket")]
    [InlineData("null answers no questions about time ranges", "--db=null")]
    [InlineData("could not group them by hours", "--db=cassandra")]
    [InlineData("influxdb has no index on time here", "--db=influxdb", "--index=time")]
    [InlineData("clickhouse has no index on time here", "--db=clickhouse", "--index=time")]
    [InlineData("sqlite+cassandra answers no questions about time ranges", "--db=sqlite+cassandra")]
    [InlineData("(cassandra, which has the records, answers none: a table has", "--db=sqlite+cassandra")]
    [InlineData("(neo4j, which has the records, answers none)", "--db=sqlite,sqlite+neo4j")]
    [InlineData("one by one; --queries needs answers to questions about time ranges: leave shape=bucket out",
        "--db=postgres+mongodb", "--endpoint=mongodb=h?shape=bucket")]
    [InlineData("mongodb finds no single record without its key", "--db=postgres+mongodb", "--index=none")]
    [InlineData("cockroach finds no single record without its key", "--db=cockroach+postgres", "--index=key,none")]
    [InlineData("sqlite+clickhouse has no index on time here", "--db=sqlite+clickhouse", "--index=time")]
    [InlineData("the service has no request for a maximum, mean or count of a time range", "--db=sqlite+postgres",
        "--via=none,service")]
    public void Combinations_WhoseAnswersAreNotKnown_AreRefusedByName(string words, params string[] options) =>
        Should.Throw<UsageException>(() => Read(["--queries=10/s", .. options])).Messages
            .ShouldContain(message => (message.StartsWith("--queries: ", StringComparison.Ordinal)
                || message.StartsWith("--index: ", StringComparison.Ordinal)
                || message.StartsWith("--endpoint: ", StringComparison.Ordinal)) && message.Contains(words));

    [Fact]
    public void Index_WithQuestions_IsAnAxisWithoutAMix() =>
        Read("--db=sqlite", "--records=5", "--queries=10/s", "--index=none,time").Points([9])
            .Select(point => point.HasTimeIndex).ShouldBe([false, true]);

    [Fact]
    public void Hybrid_WhoseRecordsAreAsked_HasAPointOfEachIndex()
    {
        var points = Read("--db=sqlite+postgres", "--records=5", "--queries=none,10/s", "--index=key,time,none").Points([9]);

        points.Count.ShouldBe(6);
        points.Count(point => point.Queries is not null).ShouldBe(3);
        (points.Count(point => point.HasTimeIndex), points.Count(point => !point.IsIndexed)).ShouldBe((2, 2));
    }

    [Theory]
    [InlineData("10")]
    [InlineData("2000/s")]
    [InlineData("-1/s")]
    [InlineData("10/s,10.0/s")]
    public void BadTexts_AreRefusedByName(string text) =>
        Should.Throw<UsageException>(() => Read("--db=sqlite", $"--queries={text}")).Messages[0].ShouldStartWith("--queries: ");

    private static SweepRequest Read(params string[] arguments) =>
        new SweepRequestReader(Databases.With([]), static _ => null).Read((RunOptions)CommandReader.Read(arguments).Options!);
}
