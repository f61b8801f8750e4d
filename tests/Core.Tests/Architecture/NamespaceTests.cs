namespace DbIngest.Core.Tests.Architecture;

public class NamespaceTests
{
    [Theory]
    [InlineData("src/Abstractions/")]
    [InlineData("src/Core/")]
    [InlineData("src/Wire/")]
    [InlineData("src/Targets/")]
    [InlineData("src/Service/")]
    [InlineData("bench/")]
    [InlineData("src/Drivers/Cassandra/")]
    [InlineData("sources/")]
    [InlineData("analysis/")]
    [InlineData("clusters/")]
    [InlineData("Runner/")]
    public void Namespaces_OfAProject_UseEachOtherOneWay(string project)
    {
        var files = SourceTree.Files
            .Where(file => file.StartsWith(project, StringComparison.Ordinal) && file.EndsWith(".cs", StringComparison.Ordinal))
            .Select(file => (file, SourceTree.Read(file)))
            .ToList();
        files.Count.ShouldBeGreaterThan(5);
        new NamespaceUses(files).Circle().ShouldBeEmpty();
    }

    /// <summary>A reader who sees a using directive knows the project: the namespace begins with the project's name.</summary>
    [Fact]
    public void Namespaces_OfEveryProject_BeginWithItsName()
    {
        var projects = SourceTree.Files
            .Where(file => file.EndsWith(".csproj", StringComparison.Ordinal)
                && !file.StartsWith("docs/", StringComparison.Ordinal))
            .ToDictionary(file => file[..(file.LastIndexOf('/') + 1)], NameOf, StringComparer.Ordinal);
        projects.Count.ShouldBeGreaterThan(20);

        var elsewhere = new List<string>();
        foreach (string file in SourceTree.Files.Where(file => file.EndsWith(".cs", StringComparison.Ordinal)))
        {
            // The deepest project folder above the file.
            string? folder = projects.Keys.Where(key => file.StartsWith(key, StringComparison.Ordinal)).MaxBy(key => key.Length);
            string? line = SourceTree.Read(file).Split('\n')
                .FirstOrDefault(line => line.StartsWith("namespace ", StringComparison.Ordinal));
            if (folder is not null && line?["namespace ".Length..].TrimEnd(';', '\r') is { } name
                && name != projects[folder] && !name.StartsWith(projects[folder] + ".", StringComparison.Ordinal))
            {
                elsewhere.Add($"{file}: {name} is not in {projects[folder]}");
            }
        }

        elsewhere.ShouldBeEmpty();
    }

    [Theory]
    [InlineData("using House.Roof;\nnamespace House.Cellar;\nclass Pump { Tile _tile; }")]
    [InlineData("namespace House.Cellar;\nclass Pump { House.Roof.Tile? _tile; }")]
    [InlineData("using House.Roof;\nnamespace House.Cellar;\nclass Pump { string Tile; /* */ } // Tile", false)]
    [InlineData("using House.Roof;\nnamespace House.Cellar;\nclass Pump { string Text => $\"{Tile.Weight}\"; }")]
    [InlineData("using House.Roof;\nnamespace House.Cellar;\nclass Pump { string Text => \"Tile\"; }", false)]
    public void Circle_OfTwoNamespaces_IsSeenWhereATypeIsNamed(string cellar, bool isCircle = true)
    {
        string roof = "using House.Cellar;\nnamespace House.Roof;\nrecord Tile(Pump Pump);";
        var circle = new NamespaceUses([("Pump.cs", cellar), ("Tile.cs", roof)]).Circle();
        circle.Count.ShouldBe(isCircle ? 2 : 0);
        if (isCircle)
        {
            circle[0].ShouldBe("House.Cellar uses House.Roof: Pump.cs names Tile");
        }
    }

    [Fact]
    public void Circle_OfANamespaceAndOneWithinIt_IsSeen()
    {
        var files = new[]
        {
            ("House.cs", "using House.Roof;\nnamespace House;\nclass Whole { Tile _tile; }"),
            ("Tile.cs", "namespace House.Roof;\nclass Tile { Whole _whole; }"),
        };
        new NamespaceUses(files).Circle().Count.ShouldBe(2);
    }

    [Fact]
    public void Circle_OfThree_NamesEachStep() =>
        new NamespaceUses(
        [
            ("A.cs", "using N.B;\nnamespace N.A;\nclass Ant { Bee _bee; }"),
            ("B.cs", "using N.C;\nnamespace N.B;\nclass Bee { Cat _cat; }"),
            ("C.cs", "using N.A;\nnamespace N.C;\nclass Cat { Ant _ant; }"),
        ]).Circle().ShouldBe(
        [
            "N.A uses N.B: A.cs names Bee",
            "N.B uses N.C: B.cs names Cat",
            "N.C uses N.A: C.cs names Ant",
        ]);

    // The two programs whose projects carry the short name of their folder, and the logger, which VSTest finds by its assembly's
    // name.
    private static string NameOf(string project) => Path.GetFileNameWithoutExtension(project) switch
    {
        "Runner" => "DbIngest.Runner",
        "Scale" => "DbIngest.Bench.Scale",
        "DbIngest.TestLogger" => "DbIngest.Tests",
        var name => name,
    };
}
