using System.Text.Json.Nodes;
using DbIngest.Abstractions.Records;
using DbIngest.Core.Results;
using DbIngest.Core.Sweeps;

namespace DbIngest.Runner.Tests.Cli;

public sealed class ResumeTests(ResumeTests.Sweeps sweeps) : IClassFixture<ResumeTests.Sweeps>
{
    private static readonly string[] Sweep = ["--records=2000,4000", "--sources=4", "--batch=200", "--trials=5", "--warmup=1"];

    [Theory]
    [Trait("Suite", "Slow")]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(3)]
    public void Resume_AfterKillsAtRandomInstants_YieldsTheSameTotals(int seed)
    {
        using var folder = new CommandFolder();
        var random = new SplitMix64((ulong)seed);
        int kills = 0;
        for (int i = 0; i < 4; i++)
        {
            using var command = folder.HasResult ? folder.Start("--resume", folder.Result) : folder.Start(Sweep);
            Thread.Sleep(300 + random.NextBelow(2500));
            kills += command.HasExited ? 0 : 1;
            command.Signal("KILL");
            command.Wait();
        }

        // A kill between the making of a work folder and its lock leaves one that may be a living run's until it is old.
        foreach (string left in WorkFolders(folder).Where(left => !File.Exists(Path.Combine(left, ".lock"))))
        {
            Directory.SetLastWriteTimeUtc(left, DateTime.UtcNow.AddMinutes(-1));
        }

        folder.Expect(ExitCode.Done, folder.HasResult ? ["--resume", folder.Result] : Sweep);

        Totals(folder).ShouldBe(Totals(sweeps.OfSqlite.Folder), ignoreOrder: true);
        folder.Trials.Select(t => t.Id).ShouldBeUnique();
        int begun = File.ReadLines(Path.Combine(folder.Result, "run.log"))
            .Count(l => l.Contains(" DBG Trial ", StringComparison.Ordinal));
        begun.ShouldBeLessThanOrEqualTo(folder.Trials.Count + kills, "each kill repeats at most one trial");
        WorkFolders(folder).Select(left => $"{left}: {string.Join(' ', Directory.EnumerateFiles(left))}")
            .ShouldBeEmpty("work folders of killed runs are removed");
    }

    [Fact]
    public void Run_ResumeWithMoreTrials_ExtendsAFinishedSweep()
    {
        using var folder = new CommandFolder();
        folder.Expect(ExitCode.Done, ["--db", "null", .. CommandFolder.Small]);
        var before = folder.Trials;

        folder.Expect(ExitCode.Done, "run", "--resume", folder.Result, "--trials", "5");

        folder.Trials.Take(before.Count).Select(t => t.Id).ShouldBe(before.Select(t => t.Id), "what was there stays");
        folder.Trials.Count.ShouldBe(10);
        folder.Trials.Skip(before.Count).ShouldAllBe(t => t.Trial > 3 && !t.WarmUp);
        folder.Expect(ExitCode.Done, "run", "--resume", folder.Result);
        folder.Trials.Count.ShouldBe(10, "it is finished");
        folder.Expect(ExitCode.BadArguments, "run", "--resume", folder.Result, "--trials", "4").ToString()
            .ShouldContain("--trials is 4, and was 5");
    }

    /// <summary>The points of before are complete, and still the command has not done what it was told.</summary>
    [Fact]
    public void Run_ResultCannotBeWritten_IsNoSuccess()
    {
        using var folder = new CommandFolder();
        folder.Expect(ExitCode.Done, ["--db", "null", .. CommandFolder.Small]);
        string At(string name) => Path.Combine(folder.Result, name);

        using (new FileStream(At("trials.jsonl.lock"), FileMode.Create, FileAccess.ReadWrite, FileShare.None))
        {
            folder.Expect(ExitCode.PointsMissing, "run", "--resume", folder.Result, "--trials", "5").Error
                .ShouldContain("trials.jsonl: cannot be opened for writing");
        }

        File.Move(At("summary.csv"), At("kept"));
        Directory.CreateDirectory(At("summary.csv"));
        folder.Expect(ExitCode.PointsMissing, "run", "--resume", folder.Result).Error
            .ShouldContain("the summary files cannot be written");
    }

    /// <summary>
    /// The default of warm-up trials depends on the trials; that of the first ones goes on, also when measured again.
    /// </summary>
    [Fact]
    public void Again_ExtendedSweep_HasItsTrialsAndItsWarmUp()
    {
        using var folder = new CommandFolder();
        folder.Expect(ExitCode.Done, "--db=null", "--records=500", "--sources=1", "--trials=2");
        folder.Expect(ExitCode.Done, "--resume", folder.Result, "--trials=6");
        string extended = folder.Result;

        folder.Expect(ExitCode.Done, "--again", extended, "--out=more").Error
            .ShouldContain("6 trials (1 warm-up)");
    }

    [Fact]
    public void Again_StoredOptionThatFitsNoMore_IsNamedWithItsOrigin()
    {
        using var folder = sweeps.OfNull.Copy();
        folder.Expect(ExitCode.BadArguments, "--again", folder.Result, "--trials=1").Error.ShouldContain(
            $"from 0 to 0; give one. {folder.Result} holds --warmup=1; give --warmup again to replace it.");
        folder.Expect(ExitCode.BadArguments, "--again", folder.Result, "--trials=1", "--warmup=1").Error
            .ShouldNotContain("holds");
    }

    /// <summary>Who repeats an extended sweep by the command in its report must get as many trials.</summary>
    [Fact]
    public void Report_ExtendedSweep_StatesTheCommandWithTheTrialsThatItHas()
    {
        using var folder = new CommandFolder();
        folder.Expect(ExitCode.Done, "--db=null", "--records=20", "--sources=1", "--warmup=0", "--trials=2");
        folder.Expect(ExitCode.Done, "--resume", folder.Result, "--trials=3");

        string page = File.ReadAllText(Path.Combine(folder.Result, "report.md"));
        page.ShouldContain(" --records=20 --sources=1 --warmup=0 --trials=3");
        page.ShouldNotContain("--trials=2");
    }

    [Fact]
    public void Again_KeptTrials_AreKeptIfAskedAgain()
    {
        using var folder = new CommandFolder();
        folder.Expect(ExitCode.Done, "--db=sqlite", "--endpoint=kept.db", "--keep", "--records=20", "--sources=1", "--warmup=0",
            "--trials=1");

        folder.Expect(ExitCode.Done, "--again", folder.Result, "--out=more");
        folder.Expect(ExitCode.Done, "--again", folder.Result, "--out=kept", "--keep");

        ArgumentsIn("more").ShouldNotContain("--keep");
        ArgumentsIn("kept").ShouldContain("--keep");

        IReadOnlyList<string> ArgumentsIn(string root) => ResultFolder.Open(Directory.GetDirectories(folder.File(root))
            .ShouldHaveSingleItem()).ReadManifest().Arguments;
    }

    /// <summary>
    /// The null target varies by more than 0.1 %: the most trials come first. What is then asked for anew goes on.
    /// </summary>
    [Fact]
    public void Resume_UntilPrecise_GoesOnWithMoreTrialsOrANarrowerInterval()
    {
        using var folder = new CommandFolder();
        string[] sweep = ["--db=null", "--records=300k", "--sources=2", "--warmup=1", "--trials=2", "--precision=0.1%",
            "--max-trials=12", "--verbose"];
        var result = folder.Expect(ExitCode.Done, sweep);
        result.ToString().ShouldContain("12 trials are the most (--max-trials)");
        folder.Trials.Count.ShouldBe(12);

        folder.Expect(ExitCode.BadArguments, "run", "--resume", folder.Result, "--precision=40%").ToString()
            .ShouldContain("--precision is 40%, and was 0.1%");
        folder.Expect(ExitCode.Done, "run", "--resume", folder.Result, "--max-trials=14");
        folder.Trials.Count.ShouldBe(14);
        folder.Expect(ExitCode.Done, "run", "--resume", folder.Result);
        folder.Trials.Count.ShouldBe(14, "it is finished");
    }

    [Fact]
    public void Run_FixedTrials_AreGoneOnWithUntilPrecise()
    {
        using var folder = new CommandFolder();
        folder.Expect(ExitCode.Done, "--db=null", "--records=20k", "--sources=2", "--warmup=1", "--trials=2");
        var result = folder.Expect(ExitCode.Done, "run", "--resume", folder.Result, "--precision=50%", "--max-trials=60");
        folder.Trials.Count.ShouldBeInRange(11, 60);
        result.ToString().ShouldContain("1 point x 2 trials (1 warm-up), and up to 60 until +-50%");
    }

    /// <summary>The user cannot take back --keep, which stands in the manifest.</summary>
    [Fact]
    public void Run_KeptTrials_AreGoneOnWithUntilPreciseAndNotKept()
    {
        using var folder = new CommandFolder();
        folder.Expect(ExitCode.Done, "--db=sqlite", "--endpoint=kept.db", "--keep", "--records=20", "--sources=1", "--warmup=1",
            "--trials=2");

        folder.Expect(ExitCode.Done, "run", "--resume", folder.Result, "--precision=50%", "--max-trials=12").Error
            .ShouldContain("--keep of the stored run does not hold");

        folder.Trials.Count.ShouldBeInRange(11, 12);
        folder.Expect(ExitCode.BadArguments, "verify", folder.Result).Error.ShouldContain("was extended by --precision");
    }

    [Theory]
    [InlineData("--max-trials=20", "--max-trials: it is the most that --precision may take")]
    [InlineData("--precision=0", "--precision: '0' is not a number from 0.1 to 50")]
    [InlineData("--precision=2% --max-trials=12", "--max-trials: '12' is not a whole number from 13")]
    [InlineData("--precision=2% --keep --db=postgres --endpoint=h", "--keep: with --precision no trial is known to be the last")]
    public void Run_PrecisionThatCannotBe_IsRefused(string arguments, string remedy)
    {
        using var folder = new CommandFolder();
        folder.Expect(ExitCode.BadArguments, arguments.Split(' ')).ToString().ShouldContain(remedy);
    }

    [Fact]
    public void Run_Pairs_ComparesThemAtTheEndAndInReports()
    {
        using var folder = new CommandFolder();
        var result = folder.Expect(ExitCode.Done, "--db=null", "--records=20k", "--sources=2", "--warmup=1", "--trials=3",
            "--side=a,b", "--ab=side");
        result.Output.ShouldContain("A = side a, B = side b");
        result.Output.ShouldContain("Trials ran in pairs");
        File.Exists(Path.Combine(folder.Result, "compare.html")).ShouldBeTrue();
        folder.Trials.Chunk(2).ShouldAllBe(pair => pair[0].Trial == pair[1].Trial, "neighbours");
        var drawn = ResultFolder.Open(folder.Result).ReadManifest().Configuration;
        drawn.OrderSeed.ShouldNotBeNull("the order is drawn anew in each run");

        folder.Expect(ExitCode.Done, "run", "--resume", folder.Result, "--trials=5");
        folder.Trials.Count.ShouldBe(10);
        folder.Trials.Select(trial => trial.Id)
            .ShouldBe(Schedule.Of(drawn.ExtendedTo(5)).Select(trial => trial.Id), "a resumed sweep keeps its draw");
        folder.Expect(ExitCode.Done, "report", folder.Result).Output.ShouldContain("A = side a, B = side b");
    }

    [Theory]
    [InlineData("--ab=bach", "--ab: 'bach' is no axis; did you mean batch?")]
    [InlineData("--ab=batch", "--ab: two values are compared, and --batch has 1; give it two")]
    [InlineData("--ab=batch --batch=1,2 --precision=2%", "leave --precision out")]
    [InlineData("--ab=batch --batch=1,2 --order=rising", "leave --order out")]
    [InlineData("--fail-slower=5", "--fail-slower: nothing is compared; name the axis by --ab")]
    [InlineData("--db=null --sources=1 --ab=batch --batch=1,2 --records=10,20 --trials=6 --warmup=0 --fail-slower=5",
        "--fail-slower: 6 pairs cannot show a loss at 2 points; at least 7 pairs can; give more --trials, or leave it out")]
    public void Run_PairsThatCannotBe_AreRefused(string arguments, string remedy)
    {
        using var folder = new CommandFolder();
        folder.Expect(ExitCode.BadArguments, arguments.Split(' ')).ToString().ShouldContain(remedy);
    }

    [Fact]
    public void Resume_TornLastLine_IsDroppedAndMeasuredAgain()
    {
        using var folder = sweeps.OfNull.Copy();
        string journal = Path.Combine(folder.Result, "trials.jsonl");
        byte[] bytes = File.ReadAllBytes(journal);
        File.WriteAllBytes(journal, bytes[..^100]);
        File.Delete(Path.Combine(folder.Result, "summary.json"));

        folder.Expect(ExitCode.Done, "--resume", folder.Result);
        folder.Trials.Count.ShouldBe(10);
        folder.Trials.Select(t => t.Id).ShouldBeUnique();
    }

    [Fact]
    public void Resume_FinishedSweep_RunsNothing()
    {
        using var folder = sweeps.OfNull.Copy();
        byte[] journal = File.ReadAllBytes(Path.Combine(folder.Result, "trials.jsonl"));
        folder.Expect(ExitCode.Done, "--resume", folder.Result, "--trials=5");
        File.ReadAllBytes(Path.Combine(folder.Result, "trials.jsonl")).ShouldBe(journal);
    }

    [Fact]
    [Needs("postgres")]
    public void Resume_FinishedSweep_NeedsNoServer()
    {
        using var folder = new CommandFolder().With("DBINGEST_POSTGRES_PASSWORD", Server.Password);
        using (var server = Server.Start())
        {
            folder.Expect(ExitCode.Done, ["--db=postgres", .. CommandFolder.Small, "--endpoint", server.Endpoint]);
        }

        File.Delete(Path.Combine(folder.Result, "report.html"));
        var result = folder.Expect(ExitCode.Done, "--resume", folder.Result);

        result.ToString().ShouldContain("nothing is left to measure");
        result.ToString().ShouldContain("records/s");
        File.Exists(Path.Combine(folder.Result, "report.html")).ShouldBeTrue();
        folder.Expect(ExitCode.Unreachable, "--resume", folder.Result, "--trials=4");
    }

    [Theory]
    [InlineData("--trials=4", "--trials is 4, and was 5")]
    [InlineData("--trials=1", "--trials is 1, and was 5")]
    [InlineData("--records=2000", "--records is 2000, and was 2000,4000")]
    [InlineData("--seed=7", "--seed is 7, and was 20150331")]
    [InlineData("--db=sqlite", "--db is sqlite, and was null")]
    [InlineData("--out=other", "a resumed sweep keeps its folder")]
    public void Resume_ChangedOption_IsRefusedByName(string option, string difference)
    {
        using var folder = sweeps.OfNull.Copy();
        folder.Expect(ExitCode.BadArguments, "--resume", folder.Result, option).Error.ShouldContain(difference);
    }

    [Fact]
    public void Resume_ChangedEnvironment_IsRefusedByName()
    {
        using var folder = sweeps.OfNull.Copy();
        string manifest = Path.Combine(folder.Result, "manifest.json");
        string text = File.ReadAllText(manifest);
        var stored = ResultFolder.Open(folder.Result).ReadManifest();
        File.WriteAllText(manifest,
            text.Replace($"\"cores\": {stored.Environment.Cores}", "\"cores\": 4096", StringComparison.Ordinal));
        folder.Expect(ExitCode.BadArguments, "--resume", folder.Result, "--trials=6").Error
            .ShouldContain($"the number of cores is {stored.Environment.Cores}, and was 4096");
    }

    /// <summary>Control data of an earlier version had no key with a mix.</summary>
    [Fact]
    [Needs("postgres")]
    public void Resume_ControlDataOfAnotherShape_IsRefused()
    {
        using var folder = new CommandFolder();
        folder.Expect(ExitCode.Done, "--db=sqlite+postgres", "--mix=read=1", "--records=200", "--sources=1", "--batch=100",
            "--trials=1", "--warmup=0");
        folder.Expect(ExitCode.Done, "--resume", folder.Result, "--trials=2");
        string file = Path.Combine(folder.Result, "manifest.json");
        var manifest = JsonNode.Parse(File.ReadAllText(file))!;
        manifest["targets"]![0]!["settings"]!.AsObject().Remove("table_key").ShouldBeTrue();
        File.WriteAllText(file, manifest.ToJsonString());

        folder.Expect(ExitCode.BadArguments, "--resume", folder.Result, "--trials=3").Error
            .ShouldContain("the setting table_key is unique on source and sequence of control data");
    }

    private static IEnumerable<string> WorkFolders(CommandFolder folder) =>
        Directory.GetDirectories(folder.File("results"), "dbingest-work-*");

    private static IEnumerable<string> Totals(CommandFolder folder) => folder.Trials.Select(t =>
        $"{t.Point.Key} {t.Trial} {t.Position} {t.WarmUp} {t.Status} {t.AcknowledgedRecords} "
        + $"{string.Join(' ', t.Audit!.Sources.Select(s => s.ChecksumStored))}");

    /// <summary>What the tests start from.</summary>
    public sealed class Sweeps : IDisposable
    {
        internal FinishedSweep OfNull { get; } = new(["--db=null", .. Sweep]);

        internal FinishedSweep OfSqlite { get; } = new(Sweep);

        public void Dispose()
        {
            OfNull.Dispose();
            OfSqlite.Dispose();
        }
    }
}
