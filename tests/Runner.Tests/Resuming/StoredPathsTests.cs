using DbIngest.Runner.Opening;
using DbIngest.Runner.Resuming;
using DbIngest.Runner.Tests.Cli;

namespace DbIngest.Runner.Tests.Resuming;

public class StoredPathsTests
{
    [Theory]
    [InlineData("--cluster=one.yaml,/abs/two.yaml", "--cluster=/begun/one.yaml,/abs/two.yaml")]
    [InlineData("--input=a.csv", "--input=/begun/a.csv")]
    [InlineData("--password-file=pw", "--password-file=/begun/pw")]
    [InlineData("--password-file=postgres=pw", "--password-file=postgres=/begun/pw")]
    [InlineData("--password-file=Postgres =pw", "--password-file=Postgres =/begun/pw")]
    [InlineData("--password-file=key=1.txt", "--password-file=/begun/key=1.txt")]
    [InlineData("--work-folder=disk", "--work-folder=/begun/disk")]
    [InlineData("--plugin=p.dll", "--plugin=/begun/p.dll")]
    [InlineData("--ycsb=a.properties", "--ycsb=/begun/a.properties")]
    [InlineData("--endpoint=sqlite=a.db", "--endpoint=sqlite=/begun/a.db")]
    [InlineData("--endpoint=postgres=db:5432", "--endpoint=postgres=db:5432")]
    [InlineData("--endpoint=postgres=me:****@db/bench?sslrootcert=ca.pem&sslmode=verify-full",
        "--endpoint=postgres=me:****@db/bench?sslrootcert=/begun/ca.pem&sslmode=verify-full")]
    [InlineData("--endpoint=mysql=db?ssl_ca=my%20ca.pem&tls=required",
        "--endpoint=mysql=db?ssl_ca=/begun/my%20ca.pem&tls=required")]
    [InlineData("--endpoint=mongodb=mongodb://db/?tlsCAFile=ca.pem&w=1",
        "--endpoint=mongodb=mongodb://db/?tlsCAFile=/begun/ca.pem&w=1")]
    [InlineData("--endpoint=neo4j=?home=neo4j-5&heap=1G,2G", "--endpoint=neo4j=?home=/begun/neo4j-5&heap=1G,2G")]
    [InlineData("--endpoint=sqlserver=db?ca=/abs/ca.pem", "--endpoint=sqlserver=db?ca=/abs/ca.pem")]
    [InlineData("--endpoint=ado=Host=db?provider=Npgsql&dialect=postgres",
        "--endpoint=ado=Host=db?provider=Npgsql&dialect=postgres")]
    [InlineData("--db=sqlite", "--db=sqlite")]
    [InlineData("--keep", "--keep")]
    public void Whole_FromAnotherFolder_StartsWhereTheSweepWasBegun(string stored, string whole)
    {
        StoredPaths.Whole([stored], "/begun", Databases.All).ShouldBe([whole]);
        StoredPaths.Whole([stored], Environment.CurrentDirectory, Databases.All).ShouldBe([stored]);
        StoredPaths.Whole([stored], null, Databases.All).ShouldBe([stored]);
    }

    /// <summary>A provider and a dialect may be names, and are paths where such a file is.</summary>
    [Theory]
    [InlineData("Host=db?provider=p.dll&dialect=my.txt")]
    [InlineData("provider=p.dll;dialect=my.txt;Host=db")]
    public void Whole_ProviderAndDialectThatAreFiles_AreFoundInTheFolderOfTheSweep(string endpoint)
    {
        using var folder = new CommandFolder();
        File.WriteAllText(folder.File("p.dll"), "a provider");
        File.WriteAllText(folder.File("my.txt"), "a dialect");

        StoredPaths.Whole(["--endpoint=ado=" + endpoint], folder.Path, Databases.All).ShouldHaveSingleItem()
            .ShouldEndWith($"?provider={folder.File("p.dll")}&dialect={folder.File("my.txt")}");
    }

    /// <summary>A run takes these values for names, whatever lies in the folder, and so does a resumed one.</summary>
    [Fact]
    public void Whole_ProviderAndDialectThatAreNames_StayNamesBesideFoldersAndFilesOfTheseNames()
    {
        const string endpoint = "--endpoint=ado=Host=db?provider=Npgsql&dialect=Oracle";
        using var folder = new CommandFolder();
        File.WriteAllText(folder.File("Npgsql"), "no provider");
        Directory.CreateDirectory(folder.File("Oracle"));

        StoredPaths.Whole([endpoint], folder.Path, Databases.All).ShouldBe([endpoint]);
    }

    [Theory]
    [InlineData("postgres", "db?sslrootcert=ca.pem", "db?sslrootcert=./ca.pem", true)]
    [InlineData("postgres", "db?sslrootcert=ca.pem", "db?sslrootcert=other.pem", false)]
    [InlineData("postgres", "db?sslrootcert=ca.pem", "db2?sslrootcert=ca.pem", false)]
    public void IsSame_PathsOfOptions_AreTheSameWhereTheyNameOneFile(string database, string one, string other, bool isSame) =>
        StoredPaths.IsSame(database, one, other).ShouldBe(isSame);

    [Fact]
    public void Resume_FromAnotherFolder_FindsItsInput()
    {
        using var folder = new CommandFolder();
        File.WriteAllText(folder.File("a.csv"), "time,u\n2026-01-01T00:00:00Z,1\n2026-01-01T00:00:01Z,2\n");
        folder.Expect(ExitCode.Done, "--db=null", "--input=a.csv", "--records=20", "--sources=1", "--trials=2");
        Directory.CreateDirectory(folder.File("elsewhere"));

        var resumed = folder.RunIn("elsewhere", "run", "--resume", folder.Result, "--trials=3");

        resumed.ExitCode.ShouldBe((int)ExitCode.Done, resumed.ToString());
        folder.Trials.Count.ShouldBe(3);
    }

    /// <summary>Commas separate files, and may stand in the path of one.</summary>
    [Fact]
    public void Whole_DeploymentFileWithAComma_IsOneFile()
    {
        using var folder = new CommandFolder();
        File.WriteAllText(folder.File("a,b.yaml"), "");
        StoredPaths.Whole(["--cluster=a,b.yaml,c.yaml"], folder.Path, Databases.All)
            .ShouldBe([$"--cluster={folder.File("a,b.yaml")},{folder.File("c.yaml")}"]);
    }

    [Fact]
    public void VerifyAndResume_FromAnotherFolder_FindTheDatabaseFile()
    {
        using var folder = new CommandFolder();
        folder.Expect(ExitCode.Done, "--db=sqlite", "--endpoint=kept.db", "--keep", "--records=20", "--sources=1", "--trials=2");
        Directory.CreateDirectory(folder.File("elsewhere"));

        folder.RunIn("elsewhere", "verify", folder.Result).Output.ShouldContain("passed");
        folder.RunIn("elsewhere", "run", "--resume", folder.Result, "--trials=3").ExitCode.ShouldBe((int)ExitCode.Done);
        Directory.GetFiles(folder.File("elsewhere")).ShouldBeEmpty();
        folder.Trials.Count.ShouldBe(3);
    }

    /// <summary>Options that only a run has say nothing of what a database holds.</summary>
    [Fact]
    public void Verify_RunWithOptionsOfItsOwn_IgnoresThem()
    {
        using var folder = new CommandFolder();
        folder.Expect(
            ExitCode.Done, "--db=sqlite", "--records=100", "--sources=1", "--trials=2", "--keep", "--endpoint="
                + folder.File("kept.db"),
            "--allow-busy", "--fail-below=1", "--fail-above=bytes:1000000", "--quiet", "--name=n", "--out=results");
        folder.Expect(ExitCode.Done, "verify", folder.Result).Output.ShouldContain("passed");
    }

    [Fact]
    public void Verify_RunInPairs_IgnoresItsGate()
    {
        using var folder = new CommandFolder();
        folder.Run(
            "--db=sqlite", "--records=100", "--sources=1", "--trials=6", "--warmup=0", "--keep",
                "--endpoint=" + folder.File("kept.db"), "--batch=10,20", "--ab=batch", "--fail-slower=99");
        folder.Expect(ExitCode.Done, "verify", folder.Result).Output.ShouldContain("passed");
    }
}
