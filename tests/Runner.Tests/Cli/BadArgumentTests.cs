namespace DbIngest.Runner.Tests.Cli;

public class BadArgumentTests
{
    [Theory]
    [InlineData("--recrods 5", "did you mean --records?")]
    [InlineData("fly", "not a verb")]
    [InlineData("--trials 0", "--trials")]
    [InlineData("--resume nowhere", "not a result folder")]
    [InlineData("report nowhere", "not a result folder")]
    [InlineData("report", "no result folder is given")]
    [InlineData("compare a", "two result folders")]
    [InlineData("compare a b --threshold 100", "--threshold")]
    [InlineData("verify", "describe 4 points")]
    [InlineData("--quiet --verbose", "--quiet")]
    [InlineData("--name ../up", "--name")]
    [InlineData("--db null --side a,=cmd|x", "--side: '=cmd|x' is not a name of 1 to 60 letters")]
    [InlineData("--input nowhere.csv", "nowhere.csv")]
    [InlineData("--db sqlite --endpoint /", "--endpoint")]
    [InlineData("--out /proc/nowhere", "--out")]
#if !OFFICIAL_DRIVERS
    [InlineData("--db cassandra --client wire,driver", "dotnet run --project Runner -p:OfficialDrivers=true -- ")]
    [InlineData("--db sqlite,cassandra --client Driver", "--client: 'driver' for cassandra")]
#endif
    [InlineData("--work-folder /proc/nowhere", "--work-folder")]
    public void BadArgument_IsOneLineAndExitCode2(string arguments, string said)
    {
        using var folder = new CommandFolder();
        var result = folder.Expect(ExitCode.BadArguments, arguments.Split(' '));
        result.Output.ShouldBeEmpty();
        result.Error.Trim().ShouldContain(said);
        result.Error.Trim().ShouldNotContain("\n");
        Directory.Exists(folder.File("results/2*")).ShouldBeFalse();
    }

    [Fact]
    public void Help_IsOutputAndExitCode0()
    {
        using var folder = new CommandFolder();
        folder.Expect(ExitCode.Done, "--help").Output.ShouldContain("compare");
        folder.Expect(ExitCode.Done, "--version").Output.ShouldStartWith("dbingest 1.");
    }
}
