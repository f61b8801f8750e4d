using DbIngest.Abstractions.Targets;
using DbIngest.Runner.Opening;

namespace DbIngest.Runner.Tests.Options;

public class DatabaseAccessReaderTests
{
    [Fact]
    public void Read_PasswordInTheEnvironment_IsTaken()
    {
        var request = SweepRequestReaderTests.Read(
            name => name == "DBINGEST_POSTGRES_PASSWORD" ? "from-environment" : null, "--db=postgres");
        request.Access.PasswordOf("postgres")!.Reveal().ShouldBe("from-environment");
        request.Access.PasswordOf("postgres")!.ToString().ShouldBe("****");
    }

    [Fact]
    public void Read_PasswordFile_WinsOverTheEnvironment()
    {
        string file = Path.GetTempFileName();
        try
        {
            File.WriteAllText(file, "from-file\nsecond line\n");
            var request = SweepRequestReaderTests.Read(name => name.EndsWith("_PASSWORD", StringComparison.Ordinal)
                ? "from-environment" : null, "--db=sqlite,postgres", $"--password-file=postgres={file}");
            request.Access.PasswordOf("postgres")!.Reveal().ShouldBe("from-file");
        }
        finally
        {
            File.Delete(file);
        }
    }

    [Fact]
    public void Read_PasswordFileWithoutAFile_IsRefusedByName() => Should.Throw<UsageException>(
        () => SweepRequestReaderTests.Read("--db=sqlite,postgres", "--password-file=postgres=")).Messages.ShouldHaveSingleItem()
        .ShouldBe("--password-file: the file is missing; write [DB=]FILE.");

    private static readonly TargetDefinition Postgres = DescribedDatabase.Catalogue.Single(d => d.Name == "postgres");

    [Fact]
    public void Read_EndpointForOneOfSeveral_GoesThere()
    {
        var access = SweepRequestReaderTests.Read("--db=sqlite,postgres", "--endpoint=postgres=Host=h;Password=abc").Access;
        access.ShownEndpoint("postgres").ShouldBe("Host=h;Password=****");
        access.ShownEndpoint("sqlite").ShouldBe("local");
        access.For(Postgres, new TargetOptions { WorkFolder = "w" }).Endpoint.ShouldBe("Host=h;Password=abc");
    }

    [Fact]
    public void Read_PlainEndpointWithEqualsSign_IsNotTakenForADatabase() =>
        SweepRequestReaderTests.Read("--db=postgres", "--endpoint=Host=h")
            .Access.For(Postgres, new TargetOptions { WorkFolder = "w" }).Endpoint.ShouldBe("Host=h");

    [Fact]
    public void FileOf_EndpointOfAFileAndOfAServer_IsTheWholePathOrNone()
    {
        var access = SweepRequestReaderTests.Read("--db=sqlite,postgres", "--endpoint=sqlite=some/file.db",
            "--endpoint=postgres=Host=h").Access;
        access.FileOf(Databases.Find("sqlite")).ShouldBe(Path.GetFullPath("some/file.db"));
        access.FileOf(Databases.Find("postgres")).ShouldBeNull();
        SweepRequestReaderTests.Read("--db=sqlite").Access.FileOf(Databases.Find("sqlite")).ShouldBeNull();
    }

    [Fact]
    public void Read_Hybrid_HasAnEndpointAndAPasswordForEachOfItsDatabases()
    {
        var request = SweepRequestReaderTests.Read(
            name => name == "DBINGEST_CASSANDRA_PASSWORD" ? "two"
                : null, "--db=postgres+cassandra", "--endpoint=postgres=Host=h", "--endpoint=cassandra=node");

        var parts = request.Access.For(request.Databases.Single().Definition, new TargetOptions { WorkFolder = "w" }).Parts!;

        parts["postgres"].ShouldBe(new TargetAccess("Host=h", null));
        parts["cassandra"].Endpoint.ShouldBe("node");
        parts["cassandra"].Password!.Reveal().ShouldBe("two");
    }

    [Theory]
    [InlineData("postgres+postgres", "two different databases")]
    [InlineData("cassandra+postgres", "write postgres+cassandra")]
    [InlineData("postgres+casandra", "did you mean cassandra?")]
    public void Read_ImpossibleHybrid_IsRefused(string name, string said) =>
        Should.Throw<UsageException>(() => SweepRequestReaderTests.Read($"--db={name}")).Message.ShouldContain(said);

    [Fact]
    public void Read_HybridWithAnEndpointForNoneOfItsDatabases_AsksWhichItIsFor() =>
        Should.Throw<UsageException>(() => SweepRequestReaderTests.Read("--db=postgres+cassandra", "--endpoint=h"))
            .Message.ShouldContain("postgres=... or cassandra=...");

    [Fact]
    public void Read_RedactedEndpointOfAManifest_AsksForItAgain() =>
        Should.Throw<UsageException>(() => SweepRequestReaderTests.Read("--db=postgres", "--endpoint=Host=h;Password=****"))
            .Message.ShouldContain("DBINGEST_POSTGRES_PASSWORD");

    [Fact]
    public void Secrets_OfPasswordAndEndpoint_AreAllKnown() =>
        SweepRequestReaderTests.Read(name => name.EndsWith("_PASSWORD", StringComparison.Ordinal) ? "one"
            : null, "--db=postgres", "--endpoint=Host=h;Password=two").Access.Secrets.ShouldBe(["one", "two"]);
}
