using DbIngest.Core.Plan;
using DbIngest.Runner.Opening;
using DbIngest.Runner.Options;
using DbIngest.Runner.Verbs;

namespace DbIngest.Runner.Tests.Options;

/// <summary>What a trial finds: its table by <c>--index</c>, its server by <c>--restart</c>.</summary>
public class TableAndServerOptionTests
{
    [Fact]
    public void Index_Time_IsAPointOfItsOwnForFind()
    {
        var points = Read("--db=sqlite,postgres,mariadb", "--mix=insert=20,find=80", "--index=key,time,none",
            "--records=5").Points([9]);

        points.Count.ShouldBe(9);
        points.Count(point => point.HasTimeIndex).ShouldBe(3);
        points.Where(point => point.HasTimeIndex).ShouldAllBe(point => point.IsIndexed);
    }

    [Fact]
    public void Index_TimeOfADatabaseWithoutNone_IsAllowed() =>
        Read("--db=mongodb", "--mix=insert=20,find=80", "--index=key,time", "--records=5").Points([9]).Count.ShouldBe(2);

    [Theory]
    [InlineData("--index: mongodb finds no single record without its key", "--db=mongodb", "--mix=find=1", "--index=key,none")]
    [InlineData("--index: only --queries and find in a mix use the index on time", "--db=postgres", "--mix=read=1", "--index=time")]
    [InlineData("--mix: cassandra has no find by time of single records", "--db=cassandra", "--mix=find=1")]
    [InlineData("--mix: clickhouse has no read of single records by --client driver, but by wire", "--db=clickhouse",
        "--client=driver", "--mix=insert=1")]
    [InlineData("find", "--db=mongodb", "--mix=find=1", "--endpoint=mongodb://localhost/?shape=bucket")]
    [InlineData("find", "--db=mongodb", "--mix=find=1", "--endpoint=mongodb://localhost/?shape=timeseries")]
    [InlineData("--restart: this run starts no server of sqlite", "--db=sqlite", "--restart=server")]
    [InlineData("--restart: this run starts no server of postgres", "--db=postgres", "--endpoint=db.example", "--restart=server")]
    [InlineData("--restart: this run starts no server of postgres", "--db=postgres", "--container", "--restart=server")]
    [InlineData("--restart: 'often'", "--db=postgres", "--restart=often")]
    public void Options_WhereTheyAreOfNoUse_AreRefusedByName(string refusal, params string[] options) =>
        Should.Throw<UsageException>(() => Read(options)).Messages.ShouldContain(message => message.Contains(refusal));

    [Theory]
    [InlineData("--db=postgres,mariadb", "--restart=none,server")]
    [InlineData("--db=sqlite+postgres", "--restart=server")]
    [InlineData("--db=sqlite", "--restart=none")]
    public void Restart_OfAServerThatTheRunStarts_IsAllowed(params string[] options) =>
        Read(options).On(SweepAxes.Restart).ShouldNotBeEmpty();

    private static SweepRequest Read(params string[] options) =>
        new SweepRequestReader(Databases.With([]), static _ => null).Read((RunOptions)CommandReader.Read(options).Options!);
}
