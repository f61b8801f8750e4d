using DbIngest.Runner.Opening;
using DbIngest.Runner.Resuming;

namespace DbIngest.Runner.Tests.Resuming;

/// <summary>What of a stored command stays beside the options of the present one.</summary>
public class StoredOptionsTests
{
    private static readonly string[] Stored =
        ["--db=mysql,postgres", "--endpoint=mysql=db1", "--endpoint=postgres=Host=db2;Password=****", "--batch=10"];

    [Theory]
    [InlineData("--endpoint=postgres=Host=db3;Password=x", "--db=mysql,postgres --endpoint=mysql=db1 --batch=10")]
    [InlineData("--endpoint=Postgres=db3", "--db=mysql,postgres --endpoint=mysql=db1 --batch=10")]
    [InlineData("--endpoint=Host=db3", "--db=mysql,postgres --batch=10")]
    [InlineData("--password-file=mysql=pw",
        "--db=mysql,postgres --endpoint=mysql=db1 --endpoint=postgres=Host=db2;Password=**** --batch=10")]
    [InlineData("--db=mysql", "--endpoint=mysql=db1 --batch=10")]
    [InlineData("--db=sqlite+mysql", "--endpoint=mysql=db1 --batch=10")]
    public void Kept_AnOptionPerDatabase_ReplacesThatOfItsDatabase(string given, string kept) =>
        string.Join(' ', StoredOptions.Kept(Stored, [given], Databases.All)).ShouldBe(kept);

    [Fact]
    public void Kept_OneForAllDatabases_IsReplacedByAny() =>
        StoredOptions.Kept(["--endpoint=Host=db1", "--password-file=pw"], ["--endpoint=mysql=db2", "--password-file=mysql=other"],
            Databases.All).ShouldBeEmpty();

    /// <summary>A flag has no value with which the user could take it back.</summary>
    [Fact]
    public void Kept_Isolate_IsReplacedByBlocks() =>
        StoredOptions.Kept(["--isolate", "--trials=3"], ["--blocks=0"], Databases.All).ShouldBe(["--trials=3"]);

    /// <summary>The other databases stay in their containers.</summary>
    [Fact]
    public void Kept_ContainersForAll_StayBesideOneForADatabase()
    {
        StoredOptions.Kept(["--container=default"], ["--container=mysql=mysql:8"], Databases.All)
            .ShouldBe(["--container=default"]);
        StoredOptions.Kept(["--container=mysql=mysql:5"], ["--container=default"], Databases.All).ShouldBeEmpty();
    }
}
