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
    [InlineData("cluster check nowhere.yaml", "clusters/examples has some.")]
    [InlineData("help nonsense", "there is no such verb or topic; there is help on run")]
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

    [Theory]
    [InlineData("--resume nowhere --out a --name b --quiet --verbose", "--out", "--name", "--quiet")]
    [InlineData("advise nowhere --records 5 --trials 2", "--records", "--trials")]
    public void BadArguments_AreAllNamed(string arguments, params string[] options)
    {
        using var folder = new CommandFolder();
        string error = folder.Expect(ExitCode.BadArguments, arguments.Split(' ')).Error;
        options.ShouldAllBe(option => error.Contains(option + ": ", StringComparison.Ordinal), error);
    }

    [Fact]
    public void Input_EmptyFileOrMisspeltOption_IsNamedWithTheRemedy()
    {
        using var folder = new CommandFolder();
        File.WriteAllText(folder.File("empty.csv"), string.Empty);
        File.WriteAllText(folder.File("two.csv"), "a;b\n1;2\n");

        folder.Expect(ExitCode.BadArguments, "--input", "empty.csv").Error
            .ShouldContain("empty.csv: the file is empty; name one that holds records.");
        folder.Expect(ExitCode.BadArguments, "--input", "two.csv", "--input-options", "delimeter=;").Error
            .ShouldContain("Input option delimeter is not known to the format csv; did you mean delimiter?");
    }

    [Theory]
    [InlineData("postgres", "127.0.0.1:1", "start the server there, or correct host and port in --endpoint")]
    [InlineData("cassandra", "127.0.0.1:1", "start the server there, or correct host and port in --endpoint")]
    [InlineData("postgres", "no-such-host.invalid", "correct the host in --endpoint, or add its name to DNS or /etc/hosts")]
    [InlineData("questdb", "http://no-such-host.invalid", "correct the host in --endpoint, or add its name to DNS or /etc/hosts")]
    public void Endpoint_ThatNoConnectionReaches_HasOneReasonAndARemedy(string database, string endpoint, string remedy)
    {
        using var folder = new CommandFolder();
        string said = folder.Expect(ExitCode.Unreachable, "--db", database, "--endpoint", endpoint).Error;

        said.ShouldContain($"(remedy: {remedy})");
        string[] reasons = ["Connection refused", "not known", "failure in name resolution"];
        reasons.Sum(reason => said.Split(reason).Length - 1).ShouldBe(1, said);
    }

    [Fact]
    public void Help_IsOutputAndExitCode0()
    {
        using var folder = new CommandFolder();
        folder.Expect(ExitCode.Done, "--help").Output.ShouldContain("compare");
        folder.Expect(ExitCode.Done, "--version").Output.ShouldStartWith("dbingest 1.");
    }
}
