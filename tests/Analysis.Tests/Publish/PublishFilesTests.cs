using System.Security.Cryptography;
using System.Text;
using System.Text.RegularExpressions;
using DbIngest.Analysis.Publish;
using DbIngest.Analysis.Statistics;
using DbIngest.Analysis.Summary;
using DbIngest.Analysis.Tests.Fakes;
using DbIngest.Analysis.Tests.Report;
using DbIngest.Core.Latency;
using DbIngest.Core.Plan;
using DbIngest.Core.Results;
using DbIngest.Core.Searches;

namespace DbIngest.Analysis.Tests.Publish;

public partial class PublishFilesTests
{
    [Fact]
    public void Write_TwoResults_HasARowPerPointWhoseLinksExist()
    {
        using var folder = new TemporaryFolder();
        string index = PublishFiles.Write(folder.Path, [Published("a"), Published("b")]);

        string text = File.ReadAllText(index);
        string[] links = [.. Links().Matches(text).Select(match => Uri.UnescapeDataString(match.Groups["link"].Value))];
        links.ShouldNotBeEmpty();
        foreach (string link in links.Where(link => !link.EndsWith(".jsonl", StringComparison.Ordinal)))
        {
            File.Exists(Path.Combine(folder.Path, link)).ShouldBeTrue(link);
        }

        Regex.Count(text, "<tr class=\"is-").ShouldBe(2 * Reported.Sweep.Manifest.Configuration.Points.Count);
    }

    /// <summary>At a rate the p99 is that of response times, as in the report: service times hide what waited.</summary>
    [Fact]
    public void Write_APointAtARate_HasItsResponseTime()
    {
        using var folder = new TemporaryFolder();
        File.ReadAllText(PublishFiles.Write(folder.Path, [AtARate("a", "1000")])).ShouldMatch(">500\\.\\d<");
    }

    /// <summary>By their texts, 10,000/s would stand before 9,000/s.</summary>
    [Fact]
    public void Write_PointsAtRates_AreSortedByTheNumberOfTheRate()
    {
        using var folder = new TemporaryFolder();
        string text = File.ReadAllText(PublishFiles.Write(folder.Path, [AtARate("a", "10k"), AtARate("b", "9000")]));
        text.ShouldContain("data-sort=\"9000\" data-choice=\"9,000/s\"");
        text.ShouldContain("<option value=\"9,000/s\">9,000/s</option><option value=\"10,000/s\">");
    }

    /// <summary>A rate that a search tried and that broke the limit must not stand there as a throughput.</summary>
    [Fact]
    public void Write_ASearch_HasOneRowWithItsSustainableRate()
    {
        using var folder = new TemporaryFolder();
        var sweep = new FakeSweep();
        var result = Reported.Of(sweep);
        var search = new SearchFigures
        {
            Point = sweep.Points[0],
            Limit = SearchLimit.TryParse("p99:50ms", out var limit) ? limit : throw new ArgumentException("limit"),
            End = SearchEnd.Found,
            RecordsPerS = 62_234,
            IntervalRecordsPerS = new Interval(49_600, 88_300),
            AskedPrecision = null,
            LowestRecordsPerS = 10,
            HighestRecordsPerS = 1e6,
            Steps = [],
        };
        string text = File.ReadAllText(PublishFiles.Write(folder.Path, [Published("a") with
        {
            Result = result with { Summary = result.Summary with { Searches = [search] } },
        }]));
        Regex.Count(text, "<tr class=\"is-").ShouldBe(1);
        text.ShouldContain(">62,000<");
        text.ShouldContain(">50,000 to 88,000<");
        text.ShouldContain("sustainable rate, p99:50ms: found");
    }

    /// <summary>Of two databases in one search, the one that fails must not make the other a failure.</summary>
    [Fact]
    public void Write_SearchesOfTwoDatabases_ChargeEachWithItsOwnFaults()
    {
        using var folder = new TemporaryFolder();
        var sweep = Reported.Sweep with { Records = [150_000] };
        var summary = sweep.With(FakeSearch.Of(sweep.Points[0], SearchEnd.Found, 500, 480, 520),
            FakeSearch.Of(sweep.Points[1], SearchEnd.NoRateHolds));
        summary = summary with { Rules = [.. summary.Rules, SearchRules.Rule33Search(summary)] };
        string text = File.ReadAllText(PublishFiles.Write(folder.Path, [Published("a") with
        {
            Result = new("a", sweep.Manifest, summary),
        }]));
        Regex.Count(text, "<tr class=\"is-").ShouldBe(2);
        Regex.Count(text, "<tr class=\"is-invalid").ShouldBe(1);
        Regex.Count(text, "broken: [^<]*no rate holds").ShouldBe(1);
    }

    /// <summary>A page of results that hides what failed is advertising.</summary>
    [Fact]
    public void Write_InvalidAndMissingPoints_AreShownAsSuch()
    {
        using var folder = new TemporaryFolder();
        string text = File.ReadAllText(PublishFiles.Write(folder.Path, [Published("a")]));
        text.ShouldContain("is-invalid");
        text.ShouldContain("INVALID: a trial failed its audit");
        text.ShouldContain("is-missing");
        text.ShouldContain("missing: ");
        text.ShouldContain("broken: ");
    }

    [Fact]
    public void Write_TextFromOutside_NeverBecomesMarkup()
    {
        using var folder = new TemporaryFolder();
        const string hostile = "<script>alert(1)</script>\"'&";
        var result = Published("a") with
        {
            Name = "a\"><b>",
            Trust = hostile,
            Result = Reported.Of(Reported.Sweep with { Target = target => target with { ServerVersion = hostile } }),
        };
        string text = File.ReadAllText(PublishFiles.Write(folder.Path, [result]));
        text.ShouldNotContain("<script>alert");
        text.ShouldNotContain("a\"><b>");
        text.ShouldContain("results/a%22%3E%3Cb%3E/report.html");
    }

    [Fact]
    public void Write_SourceFolder_IsOnlyReadAndItsEvidenceCopied()
    {
        using var folder = new TemporaryFolder();
        using var source = new TemporaryFolder();
        File.WriteAllText(Path.Combine(source.Path, "trials.jsonl"), "{}\n");
        File.WriteAllText(Path.Combine(source.Path, "report.html"), "old");
        PublishFiles.Write(folder.Path, [Published("a") with { Path = source.Path }]);
        File.ReadAllText(Path.Combine(folder.Path, "results", "a", "trials.jsonl")).ShouldBe("{}\n");
        File.ReadAllText(Path.Combine(source.Path, "report.html")).ShouldBe("old");
        Directory.GetFiles(source.Path).Length.ShouldBe(2);
    }

    /// <summary>A list of checksums proves nothing beside files that were computed anew, or that are missing.</summary>
    [Fact]
    public void Write_ListOfChecksums_KeepsTheFilesThatItNames()
    {
        using var folder = new TemporaryFolder();
        using var source = new TemporaryFolder();
        string outside = source.Path + "-outside.md";
        string In(string name) => Path.Combine(source.Path, name);
        var list = new StringBuilder();
        foreach (var (name, path) in (IEnumerable<(string, string)>)[("report.html", In("report.html")),
            ("figures/old.svg", In("figures/old.svg")), ("README.md", In("README.md")),
            ("../" + Path.GetFileName(outside), outside), (outside, outside)])
        {
            Directory.CreateDirectory(Path.GetDirectoryName(path)!);
            File.WriteAllText(path, "as signed");
            list.Append(Convert.ToHexStringLower(SHA256.HashData(File.ReadAllBytes(path)))).Append("  " + name + "\n");
        }

        File.WriteAllText(In("SHA256SUMS"), list + new string('0', 64) + "  changed.md\nno checksum\n");
        File.WriteAllText(In("changed.md"), "changed");
        try
        {
            PublishFiles.Write(folder.Path, [Published("a") with { Path = source.Path }]);
        }
        finally
        {
            File.Delete(outside);
        }

        string copy = Path.Combine(folder.Path, "results", "a");
        foreach (string name in (string[])["report.html", "figures/old.svg", "README.md"])
        {
            File.ReadAllText(Path.Combine(copy, name)).ShouldBe("as signed");
        }

        Directory.GetFiles(folder.Path, "*.md", SearchOption.AllDirectories).Select(Path.GetFileName)
            .ShouldBe(["README.md", "report.md"], ignoreOrder: true);
    }

    /// <summary>Prices or checksums of the result that had this place before would make the new one seem changed.</summary>
    [Fact]
    public void Write_OverAnEarlierResult_LeavesNoneOfItsEvidence()
    {
        using var folder = new TemporaryFolder();
        using var earlier = new TemporaryFolder();
        using var later = new TemporaryFolder();
        foreach (string name in (string[])["trials.jsonl", "prices.txt", "SHA256SUMS", "SHA256SUMS.sig"])
        {
            File.WriteAllText(Path.Combine(earlier.Path, name), "earlier");
        }

        File.WriteAllText(Path.Combine(later.Path, "trials.jsonl"), "later");
        PublishFiles.Write(folder.Path, [Published("a") with { Path = earlier.Path }]);
        string copy = PublishFiles.PlaceOf(folder.Path, "a");
        File.ReadAllText(Path.Combine(copy, "prices.txt")).ShouldBe("earlier");

        PublishFiles.Write(folder.Path, [Published("a") with { Path = later.Path }]);

        File.ReadAllText(Path.Combine(copy, "trials.jsonl")).ShouldBe("later");
        Directory.GetFiles(copy, "prices.txt").ShouldBeEmpty();
        Directory.GetFiles(copy, "SHA256SUMS*").ShouldBeEmpty();
    }

    /// <summary>A site may hold links in place of copies; and a copy of a read-only file is read-only itself.</summary>
    [Fact]
    public void Write_OverALink_ReplacesItAndNotTheFileThatItNames()
    {
        using var folder = new TemporaryFolder();
        using var source = new TemporaryFolder();
        File.WriteAllText(Path.Combine(source.Path, "trials.jsonl"), "measured");
        string other = Path.Combine(source.Path, "other");
        File.WriteAllText(other, "other");
        string copy = PublishFiles.PlaceOf(folder.Path, "a");
        Directory.CreateDirectory(copy);
        File.CreateSymbolicLink(Path.Combine(copy, "trials.jsonl"), other);

        PublishFiles.Write(folder.Path, [Published("a") with { Path = source.Path }]);

        File.ReadAllText(other).ShouldBe("other");
        File.ReadAllText(Path.Combine(copy, "trials.jsonl")).ShouldBe("measured");
    }

    /// <summary>No file has such a name, and asking for one would end the program.</summary>
    [Fact]
    public void Read_NameWithANullCharacter_IsUnreadable()
    {
        using var folder = new TemporaryFolder();
        File.WriteAllText(Path.Combine(folder.Path, "SHA256SUMS"), new string('0', 64) + "  a\0b\n");
        Sha256Sums.Read(folder.Path).ShouldHaveSingleItem().State.ShouldBe(ListedFileState.Unreadable);
    }

    /// <summary>A result of one point at a rate, with response times of 500 ms.</summary>
    private static PublishedResult AtARate(string name, string given)
    {
        var response = new LatencyHistogram();
        for (int i = 0; i < 1000; i++)
        {
            response.Record(500_000_000);
        }

        return Published(name) with
        {
            Result = Reported.Of(new FakeSweep
            {
                Records = [100_000],
                At = point => point with { Rate = ArrivalRate.TryParse(given, out var rate) ? rate : null },
                Trial = trial => trial with
                {
                    OpenLoop = new OpenLoopResult
                    {
                        Response = LatencySummary.Of(response),
                        LargestBacklogBatches = 0,
                        LastBacklogBatches = 0,
                    },
                },
            }),
        };
    }

    private static PublishedResult Published(string name) =>
        new("/nowhere", name, Reported.Of(Reported.Sweep), "not signed");

    [GeneratedRegex("href=\"(?<link>[^\"#]+)\"", RegexOptions.ExplicitCapture, 1000)]
    private static partial Regex Links();
}
