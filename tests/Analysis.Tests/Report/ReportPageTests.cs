using System.Text.RegularExpressions;
using DbIngest.Analysis.Figures;
using DbIngest.Analysis.Report;
using DbIngest.Analysis.Summary;
using DbIngest.Analysis.Tests.Fakes;
using DbIngest.Core.Results;
using DbIngest.Core.Searches;

namespace DbIngest.Analysis.Tests.Report;

public partial class ReportPageTests
{
    private const string Hostile =
        "</title></style><script>alert('x')</script><img src=x onerror=alert(1)>\"'|`[a](javascript:b)\u202E\0";

    [Fact]
    public void Write_FixedSweep_PageIsLocked()
    {
        using var folder = new TemporaryFolder();
        ReportFiles.Write(folder.Path, [Reported.Of(Reported.Sweep)]);
        Repository.ShouldBeLocked("report.html", File.ReadAllText(Path.Combine(folder.Path, ReportFiles.Html)));
        Repository.ShouldBeLocked("report.md", File.ReadAllText(Path.Combine(folder.Path, ReportFiles.Markdown)));
        Directory.GetFiles(Path.Combine(folder.Path, "figures"))
            .ShouldAllBe(file => file.EndsWith(".svg", StringComparison.Ordinal));
    }

    /// <summary>The newer result is named first, and is of another machine.</summary>
    [Fact]
    public void Of_TwoResults_SaysWhenTheFirstBeganAndOnWhat()
    {
        var older = Reported.Of(new FakeSweep());
        var newer = Reported.Of(new FakeSweep { Environment = machine => machine with { Processor = "q" } },
            manifest => manifest with { Name = "newer", StartedUtc = manifest.StartedUtc.AddDays(3) });
        ReportPage.Of([newer, older], []).ShouldContain("begun 2 January 2026, 03:04 UTC and later on q and p</p>");
    }

    /// <summary>Two sweeps have one name and one database: only their folders tell the figures apart.</summary>
    [Fact]
    public void Of_SearchesOfTwoResults_SayWhichResultTheyAreOf()
    {
        var sweep = new FakeSweep();
        StoredResult Of(string folder, double rate) => Reported.Of(sweep) with
        {
            Folder = folder,
            Summary = sweep.With(FakeSearch.Of(sweep.Points[0], SearchEnd.Found, rate, rate - 20, rate + 20)),
        };
        StoredResult[] results = [Of("old", 500), Of("new", 600)];
        string page = ReportPage.Of(results, []);
        string markdown = ReportMarkdown.Of(results, []);
        foreach (string folder in (string[])["old", "new"])
        {
            AnswerLine.Of(results).ShouldContain($"{folder}: sqlite holds ");
            string.Join('\n', AnswerSentences.Of(results)).ShouldContain($"{folder}: sqlite holds ");
            page.ShouldContain($"<h3>{folder}: Sustainable rate: ");
            markdown.ShouldContain($"**{folder}: Sustainable rate: ");
            markdown.ShouldContain($"**{folder}: client driver");
        }
    }

    [Fact]
    public void Of_HostileValuesEverywhere_BecomeNoMarkup()
    {
        string page = Page(HostileResult());
        string clean = Page(Reported.Of(new FakeSweep { Target = target => target with { LicenceNotice = "Ask." } }));
        page.ShouldContain("&lt;script&gt;alert(");
        ElementNames(page).ShouldBe(ElementNames(clean), ignoreOrder: true, "no element comes from outside");
        Elements().Matches(page).ShouldAllBe(match => !match.Value.Contains("onerror=\"", StringComparison.Ordinal));
        page.ShouldNotContain("\u202E");
        page.ShouldNotContain("\0");
    }

    [Fact]
    public void Markdown_HostileValuesEverywhere_BecomeNoMarkup()
    {
        var result = HostileResult();
        string text = ReportMarkdown.Of([result], FigureCatalog.Of([result]));
        OutsideFences(text).ShouldNotContain("<script>");
        OutsideFences(text).ShouldNotContain("[a](javascript:b)");
    }

    [Fact]
    public void Of_AnyPage_LoadsNothingAndHasAStrictPolicy()
    {
        string page = Page(Reported.Of(Reported.Sweep));
        page.ShouldContain("default-src &#39;none&#39;");
        page.ShouldNotContain("unsafe");
        page.ShouldNotContain("http:");
        page.ShouldNotContain("https:");
        page.ShouldNotContain(" style=");
        page.Split("<script").Length.ShouldBe(2, "one script");
        page.ShouldNotContain(" src=");
        page.Split(" href=\"").Skip(1).ShouldAllBe(rest => rest.StartsWith('#'));
    }

    [Fact]
    public void Of_LicenceNotice_IsShownOnTopAndInMarkdown()
    {
        var result = Reported.Of(new FakeSweep { Target = target => target with { LicenceNotice = "Ask the vendor first." } });
        Page(result).ShouldContain("<strong>Before publishing: </strong>sqlite: Ask the vendor first.");
        ReportMarkdown.Of([result], []).ShouldContain("> **Before publishing:** sqlite: Ask the vendor first.");
    }

    [Fact]
    public void Of_DifferingSettings_AreMarkedAndEqualOnesNot()
    {
        var side = SettingsTables.Databases([Reported.Of(Reported.Sweep)]);
        string[] marked = [.. side.Table.Rows.Where((_, i) => side.Differs[i]).Select(row => row[0])];
        marked.ShouldContain("≠ fsync");
        marked.ShouldContain("≠ data model");
        marked.ShouldNotContain("≠ cache");
        side.Table.Rows.ShouldContain(row => row[0] == "cache");
    }

    /// <summary>The configured trials are the fewest of a point.</summary>
    [Fact]
    public void Of_SweepWithPrecision_SaysHowManyTrialsAPointMayHave() =>
        SettingsTables.Sweeps([Reported.Of(new FakeSweep(), manifest => manifest with
        {
            Configuration = manifest.Configuration with { Precision = 0.02, MaxTrials = 100 },
        })]).Table.Rows.Single(row => row[0] == "trials a point")[1]
            .ShouldBe("13, of which 3 warm-up, and up to 100 until +-2%");

    [Fact]
    public void Of_TargetsThatDifferInTheirNodesAlone_HaveDifferentHeadings()
    {
        var sweep = new FakeSweep
        {
            Databases = ["cassandra"],
            At = point => point with { RecordsPerSource = 50_000, Nodes = point.RecordsPerSource == 50_000 ? null : 3 },
        };
        var result = Reported.Of(sweep, manifest => manifest with
        {
            Targets = [manifest.Targets[0], manifest.Targets[0] with { Nodes = 3 }],
        });
        SettingsTables.Databases([result]).Table.Headers.Skip(1)
            .ShouldBe(["cassandra driver full 1 node", "cassandra driver full 3 nodes"]);
    }

    [Fact]
    public void Of_Reproduction_HasCommitAndCommand()
    {
        var how = RerunCommands.Of(Reported.Of(
            new FakeSweep { Environment = environment => environment with { Commit = "abc.dirty" } },
            manifest => manifest with { CommandLine = "dbingest run --endpoint '****'" }).Manifest);
        how.Lines.ShouldBe(["git checkout abc", "dotnet run --project Runner -- run --endpoint '****'"]);
        how.Remarks.Take(3).ShouldBe([
            "Seed 1 decides the order of the trials and all synthetic data.",
            "The program was built from a tree with uncommitted changes: the commit alone does not reproduce it.",
            "**** stands for a secret, which is not stored."]);
    }

    [Fact]
    public void Of_ReproductionOfABuildOutsideOfARepository_NamesNoCommit()
    {
        var how = RerunCommands.Of(Reported.Of(
            new FakeSweep { Environment = environment => environment with { Commit = "unknown", ToolVersion = "1.0.0" } },
            manifest => manifest with { CommandLine = "dbingest run" }).Manifest);
        how.Lines.ShouldBe(["dotnet run --project Runner -- run"]);
        how.Remarks.ShouldContain(
            "The commit of the program is not known: version 1.0.0 was built outside of a repository.");
    }

    [Fact]
    public void Of_ReproductionWithAVendorsDriver_BuildsItInAndNamesTheServersHome()
    {
        var how = RerunCommands.Of(Reported.Of(
            new FakeSweep
            {
                Databases = ["cassandra"],
                Target = target => target with
                {
                    ServerVersion = "Apache Cassandra 5.0.6",
                    DriverVersion = "CassandraCSharpDriver 3.20.1, CQL native protocol 4",
                    BuildProperties =
                        new Dictionary<string, string> { ["OfficialDrivers"] = "true", ["CassandraDriverVersion"] = "3.20.1" },
                    Homes = [new("CASSANDRA_HOME", Folder: null), new("DBINGEST_SERVERS", "cassandra")],
                },
            },
            manifest => manifest with { CommandLine = "dbingest run --db cassandra --client driver" }).Manifest);
        how.Lines.ShouldBe([
            "git checkout abc",
            "export CASSANDRA_HOME=\"${CASSANDRA_HOME:?the folder of Apache Cassandra 5.0.6}\"",
            "export DBINGEST_SERVERS=\"${DBINGEST_SERVERS:?the folder of Apache Cassandra 5.0.6 in cassandra}\"",
            "dotnet run --project Runner -p:CassandraDriverVersion=3.20.1 -p:OfficialDrivers=true -- run --db cassandra "
            + "--client driver"]);
        how.Remarks.ShouldContain(
            "cassandra was Apache Cassandra 5.0.6, written by driver: CassandraCSharpDriver 3.20.1, CQL native protocol 4.");
        how.Remarks.Count.ShouldBe(2);
    }

    [Fact]
    public void Of_ReproductionOfAnOlderResult_SaysThatTheBuildIsNotKnown()
    {
        var how = RerunCommands.Of(Reported.Of(
            new FakeSweep
            {
                Databases = ["cassandra"],
                Target = target => target with { Placement = "remote", BuildProperties = null }
            }).Manifest);

        how.Remarks.ShouldContain(remark =>
            remark.StartsWith("The result does not say how its driver came into the build", StringComparison.Ordinal));
    }

    [Fact]
    public void RawRuns_MoreThanAPageHolds_SaysWhatIsLeftOut()
    {
        var many = RawRuns.Of(
            Reported.Of(new FakeSweep
            {
                Records = [.. Enumerable.Range(1, 30).Select(i => 1000L * i)],
                Trials = 200,
                Ceiling = null
            }));
        many.Rows.Count.ShouldBe(RawRuns.MostRows);
        many.Notes.ShouldBe(["The first 5000 of 6000 runs; trials.jsonl has all."]);
    }

    [Theory]
    [InlineData("sqlite", "other", "sqlite, other: sqlite")]
    [InlineData("a", "a", "20260102T030405Z-a: sqlite, second: sqlite")]
    public void PlotSet_SeveralResults_NamesEachOnce(string first, string second, string names)
    {
        var results = new[] { Named(first), Named(second) with { Folder = "second" } };
        string.Join(", ", PlotSet.Of(results).Series.Select(series => series.Name)).ShouldBe(names);
    }

    /// <summary>Copies of one folder, or results of builds in folders of their own, may have the same name.</summary>
    [Fact]
    public void PlotSet_FoldersOfOneName_AreToldApart() => string.Join(", ",
        PlotSet.Of([Named("a"), Named("a")]).Series.Select(series => series.Name))
        .ShouldBe("20260102T030405Z-a: sqlite, 20260102T030405Z-a-2: sqlite");

    [Fact]
    public void RuleNames_AreTheHeadingsOfTheMethodology()
    {
        string document = Repository.Document("explanation/methodology.md");
        for (int rule = 1; rule <= 27; rule++)
        {
            document.ShouldContain($"\n## {rule}. {RuleNames.Of(rule)}\n");
        }
    }

    private static StoredResult Named(string name) => Reported.Of(new FakeSweep(), manifest => manifest with { Name = name });

    private static StoredResult HostileResult() => Reported.Of(
        new FakeSweep
        {
            Target = target => target with
            {
                ServerVersion = Hostile,
                DriverVersion = Hostile,
                DurabilityMeaning = Hostile,
                Endpoint = Hostile,
                Configuration = Hostile,
                LicenceNotice = Hostile,
                Settings = new Dictionary<string, string> { [Hostile] = Hostile },
            },
            Environment = environment => environment with
            {
                Processor = Hostile,
                Commit = Hostile,
                Other = new Dictionary<string, string> { [Hostile] = Hostile }
            },
            Trial = trial => trial.Trial == 9 ? trial with { Status = TrialStatus.Incomplete, Error = Hostile } : trial,
        },
        manifest => manifest with { Name = Hostile, CommandLine = Hostile });

    private static string Page(StoredResult result) => ReportPage.Of([result], FigureCatalog.Of([result]));

    private static SortedSet<string> ElementNames(string page) =>
        new(Elements().Matches(page).Select(match => match.Groups["name"].Value), StringComparer.Ordinal);

    private static string OutsideFences(string text) => string.Concat(text.Split("```").Where((_, i) => i % 2 == 0));

    [GeneratedRegex("<(?<name>[a-zA-Z!]+)[^>]*>", RegexOptions.ExplicitCapture, 10_000)]
    private static partial Regex Elements();
}
