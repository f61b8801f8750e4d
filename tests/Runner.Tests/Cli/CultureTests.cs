namespace DbIngest.Runner.Tests.Cli;

/// <summary>What the program writes depends neither on the machine's language nor on whether it has ICU.</summary>
public sealed class CultureTests(CultureTests.Sweep sweep) : IClassFixture<CultureTests.Sweep>
{
    private const string Invariant = "DOTNET_SYSTEM_GLOBALIZATION_INVARIANT";

    // Turkish has other capitals (i, I), German other numbers and another order of words.
    [Theory]
    [InlineData("LANG", "de_DE.UTF-8")]
    [InlineData("LC_ALL", "tr_TR.UTF-8")]
    public void Report_AnotherLanguage_WritesTheSameFiles(string variable, string value)
    {
        using var folder = sweep.Finished.Copy().With(variable, value);
        var other = Written(folder);
        var plain = Written(folder.With(Invariant, "1"));

        other.Count.ShouldBeGreaterThan(10);
        other.Keys.ShouldBe(plain.Keys);
        plain.Where(file => file.Value != other[file.Key]).Select(file => file.Key).ShouldBeEmpty();
    }

    [Fact]
    [Needs("mount")]
    public void Run_WithoutIcu_MeasuresAndNamesTheDriversRemedy()
    {
        using var folder = new CommandFolder();
        const string Hide = "find /usr/lib -name 'libicu*.so*' -type f -exec mount --bind /dev/null {} ';'";
        string run = $"unshare --mount sh -c \"{Hide}; exec {CommandFolder.Program} --trials=1 --warmup=0 --records=500";

        folder.Shell($"{run} --db=null --sources=1+1\"").ExitCode.ShouldBe((int)ExitCode.Done);
        var driver = folder.Shell($"{run} --db=sqlserver --endpoint=127.0.0.1,1\"");

        driver.ExitCode.ShouldBe((int)ExitCode.Unreachable, driver.ToString());
        driver.Error.ShouldContain("install libicu");
    }

    private static SortedDictionary<string, string> Written(CommandFolder folder)
    {
        var said = folder.Expect(ExitCode.Done, "report", folder.Result, "--reproduce=study1");
        var written = new SortedDictionary<string, string>(StringComparer.Ordinal)
        {
            ["report: output"] = said.Output,
            ["report: errors"] = said.Error,
            ["--help"] = folder.Expect(ExitCode.Done, "--help").Output,
            ["targets"] = folder.Expect(ExitCode.Done, "targets", "--json", "--db=null,sqlite").Output,
        };
        foreach (string file in Directory.EnumerateFiles(folder.Result, "*", SearchOption.AllDirectories))
        {
            written[file] = File.ReadAllText(file);
        }

        return written;
    }

    /// <summary>A result of two databases, to report.</summary>
    public sealed class Sweep : IDisposable
    {
        internal FinishedSweep Finished { get; } = new(["--db=null,sqlite", .. CommandFolder.Small]);

        public void Dispose() => Finished.Dispose();
    }
}
