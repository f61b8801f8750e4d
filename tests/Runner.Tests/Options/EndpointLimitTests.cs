using DbIngest.Runner.Opening;
using DbIngest.Runner.Options;
using DbIngest.Runner.Verbs;

namespace DbIngest.Runner.Tests.Options;

/// <summary>Options of endpoints that take away what another option needs are refused by name, before anything starts.</summary>
public class EndpointLimitTests
{
    [Theory]
    [InlineData("mongodb=h?shape=bucket", "shape=bucket", "--via=service")]
    [InlineData("mongodb=h?shape=document,bucket", "shape=bucket", "--via=none,service")]
    [InlineData("mongodb=h?shape=timeseries", "shape=timeseries", "--via=service")]
    [InlineData("mongodb=h?id=objectid", "id=objectid", "--via=none")]
    [InlineData("mongodb=h?shape=bucket", "shape=bucket", "--freshness=none,10/s")]
    [InlineData("mongodb=h?shape=bucket", "shape=bucket", "--mix=read=50,insert=50")]
    [InlineData("mongodb=h?shape=timeseries", "shape=timeseries", "--mix=update=50,insert=50")]
    [InlineData("mongodb=h?shape=bucket", "shape=bucket", "--series=5")]
    [InlineData("mongodb=h?shape=timeseries", "shape=timeseries", "--series=none,5")]
    [InlineData("cassandra=h?connections=2", "connections=2", "--mix=read=50,insert=50")]
    [InlineData("cassandra=h?connections=2", "connections=2", "--mix=insert=1")]
    [InlineData("cassandra=h?connections=2", "connections=2", "--freshness=none,10/s")]
    [InlineData("cassandra=h?connections=2", "connections=2", "--via=none,service")]
    [InlineData("postgres=h?store=timescale", "store=timescale", "--via=service")]
    [InlineData("postgres=?store=citus", "store=citus", "--via=service")]
    public void Option_WithoutTheKeyThatIsNeeded_IsRefusedWithBothRemedies(string endpoint, string option, string needing)
    {
        string database = endpoint.Split('=')[0];
        string refusal = Should.Throw<UsageException>(() => Read($"--db={database}", $"--endpoint={endpoint}", needing)).Messages
            .ShouldHaveSingleItem();

        refusal.ShouldStartWith($"--endpoint: {option} of {database} ");
        refusal.ShouldContain($"leave {option} out");
        refusal.ShouldContain($"without {needing.Split('=')[0]}");
    }

    [Fact]
    public void RecordsOfAHybrid_InBuckets_AreRefusedForProbes() => Should.Throw<UsageException>(() => Read(
        "--db=postgres+mongodb", "--endpoint=mongodb=h?shape=bucket", "--freshness=10/s")).Messages
        .ShouldContain(message => message.StartsWith("--endpoint: shape=bucket of mongodb", StringComparison.Ordinal));

    /// <summary>Control data is asked no question and gets no value, so that only the records must be able to.</summary>
    [Theory]
    [InlineData("--queries=10/s")]
    [InlineData("--add-values=3@20s")]
    public void OptionOfAHybrid_ThatTakesSomethingOfTheRecords_IsRefusedOfTheirDatabaseAlone(string needing)
    {
        string[] others = ["--endpoint=maria=h?shape=fixed", "--records=5", needing];

        SweepRequestReaderTests.Read(["--db=maria+postgres", .. others]).Databases.Count.ShouldBe(1);
        Should.Throw<UsageException>(() => SweepRequestReaderTests.Read(["--db=postgres+maria", .. others])).Messages
            .ShouldHaveSingleItem().ShouldStartWith("--endpoint: shape=fixed of maria ");
    }

    [Theory]
    [InlineData("mongodb=h?shape=bucket")]
    [InlineData("mongodb=h?shape=short", "--via=none,service", "--freshness=10/s")]
    [InlineData("mongodb=h?shape=timeseries", "--mix=read=50,insert=50")]
    [InlineData("mongodb=h?id=objectid", "--mix=read=50,update=50")]
    [InlineData("mongodb=h?id=objectid", "--series=5")]
    [InlineData("mongodb=h?id=sequence_objectid", "--via=none,service", "--freshness=10/s")]
    [InlineData("mongodb=h?shape=bucket", "--series=none")]
    [InlineData("cassandra=h?connections=2", "--series=5")]
    [InlineData("postgres=h?store=heap", "--via=service")]
    [InlineData("postgres=h?store=timescale", "--mix=read=50,update=50")]
    public void Option_ThatTakesNothingNeeded_IsTaken(string endpoint, params string[] others) =>
        Read([$"--db={endpoint.Split('=')[0]}", $"--endpoint={endpoint}", "--records=10k", .. others]).Databases.Count.ShouldBe(1);

    [Theory]
    [InlineData("--db=postgres", "--endpoint=?store=heap")]
    [InlineData("--db=mongodb")]
    [InlineData("--db=sqlite")]
    public void Service_ThatRunsAlready_NeedsTheEndpointOfItsStore(params string[] options) =>
        Should.Throw<UsageException>(() => Read(["--via=http://h:8480", .. options])).Messages.ShouldHaveSingleItem()
            .ShouldStartWith("--endpoint: the service at http://h:8480 does not know a ");

    [Fact]
    public void Service_ThatRunsAlready_HasOneValueOfEachOption() =>
        Should.Throw<UsageException>(() => Read("--via=http://h:8480", "--db=mariadb", "--endpoint=h?way=bulk,prepared"))
            .Messages.ShouldHaveSingleItem()
            .ShouldStartWith("--endpoint: the service at http://h:8480 was started with one value");

    private static SweepRequest Read(params string[] arguments) =>
        new SweepRequestReader(Databases.With([]), static _ => null).Read((RunOptions)CommandReader.Read(arguments).Options!);
}
