using DbIngest.Clusters.Runs;
using DbIngest.Runner.Options;
using DbIngest.Runner.Verbs;
using DbIngest.Targets.Catalogue;

namespace DbIngest.Runner.Tests.Options;

public class ContainerReaderTests
{
    [Fact]
    public void Read_WithoutAnImage_TakesTheVendorsOfEachDatabaseThatHasOne()
    {
        var access = Read("--db=sqlite,postgres,cassandra", "--container").Access;
        access.Containers.ShouldBe(
            new Dictionary<string, string>
            {
                ["postgres"] = ContainerImages.Of("postgres")!,
                ["cassandra"] = ContainerImages.Of("cassandra")!
            }, ignoreOrder: true);
        (access.ShownEndpoint("postgres"), access.ShownEndpoint("sqlite")).ShouldBe(("container", "local"));
    }

    [Fact]
    public void Read_ImageOfOneOfTwo_LeavesTheOtherWhereItIs() =>
        Read("--db=postgres,mariadb", "--container=mariadb=localhost:5000/mine:1").Access.Containers
            .ShouldBe(new Dictionary<string, string> { ["mariadb"] = "localhost:5000/mine:1" });

    /// <summary>A password that everybody could guess would let every account of the machine in.</summary>
    [Fact]
    public void Read_DatabaseThatAsksForAPassword_HasAFreshOneEachTime()
    {
        string Password() => Read("--db=postgres", "--container").Access.PasswordOf("postgres")!.Reveal();
        Password().Length.ShouldBeGreaterThan(30);
        Password().ShouldNotBe(Password());
        Read("--db=cassandra", "--container").Access.PasswordOf("cassandra").ShouldBeNull("its image asks for none");
        Read(name => name == "DBINGEST_POSTGRES_PASSWORD" ? "own" : null, "--db=postgres", "--container")
            .Access.PasswordOf("postgres")!.Reveal().ShouldBe("own");
    }

    [Fact]
    public void Read_Password_IsScrubbed()
    {
        var access = Read("--db=postgres", "--container").Access;
        access.Secrets.ShouldContain(access.PasswordOf("postgres")!.Reveal());
    }

    [Theory]
    [InlineData("--db=sqlite --container", "--container: no image of sqlite is known")]
    [InlineData("--db=sqlite --container=sqlite:1", "--container: how sqlite runs in a container is not known")]
    [InlineData("--db=postgres --container --endpoint=db.example", "--container: --endpoint says where postgres is")]
    [InlineData("--db=cassandra --container --endpoint=?rows=5&home=/opt/cassandra",
        "--container: --endpoint names the home of a private server of cassandra")]
    [InlineData("--db=postgres,mariadb --container=some:1", "write postgres=some:1 or mariadb=some:1")]
    [InlineData("--db=postgres --container=mongodb=some:1",
        "--container: 'mongodb' is no database of this command; write postgres=IMAGE")]
    [InlineData("--db=postgres --container=postgres=some:1 --container=postgres=other:1",
        "--container: postgres is given twice; give one image for each database")]
    [InlineData("--db=postgres --container=postgres=", "--container: 'postgres=' names no image")]
    [InlineData("--db=cassandra --container --nodes=2", "--nodes: a container of cassandra is one server")]
    [InlineData("--db=sqlserver --container", "set the environment variable ACCEPT_EULA=Y")]
    [InlineData("--db=postgres+cassandra --container=postgres=some:1",
        "--container: of postgres+cassandra, postgres would be in a container and cassandra would not")]
    [InlineData("--db=postgres --container --sources=1@elsewhere", "private to this machine")]
    public void Read_WhatCannotBe_IsRefusedWithTheRemedy(string options, string problem) =>
        Should.Throw<UsageException>(() => Read(options.Split(' '))).Message.ShouldContain(problem);

    [Fact]
    public void Read_LimitsOfAContainer_AreTakenForAnyDatabase()
    {
        Read("--db=mysql", "--container", "--server-memory=1G").ServerLimits.ShouldNotBeNull();
        Read("--db=cassandra", "--container", "--endpoint=?rows=5").Access.Containers.Count.ShouldBe(1);
        Read(name => name == "ACCEPT_EULA" ? "Y" : null, "--db=sqlserver", "--container").Access.Containers.Count.ShouldBe(1);
    }

    private static SweepRequest Read(params string[] arguments) => Read(static _ => null, arguments);

    private static SweepRequest Read(Func<string, string?> environment, params string[] arguments) =>
        new SweepRequestReader(TargetCatalog.All, environment).Read((RunOptions)CommandReader.Read(arguments).Options!);
}
