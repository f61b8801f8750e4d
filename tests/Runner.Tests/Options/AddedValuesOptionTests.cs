using DbIngest.Runner.Opening;
using DbIngest.Runner.Options;
using DbIngest.Runner.Verbs;

namespace DbIngest.Runner.Tests.Options;

/// <summary>Where values can be added to a table while it is written, and where that is refused by name.</summary>
public class AddedValuesOptionTests
{
    [Fact]
    public void AddValues_List_MakesAPointOfEachValue()
    {
        var request = Read("--db=postgres", "--duration=60", "--add-values=none,3@20s");

        request.Points([9]).Select(point => point.AddedValues?.Count).ShouldBe([null, 3]);
    }

    [Theory]
    [InlineData("sqlite+postgres")]
    [InlineData("sqlserver+cassandra")]
    public void AddValues_ToTheRecordsOfAHybrid_AreAPoint(string database) =>
        Read($"--db={database}", "--records=5", "--add-values=none,3@20s").Points([9])
            .Select(point => point.AddedValues?.Count).ShouldBe([null, 3]);

    [Fact]
    public void AddValues_NoneAlone_IsAllowedEverywhere() => Read("--db=null", "--add-values=none");

    [Theory]
    [InlineData("null adds no values", "--db=null")]
    [InlineData("separate sweep", "--db=null")]
    [InlineData("sqlite+ado adds no values", "--db=sqlite+ado")]
    [InlineData("(ado, which has the records, adds none); put the records into one of those, or measure it in a separate sweep",
        "--db=postgres,postgres+ado")]
    [InlineData("leave --mix", "--db=postgres", "--mix=ycsb-a")]
    [InlineData("leave --via", "--db=postgres", "--via=service")]
    [InlineData("leave --series", "--db=postgres", "--series=10")]
    [InlineData("leave --find", "--db=postgres", "--find=p99:50ms")]
    [InlineData("at most 997 --values", "--db=postgres", "--values=998")]
    [InlineData("longer duration", "--db=postgres", "--duration=10,30")]
    public void AddValues_WhereItCannotBe_IsRefusedByNameWithARemedy(string remedy, params string[] options) =>
        Should.Throw<UsageException>(() => Read(["--add-values=none,3@20s", .. options])).Messages
            .ShouldContain(message => message.StartsWith("--add-values: ", StringComparison.Ordinal) && message.Contains(remedy));

    [Fact]
    public void AddValues_EachStoreOfSqlServer_IsAllowed() =>
        Read("--db=sqlserver", "--endpoint=?store=heap,clustered,columnstore,memory", "--duration=60", "--add-values=3@20s")
            .Points([9]).Select(point => point.AddedValues?.Count).Distinct().ShouldBe([3]);

    [Theory]
    [InlineData("mongodb", "?shape=bucket")]
    [InlineData("sqlite+mongodb", "mongodb=h?shape=bucket")]
    public void AddValues_ToBucketsOfRecords_IsRefusedByTheOptionsName(string database, string endpoint) =>
        Should.Throw<UsageException>(() => Read($"--db={database}", $"--endpoint={endpoint}", "--add-values=3@20s")).Messages
            .ShouldContain(message => message.Contains("shape=bucket") && message.Contains("--add-values"));

    [Theory]
    [InlineData("3")]
    [InlineData("0@20s")]
    [InlineData("3@20s,3@20s")]
    public void AddValues_BadText_IsRefusedByName(string added) =>
        Should.Throw<UsageException>(() => Read("--db=postgres", $"--add-values={added}")).Messages[0]
            .ShouldStartWith("--add-values: ");

    private static SweepRequest Read(params string[] arguments) =>
        new SweepRequestReader(Databases.With([]), static _ => null).Read((RunOptions)CommandReader.Read(arguments).Options!);
}
