using System.Globalization;
using System.Reflection;
using System.Text.RegularExpressions;
using CommandLine;
using DbIngest.Abstractions.Targets;
using DbIngest.Runner.Opening;
using DbIngest.Runner.Options;
using DbIngest.Runner.Parsing;
using DbIngest.Targets.Catalogue;

namespace DbIngest.Runner.Tests.Documents;

public class DocumentTests
{
    [Fact]
    public void ExitCodesPage_NamesEveryExitCode() => Enum.GetValues<ExitCode>()
        .Select(code => string.Create(CultureInfo.InvariantCulture, $"| {(int)code} |"))
        .Where(row => !Page("reference", "exit-codes.md").Contains(row, StringComparison.Ordinal))
        .ShouldBeEmpty();

    [Fact]
    public void CommandLinePage_NamesEveryOptionAndVerb() => typeof(RunOptions).Assembly.GetTypes()
        .Where(t => t.GetCustomAttribute<VerbAttribute>() is { Hidden: false })
        .SelectMany(t => t.GetProperties()
            .Select(p => p.GetCustomAttribute<OptionAttribute>())
            .OfType<OptionAttribute>()
            .Where(o => !o.Hidden)
            .Select(o => "--" + o.LongName)
            .Concat(AxisArguments.Of(t).Select(axis => "--" + axis.Option))
            .Append("`" + t.GetCustomAttribute<VerbAttribute>()!.Name))
        .Where(name => !Page("reference", "command-line.md").Contains(name, StringComparison.Ordinal))
        .ShouldBeEmpty();

    /// <summary>
    /// The page of endpoints shows for each database whether mixes work with it, and how large a cluster a run may start.
    /// </summary>
    [Fact]
    public void EndpointsPage_SaysOfEachDatabase_WhatItOffers()
    {
        string[] rows = [.. Page("reference", "endpoints.md").Split('\n')
            .Where(line => line.StartsWith("| [`", StringComparison.Ordinal))];
        foreach (var database in Databases.All)
        {
            string row = rows.Single(line => line.StartsWith($"| [`{database.Name}`]", StringComparison.Ordinal));
            row.Contains("| 1 to ", StringComparison.Ordinal).ShouldBe(database.LargestCluster > 0, row);
            row.EndsWith("|  |", StringComparison.Ordinal).ShouldBe(!database.Clients.Any(client => client.IsKeyed), row);
        }
    }

#if !OFFICIAL_DRIVERS
    [Fact]
    public void TwoClientsPage_NamesTheDriversOfAnotherBuild() =>
        NamesAre(Page("how-to", "two-clients.md"), "The drivers of", "need a build",
            database => database.Clients.Any(client => !client.IsBuiltIn));
#endif

    /// <summary>Within a tenth: the table compares sizes.</summary>
    [Fact]
    public void AddingADatabase_LinesOfCode_AreWhatTheFoldersHold()
    {
        string page = File.ReadAllText(Path.Combine(Repository.Root, "docs", "how-to", "add-a-database.md"));
        (string Row, string Folder, string? Wire)[] rows =
        [
            ("null", "Null", null), ("SQLite", "Sqlite", null), ("SQL Server", "SqlServer", "Tds"),
                ("CockroachDB", "Cockroach", null),
            ("VoltDB", "Volt", "Volt"), ("any ADO.NET provider", "Ado", null), ("PostgreSQL", "Postgres", "Pg"),
            ("MySQL and MariaDB", "MySql", "MySql"), ("Cassandra", "Cassandra", "Cql"), ("Neo4j", "Neo4j", "Bolt"),
        ];
        foreach (var (row, folder, wire) in rows)
        {
            string[] cells = page.Split('\n').Single(line => line.StartsWith($"| {row} |", StringComparison.Ordinal)).Split('|');
            IsNear(cells[2], Path.Combine("src", "Targets", folder), row);
            if (wire is not null)
            {
                IsNear(cells[3], Path.Combine("src", "Wire", wire), row);
            }
        }

        IsNear(page.Split('\n').Single(line => line.StartsWith("| DuckDB, a plug-in |", StringComparison.Ordinal)).Split('|')[2],
            Path.Combine("plugins", "DuckDb"), "DuckDB");
        Lines(Path.Combine("docs", "examples", "plugin", "PlainFile")).ShouldBe(461, "the page names it");
    }

    /// <summary>The page shows where each line lives. Folders of databases speak for themselves.</summary>
    [Theory]
    [InlineData("Runner")]
    [InlineData("src/Abstractions")]
    [InlineData("src/Core")]
    [InlineData("src/Targets")]
    [InlineData("src/Service")]
    [InlineData("clusters")]
    public void ArchitecturePage_NamesEveryFolder(string project)
    {
        string[] house = Page("explanation", "architecture.md").Split("```")[1].Split('\n');
        int begin = Array.FindIndex(house, line => line.StartsWith(project + "/", StringComparison.Ordinal));
        string[] named = [.. house.Skip(begin + 1).TakeWhile(line => line.StartsWith("  ", StringComparison.Ordinal))
            .Select(line => line.Trim().Split('/')[0])];
        string[] databases = [.. TargetCatalog.All.Select(database => database.GetType().Namespace!.Split('.')[^1])];

        Directory.GetDirectories(Path.Combine(Repository.Root, project)).Select(folder => Path.GetFileName(folder)!)
            .Except([.. named, .. databases, "Hybrid", "bin", "obj"], StringComparer.Ordinal).ShouldBeEmpty();
    }

    /// <summary>
    /// A cache restores its folder over a checkout, and untracked files mark a build as changed: results of a CI lie where git
    /// does not look.
    /// </summary>
    [Fact]
    public void FoldersOfCi_AreIgnoredByGit()
    {
        string[] ignored = [.. File.ReadLines(Path.Combine(Repository.Root, ".gitignore"))];
        string text = Page("examples", "ci.sh") + Page("how-to", "compare-in-ci.md");
        string[] folders = [.. Regex.Matches(text, "(path: |DBINGEST_OUT(:-|=|: ))(?<folder>[a-z][a-z/-]*)",
            RegexOptions.ExplicitCapture, TimeSpan.FromSeconds(1)).Select(match => match.Groups["folder"].Value)];
        folders.ShouldBe(["results/ci", "results/ci"], "the default of the script and the cache of the page");
        folders.Where(folder => !ignored.Contains($"{folder.Split('/')[0]}/")).ShouldBeEmpty();
    }

    /// <summary>
    /// What commands of README and docs write into a clone: a file that git sees would mark each later build as changed.
    /// </summary>
    [Fact]
    public void FoldersAndFilesOfCommands_AreIgnoredByGit()
    {
        string[] ignored = [.. File.ReadLines(Path.Combine(Repository.Root, ".gitignore"))];
        string text = File.ReadAllText(Path.Combine(Repository.Root, "README.md")) + Page("how-to", "compare-in-ci.md");
        string[] folders = [.. Regex.Matches(text, "(dotnet pack Runner -o|--out) (?<folder>[a-z]+)",
            RegexOptions.ExplicitCapture, TimeSpan.FromSeconds(1)).Select(match => match.Groups["folder"].Value)];
        folders.ShouldBe(["packages", "history"]);
        folders.Concat([Defaults.Report, Defaults.Advice, Defaults.Site]).Select(folder => $"/{folder}/")
            .Concat(["/clusters/examples/*.compose.yaml", "/clusters/examples/*.kubernetes.yaml"])
            .Except(ignored, StringComparer.Ordinal).ShouldBeEmpty();
    }

    private static string Page(string folder, string name) =>
        File.ReadAllText(Path.Combine(Repository.Root, "docs", folder, name));

    private static void IsNear(string cell, string folder, string row)
    {
        int written = int.Parse(cell.Trim(), NumberStyles.AllowThousands, CultureInfo.InvariantCulture);
        int lines = Lines(folder);
        Math.Abs(written - lines).ShouldBeLessThan(lines / 10, $"{row}: {folder} has {lines} lines, and the page says {written}");
    }

    private static int Lines(string folder) => Directory
        .EnumerateFiles(Path.Combine(Repository.Root, folder), "*.cs", SearchOption.AllDirectories)
        .Where(file => !file.Split('/').Any(part => part is "bin" or "obj")).Sum(file => File.ReadLines(file).Count());

    /// <summary>The databases in code quotes between two phrases are those that are so.</summary>
    private static void NamesAre(string page, string from, string to, Func<TargetDefinition, bool> isSo)
    {
        string rest = page[page.IndexOf(from, StringComparison.Ordinal)..];
        Regex.Matches(rest[..rest.IndexOf(to, StringComparison.Ordinal)], "`(?<name>[a-z0-9]+)`", RegexOptions.ExplicitCapture,
            TimeSpan.FromSeconds(1))
            .Select(match => match.Groups["name"].Value)
            .ShouldBe(Databases.All.Where(isSo).Select(database => database.Name), ignoreOrder: true);
    }
}
