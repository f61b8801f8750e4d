using System.Text.RegularExpressions;

namespace DbIngest.Core.Tests.Architecture;

public partial class SourceTreeTests
{
    private const int MaxLines = 400;

    /// <summary>The beginning of the remark in each page that the verb <c>docs</c> writes.</summary>
    private const string WrittenByProgram = "<!-- Written by `dotnet run";

    private static readonly string[] WrittenByHand =
        [".cs", ".csproj", ".props", ".targets", ".md", ".sh", ".ps1", ".psm1", ".psd1", ".yml", ".yaml"];

    /// <summary>
    /// Examples and plug-ins are no part of the house: they refer to its packages, and are built by tests of their own.
    /// </summary>
    private static readonly string[] Apart = ["docs/examples/", "plugins/"];

    private static readonly string[] Projects =
        [.. SourceTree.Files.Where(f => f.EndsWith(".csproj", StringComparison.Ordinal) && !IsApart(f))];

    private static readonly string[] Product =
    [
        .. SourceTree.Files.Where(f => f.EndsWith(".cs", StringComparison.Ordinal)
            && !((string[])["tests", "bench", "docs", "plugins"]).Contains(f.Split('/')[0])),
    ];

    [Fact]
    public void References_OfAllProjects_PointOneWay()
    {
        Projects.Length.ShouldBeGreaterThan(8);
        Projects.SelectMany(p => ProjectReferences.Faults(p, SourceTree.Read(p))).ShouldBeEmpty();
    }

    [Theory]
    [InlineData("src/Core/DbIngest.Core.csproj", "../Targets/DbIngest.Targets.csproj")]
    [InlineData("src/Abstractions/DbIngest.Abstractions.csproj", "../Core/DbIngest.Core.csproj")]
    [InlineData("src/Targets/DbIngest.Targets.csproj", "../Core/DbIngest.Core.csproj")]
    [InlineData("src/Targets/DbIngest.Targets.csproj", "../../sources/DbIngest.Sources.csproj")]
    [InlineData("src/Wire/DbIngest.Wire.csproj", "../Core/DbIngest.Core.csproj")]
    [InlineData("sources/DbIngest.Sources.csproj", "..\\src\\Targets\\DbIngest.Targets.csproj")]
    [InlineData("analysis/DbIngest.Analysis.csproj", "../Runner/Runner.csproj")]
    [InlineData("Runner/Runner.csproj", "../tests/Core.Tests/DbIngest.Core.Tests.csproj")]
    [InlineData("src/Targets/DbIngest.Targets.csproj", "../Elsewhere/Elsewhere.csproj")]
    public void References_PointingElsewhere_AreFaults(string project, string reference)
    {
        string text = $"<Project><ItemGroup><ProjectReference Include=\"{reference}\" /></ItemGroup></Project>";
        ProjectReferences.Faults(project, text).ShouldHaveSingleItem().ShouldContain(reference);
    }

    [Fact]
    public void References_OfAProjectOutsideTheHouse_AreAFault() =>
        ProjectReferences.Faults("shed/Shed.csproj", "<Project/>").ShouldHaveSingleItem();

    /// <summary>
    /// Benches have a solution for themselves: `dotnet test` of a clone neither restores nor builds what they take.
    /// </summary>
    [Fact]
    public void Solutions_HaveEveryProject()
    {
        var isBench = Projects.ToLookup(project => project.StartsWith("bench/", StringComparison.Ordinal));
        isBench[true].Where(project => !Has("bench/all/Benches.sln", $"../{project["bench/".Length..]}")).ShouldBeEmpty();
        isBench[false].Where(project => !Has("DbIngest.sln", project)).ShouldBeEmpty();

        static bool Has(string solution, string project) =>
            SourceTree.Read(solution).Replace('\\', '/').Contains($"\"{project}\"", StringComparison.Ordinal);
    }

    /// <summary>What a plug-in brings along may be large: no restore or build of the house meets it.</summary>
    [Fact]
    public void Solutions_HaveNoPlugin()
    {
        SourceTree.Files.Count(f => f.StartsWith("plugins/", StringComparison.Ordinal)
            && f.EndsWith(".csproj", StringComparison.Ordinal)).ShouldBeGreaterThan(1);
        SourceTree.Files.Where(f => f.EndsWith(".sln", StringComparison.Ordinal)
            || f is "Directory.Packages.props"
            || (f.EndsWith(".csproj", StringComparison.Ordinal) && !IsApart(f)))
            .Where(f => SourceTree.Read(f) is var text && (text.Replace('\\', '/').Contains("plugins/", StringComparison.Ordinal)
                || text.Contains("DuckDB", StringComparison.OrdinalIgnoreCase)))
            .ShouldBeEmpty();
    }

    [Fact]
    public void Files_WrittenByHand_AreNotTooLong()
    {
        string[] files = [.. SourceTree.Files.Where(f => WrittenByHand.Contains(Path.GetExtension(f)))];
        files.Length.ShouldBeGreaterThan(100);
        // The list of changes only grows, and nobody has to know all of it.
        files.Where(f => f != "CHANGELOG.md" && SourceTree.Read(f) is var text && text.AsSpan().Count('\n') > MaxLines
            && !text.Contains(WrittenByProgram, StringComparison.Ordinal))
            .ShouldBeEmpty();
    }

    /// <summary>A name of a file is the name of its type: a reader who sees one of them knows which.</summary>
    [Fact]
    public void Files_OfTheProduct_HaveNamesOfTheirOwn() => Product
        .GroupBy(Path.GetFileName, StringComparer.Ordinal).Where(same => same.Count() > 1).Select(same => string.Join(", ", same))
            .ShouldBeEmpty();

    /// <summary>What an axis means stands in its entry: whoever compares axes by name forgets the next one.</summary>
    [Fact]
    public void Axes_AreToldApartByTheirEntries() => Product
        .Where(file => file.StartsWith("src/", StringComparison.Ordinal) || file.StartsWith("Runner/", StringComparison.Ordinal))
        .Where(file => ComparedAxis().IsMatch(SourceTree.Read(file)))
        .ShouldBe(["Runner/Resuming/ConfigurationDifferences.cs"], "it says elsewhere in what endpoints differ");

    /// <summary>An assembly of a program in a single file has no location, and so no version of a file.</summary>
    [Fact]
    public void Versions_AreReadInOnePlace() => Product
        .Where(file => ReadVersion().IsMatch(SourceTree.Read(file)))
        .ShouldBe(["src/Abstractions/Targets/BuildStamp.cs", "src/Wire/Mongo/MongoHandshake.cs"],
            "src/Wire refers to no other project");

    [Fact]
    public void Files_OfText_HoldNoPathOfAMachine()
    {
        // A clone right under the root, such as in /src, has a path that many texts hold for other reasons.
        bool isTelling = SourceTree.Root.Count(c => c == Path.DirectorySeparatorChar) > 1;
        string here = isTelling ? SourceTree.Root + Path.DirectorySeparatorChar : "\0";
        SourceTree.Files
            .Select(file => (File: file, Text: SourceTree.Read(file)))
            .Where(f => !f.Text.Contains('\0'))
            .Where(f => f.Text.Contains(here, StringComparison.Ordinal) || MachinePath().IsMatch(f.Text))
            .Select(f => f.File)
            .ShouldBeEmpty();
    }

    [Theory]
    [InlineData("see |home|someone|project", true)]
    [InlineData("\"|root|.nuget\"", true)]
    [InlineData("|Users|someone", true)]
    [InlineData("C:\\Users\\someone\\x", true)]
    [InlineData("./home|x and src|home|x and https:||a.example|home|x", false)]
    public void MachinePath_OfText_IsSeen(string text, bool isOne) =>
        MachinePath().IsMatch(text.Replace('|', '/')).ShouldBe(isOne);

    private static bool IsApart(string file) => Apart.Any(folder => file.StartsWith(folder, StringComparison.Ordinal));

    // Written with a bar in the examples above, so that this file does not match itself.
    [GeneratedRegex(@"(?<![\w.:/-])/(home|root|Users|work)/[\w.-]|\b[A-Z]:[\\]Users[\\]\w+[\\/]\w", RegexOptions.ExplicitCapture,
        10_000)]
    private static partial Regex MachinePath();

    [GeneratedRegex(@"(==|!=) SweepAxes[.]|SweepAxes[.]\w+ (==|!=)", RegexOptions.ExplicitCapture, 10_000)]
    private static partial Regex ComparedAxis();

    [GeneratedRegex(@"FileVersionInfo|AssemblyInformationalVersionAttribute", RegexOptions.ExplicitCapture, 10_000)]
    private static partial Regex ReadVersion();
}
