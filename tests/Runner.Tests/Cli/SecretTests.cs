namespace DbIngest.Runner.Tests.Cli;

public class SecretTests
{
    /// <summary>To the null target an endpoint is a folder: even the path of one that looks like a connection string is not shown whole.</summary>
    [Fact]
    public void Report_SecretsInEndpointAndEnvironment_ReachesNoFileAndNoOutput()
    {
        string[] secrets = ["s3cret-of-an-endpoint", "s3cret-of-cassandra", "s3cret-of-null"];
        using var folder = new CommandFolder()
            .With("DBINGEST_CASSANDRA_PASSWORD", secrets[1])
            .With("DBINGEST_NULL_PASSWORD", secrets[2]);
        var run = folder.Expect(ExitCode.Done, ["--db=null", $"--endpoint=null=Host=h;Password={secrets[0]}", "--verbose", .. CommandFolder.Small]);
        var report = folder.Expect(ExitCode.Done, "report", "--json", folder.Result);
        var comparison = folder.Expect(ExitCode.Done, "compare", folder.Result, folder.Result, "--out=compared");

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
}
