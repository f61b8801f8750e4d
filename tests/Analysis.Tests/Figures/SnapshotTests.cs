using System.Xml.Linq;
using DbIngest.Analysis.Figures;
using DbIngest.Analysis.Figures.Charts;
using DbIngest.Analysis.Tests.Report;

namespace DbIngest.Analysis.Tests.Figures;

/// <summary>
/// Every figure, locked: a change to one is seen in the commit that makes it. DBINGEST_LOCK=1 writes them anew.
/// </summary>
public class SnapshotTests
{
    private static readonly IReadOnlyList<Chart> Charts = FigureCatalog.Of([Reported.Of(Reported.Sweep)]);

    public static TheoryData<string> Names => [.. Charts.Select(chart => chart.Name)];

    [Theory]
    [MemberData(nameof(Names))]
    public void Standalone_Figure_IsLocked(string name) =>
        Repository.ShouldBeLocked($"figures/{name}.svg", SvgImage.Standalone(Charts.Single(chart => chart.Name == name)));

    [Theory]
    [MemberData(nameof(Names))]
    public void Standalone_Figure_IsAccessibleXml(string name)
    {
        var root = XDocument.Parse(SvgImage.Standalone(Charts.Single(chart => chart.Name == name))).Root!;
        root.Attribute("role")!.Value.ShouldBe("img");
        string[] labels = root.Attribute("aria-labelledby")!.Value.Split(' ');
        root.Elements().Where(element => labels.Contains(element.Attribute("id")?.Value))
            .ShouldAllBe(element => element.Value.Length > 5);
        root.Elements().Count(element => labels.Contains(element.Attribute("id")?.Value)).ShouldBe(2);
        root.ToString().ShouldNotContain("NaN");
        root.ToString().ShouldNotContain("Infinity");
    }

    [Fact]
    public void Standalone_Twice_IsEqual() => Charts.Select(SvgImage.Standalone)
        .ShouldBe(FigureCatalog.Of([Reported.Of(Reported.Sweep)]).Select(SvgImage.Standalone));

    [Fact]
    public void Of_RelationalAndOther_DrawsTheOthersAlone()
    {
        Charts.Select(chart => chart.Name).ShouldContain("throughput-nosql");
        FigureCatalog.Of([Reported.Of(Reported.Sweep with { Databases = ["sqlite"] })]).Select(chart => chart.Name)
            .ShouldNotContain("throughput-nosql");
    }

    [Fact]
    public void Of_MissingAndInvalidPoints_MarksThem()
    {
        string svg = SvgImage.Standalone(Charts.Single(chart => chart.Name == "throughput"));
        svg.ShouldContain("missing: 13 of 13 trials failed, the last one incomplete: timed out");
        svg.ShouldContain("a trial failed its audit");
        svg.ShouldContain("class=\"cross\"");
        svg.ShouldContain("class=\"ring\"");
    }

    [Fact]
    public void Of_NothingMeasured_StillMakesFigures() =>
        FigureCatalog.Of([Reported.Of(Reported.Sweep with { Trial = _ => null })])
        .Select(SvgImage.Standalone).ShouldAllBe(svg => svg.Contains("No trial has run.", StringComparison.Ordinal));
}
