namespace DbIngest.Runner.Tests.Cli;

public class SecretTests
{
    /// <summary>
    /// To the null target an endpoint is a folder: even the path of one that looks like a connection string is not shown whole.
    /// </summary>
    [Fact]
    [Trait("Suite", "Slow")]
    public void Report_SecretsInEndpointAndEnvironment_ReachesNoFileAndNoOutput()
    {
        string[] secrets = ["s3cret-of-an-endpoint", "s3cret-of-cassandra", "s3cret-of-null"];
        using var folder = new CommandFolder()
            .With("DBINGEST_CASSANDRA_PASSWORD", secrets[1])
            .With("DBINGEST_NULL_PASSWORD", secrets[2]);
        var run = folder.Expect(ExitCode.Done,
            ["--db=null", $"--endpoint=null=Host=h;Password={secrets[0]}", "--verbose", .. CommandFolder.Small]);
        var report = folder.Expect(ExitCode.Done, "report", "--json", folder.Result);
        folder.Shell($"cp -r '{folder.Result}' twin").ExitCode.ShouldBe(0);
        var comparison = folder.Expect(ExitCode.Done, "compare", folder.Result, "twin", "--out=compared");

        string[] files = [folder.Result, folder.File("compared")];
        string[] texts =
        [
            .. files.SelectMany(one => Directory.EnumerateFiles(one, "*", SearchOption.AllDirectories)).Select(File.ReadAllText),
            run.ToString(), report.ToString(), comparison.ToString(),
        ];
        texts.Length.ShouldBeGreaterThan(12);
        foreach (string secret in secrets)
        {
            texts.ShouldAllBe(text => !text.Contains(secret, StringComparison.OrdinalIgnoreCase));
        }

        File.ReadAllText(Path.Combine(folder.Result, "report.html")).ShouldContain("Password=****");
    }

    [Theory]
    [InlineData("u:s3cret-one@127.0.0.1:1", "s3cret-one")]
    [InlineData("cassandra=u:s3cret-one@127.0.0.1:1", "s3cret-one")]
    [InlineData("127.0.0.1:1?password=s3cret-one", "s3cret-one")]
    public void Run_EndpointThatIsRefused_IsNotRepeatedWithItsPassword(string endpoint, string secret)
    {
        using var folder = new CommandFolder();
        folder.Expect(ExitCode.BadArguments, "--db=cassandra", $"--endpoint={endpoint}").ToString().ShouldNotContain(secret);
    }

    /// <summary>
    /// Whoever has the same account can read a process's environment: passwords reach source processes over a pipe.
    /// </summary>
    [Fact]
    [Needs("linux")]
    public void Run_SourceProcesses_DoNotInheritPasswords()
    {
        using var folder = new CommandFolder().With("DBINGEST_POSTGRES_PASSWORD", "s3cret-inherited");
        using var command = folder.Start("--db=null", "--sources=1+1", "--records=1G", "--duration=60", "--trials=1");
        int worker = 0;
        Poll.Until(
            () =>
            {
                worker = ChildProcesses.Of(command.Id)
                    .FirstOrDefault(child => CommandLine(child).Contains("worker", StringComparison.Ordinal));
                return worker != 0 || command.HasExited;
            },
            TimeSpan.FromMinutes(2));
        string environment = File.ReadAllText($"/proc/{worker}/environ");
        command.Signal("INT");
        command.Wait();

        environment.ShouldContain("PATH=");
        environment.ShouldNotContain("s3cret-inherited");
    }

    private static string CommandLine(int process)
    {
        try
        {
            return File.ReadAllText($"/proc/{process}/cmdline");
        }
        catch (IOException)
        {
            return string.Empty;
        }
    }
}
