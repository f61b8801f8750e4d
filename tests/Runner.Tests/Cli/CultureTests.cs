namespace DbIngest.Runner.Tests.Cli;

/// <summary>What the program writes depends neither on the machine's language nor on whether it has ICU.</summary>
public sealed class CultureTests(CultureTests.Sweep sweep) : IClassFixture<CultureTests.Sweep>
{
    private const string Invariant = "DOTNET_SYSTEM_GLOBALIZATION_INVARIANT";

    // Turkish has other capitals (i, I), German other numbers and another order of words.
    [Theory]
    [Trait("Suite", "Slow")]
    [InlineData("LANG=de_DE.UTF-8")]
    [InlineData("LC_ALL=tr_TR.UTF-8")]
    public void Report_AnotherLanguage_WritesTheSameFiles(string language)
    {
        var plain = sweep.Plain;
        var other = Written(sweep.Folder, language);

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

    /// <summary>What the program says and writes with an environment variable, in the same folder each time.</summary>
    private static SortedDictionary<string, string> Written(CommandFolder folder, string variable)
    {
        CommandResult Run(params string[] arguments)
        {
            using var command = folder.StartWords(["env", variable, CommandFolder.Program, .. arguments]);
            var result = command.Wait();
            result.ExitCode.ShouldBe((int)ExitCode.Done, result.ToString());
            return result;
        }

        var said = Run("report", folder.Result, "--reproduce=study1");
        var written = new SortedDictionary<string, string>(StringComparer.Ordinal)
        {
            ["report: output"] = said.Output,
            ["report: errors"] = said.Error,
            ["--help"] = Run("--help").Output,
            ["targets"] = Run("targets", "--json", "--db=null,sqlite").Output,
        };
        foreach (string file in Directory.EnumerateFiles(folder.Result, "*", SearchOption.AllDirectories))
        {
            written[file] = File.ReadAllText(file);
        }

        return written;
    }

    /// <summary>A result of two databases, to report, and what is written of it where no language has a say.</summary>
    public sealed class Sweep : IDisposable
    {
        private readonly Lazy<SortedDictionary<string, string>> _plain;

        public Sweep() => _plain = new(() =>
        {
            Folder.Expect(ExitCode.Done, ["--db=null,sqlite", .. CommandFolder.Small]);
            return Written(Folder, $"{Invariant}=1");
        });

        internal CommandFolder Folder { get; } = new();

        internal SortedDictionary<string, string> Plain => _plain.Value;

        public void Dispose() => Folder.Dispose();
    }
}
