using DbIngest.Analysis.Figures;
using DbIngest.Analysis.Tests.Report;
using DbIngest.Analysis.Tests.Rules;

namespace DbIngest.Analysis.Tests.Figures;

public class PercentileFigureTests
{
    /// <summary>Four kinds of question each: a figure has room for those of three databases.</summary>
    [Theory]
    [InlineData(3, null)]
    [InlineData(4, "Only the first 12 of 16 lines are drawn; the tables have all.")]
    public void Questions_MoreLinesThanAFigureHolds_SaysHowManyItLeavesOut(int databases, string? said)
    {
        string[] names = [.. Enumerable.Range(1, databases).Select(i => $"db{i}")];
        var chart = PercentileFigures.Questions(PlotSet.Of([Reported.Of(Faults.Questioned with { Databases = names })]))!;

        chart.Series.Count.ShouldBe(12);
        if (said is null)
        {
            chart.Caption.ShouldNotContain("Only the first");
        }
        else
        {
            chart.Caption.ShouldEndWith(said);
        }
    }
}
