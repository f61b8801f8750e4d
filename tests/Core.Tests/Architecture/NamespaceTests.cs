namespace DbIngest.Core.Tests.Architecture;

public class NamespaceTests
{
    [Theory]
    [InlineData("src/Abstractions/")]
    [InlineData("src/Core/")]
    [InlineData("src/Wire/")]
    [InlineData("src/Targets/")]
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
}
