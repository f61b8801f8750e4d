using System.Text.RegularExpressions;
using DbIngest.Core.Tests.Architecture;
using DbIngest.Targets.Catalogue;

namespace DbIngest.Targets.Tests.Architecture;

/// <summary>A database is known in its folder, in one line of the catalogue, and on its page.</summary>
public sealed partial class DatabaseRoomTests
{
    private const string Catalogue = "src/Targets/Catalogue/";

    /// <summary>Where a name may stand in the text of a program all the same, and why.</summary>
    private static readonly (string Path, string Why)[] Allowed =
    [
        ("Runner/Help/", "examples of commands, which name databases as users do"),
        ("Runner/Options/SourcesOptions.cs", "sqlite is a format of recordings here"),
        ("src/Service/Http/InfluxRoutes.cs", "a protocol that clients of the service speak, whatever database stands behind it"),
        ("analysis/Reproduce/", "findings of study 1 about the databases that it measured"),
    ];

    /// <summary>
    /// Names to look for: databases, their relatives and their operators. <c>null</c> and <c>ado</c> are parts of many words.
    /// </summary>
    private static readonly string[] Names =
    [
        .. TargetCatalog.All.Select(definition => definition.Name)
            .Concat(DeploymentCatalog.RelatedContainers.Select(recipe => recipe.Name))
            .Concat(DeploymentCatalog.Operators.Select(recipe => recipe.Name))
            .Distinct(StringComparer.Ordinal).Where(name => name is not ("null" or "ado")),
    ];

    public static TheoryData<string> Databases { get; } = [.. TargetCatalog.All.Select(definition => definition.Name)];

    [Fact]
    public void Names_OfDatabases_StandInTheirFoldersOnly()
    {
        var found = SourceTree.Files.Where(IsAnotherRoom)
            .SelectMany(file => Found(SourceTree.Read(file)).Select(text => $"{file}: {text}")).ToList();
        bool IsAllowed(string line, string path) => line.StartsWith(path, StringComparison.Ordinal);

        found.Where(line => !Array.Exists(Allowed, allowed => IsAllowed(line, allowed.Path)))
            .ShouldBeEmpty("Move this knowledge beside the definition of its database, and ask the catalogue for it.");
        Allowed.Where(allowed => !found.Exists(line => IsAllowed(line, allowed.Path)))
            .ShouldBeEmpty("The list allows more than it needs to.");
    }

    [Theory]
    [InlineData("if (name == \"cassandra\")", true)]
    [InlineData("Say($\"{n} of SQL Server\");", true)]
    [InlineData("const string Text = \"\"\"\n    docker run mongodb\n    \"\"\";", true)]
    [InlineData("// as \"postgres\" does", false)]
    [InlineData("/// <summary>As <c>\"postgres\"</c> does.</summary>", false)]
    [InlineData("string postgres = \"other\";", false)]
    [InlineData("Say(\"voltage_l1, nullable\");", false)]
    public void Name_InTheTextOfAProgram_IsSeen(string code, bool isSeen) => Found(code).Any().ShouldBe(isSeen);

    /// <summary>What docs/how-to/add-a-database.md promises: one folder, one line, one page.</summary>
    [Theory]
    [MemberData(nameof(Databases))]
    public void Database_IsAFolderALineAndAPage(string database)
    {
        var type = TargetCatalog.Find(database).GetType();
        string room = type.Namespace!.Split('.')[2];
        var outside = new Regex($@"\b({Regex.Escape(type.Name)}\b|DbIngest\.Targets\.{room}\b)", RegexOptions.ExplicitCapture,
            TimeSpan.FromSeconds(10));

        var lines = SourceTree.Files
            .Where(file => IsProgram(file) && !file.StartsWith($"src/Targets/{room}/", StringComparison.Ordinal))
            .SelectMany(file => SourceTree.Read(file).Split('\n').Where(line => outside.IsMatch(line))
                .Select(line => $"{file}: {line.Trim()}"))
            .Where(line => line != $"{Catalogue}TargetCatalog.cs: using {type.Namespace};" && !IsDriver(line, room));

        lines.ShouldBe([$"{Catalogue}TargetCatalog.cs: new {type.Name}(),"]);
        SourceTree.Files.ShouldContain($"docs/targets/{database}.md");
        SourceTree.Read("docs/how-to/add-a-database.md").ShouldContain("Nothing else knows databases by name.");
    }

    /// <summary>
    /// A driver that not every package source has registers itself once more, as docs/how-to/add-a-database.md says.
    /// </summary>
    private static bool IsDriver(string line, string room) =>
        line.StartsWith("Runner/Opening/Databases.cs: ", StringComparison.Ordinal)
            && line.Contains($"Drivers.{room}.", StringComparison.Ordinal);

    private static bool IsProgram(string file) => file.EndsWith(".cs", StringComparison.Ordinal)
        && !file.StartsWith("src/Drivers/", StringComparison.Ordinal)
        && Array.Exists(["Runner/", "analysis/", "clusters/", "sources/", "src/"],
            room => file.StartsWith(room, StringComparison.Ordinal));

    /// <summary>
    /// Rooms of the program other than those of databases, of wire protocols, and of recordings, whose formats have names of
    /// their own.
    /// </summary>
    private static bool IsAnotherRoom(string file) => IsProgram(file)
        && !Array.Exists(["src/Wire/", "sources/", Catalogue], room => file.StartsWith(room, StringComparison.Ordinal))
        && !TargetCatalog.All.Any(definition =>
            file.StartsWith($"src/Targets/{definition.GetType().Namespace!.Split('.')[2]}/", StringComparison.Ordinal));

    private static IEnumerable<string> Found(string code) => Literal().Matches(Comment().Replace(code, string.Empty))
        .Select(match => match.Value)
        .Where(text => Names.Any(name => text.Replace(" ", string.Empty, StringComparison.Ordinal)
            .Contains(name, StringComparison.OrdinalIgnoreCase)));

    [GeneratedRegex(@"(^|\s)//[^\n]*", RegexOptions.ExplicitCapture, 10_000)]
    private static partial Regex Comment();

    [GeneratedRegex("\"\"\"[\\s\\S]*?\"\"\"|\"(\\\\.|[^\"\\\\\\n])*\"", RegexOptions.ExplicitCapture, 10_000)]
    private static partial Regex Literal();
}
