using DbIngest.Analysis.Figures;
using DbIngest.Analysis.Tests.Fakes;
using DbIngest.Analysis.Tests.Report;
using DbIngest.Analysis.Tests.Rules;
using DbIngest.Core.Operations;
using DbIngest.Core.Results;

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

    /// <summary>10,000 batches are enough for rule 14, and the legend had left p99.9 out.</summary>
    [Theory]
    [InlineData(1000, true)]
    [InlineData(999, false)]
    public void Of_TenThousandBatches_LegendHasTheirP999(long batches, bool hasP999)
    {
        var sweep = new FakeSweep { Trials = 10, WarmUp = 0, BatchesRecorded = batches };
        PercentileFigures.Of(PlotSet.Of([Reported.Of(sweep)]))!.Series[0].Name
            .Contains("p99.9 ", StringComparison.Ordinal).ShouldBe(hasP999);
    }

    /// <summary>A batch stores many records, an operation of a mix few: a line of the one must not pass for the other.</summary>
    [Fact]
    public void Of_BatchesBesideAMix_DrawsBothAndSaysWhichIsWhich()
    {
        var batches = new FakeSweep { Trials = 5, BatchesRecorded = 50 };
        var mix = batches with
        {
            At = point => point with { Mix = OperationMix.TryParse("read=1", out var parsed) ? parsed : null },
            Trial = trial => trial with
            {
                Operations =
                    [new OperationResult { Kind = OperationKind.Read, Count = 50, Records = 50, Latency = trial.Latency }],
            },
        };
        var chart = PercentileFigures.Of(PlotSet.Of([Reported.Of(batches), Reported.Of(mix)]))!;

        chart.Title.ShouldBe("Latency of a batch or an operation");
        chart.XTitle.ShouldBe("percentile: share of the batches or operations that took no longer");
        chart.Series.Select(series => series.Points[^1].Tip.Split(' ')[^1]).ShouldBe(["batches", "operations"]);
        chart.Series.Select(series => series.Look.Index).ShouldBe([0, 1]);
        LineFigures.Throughput(PlotSet.Of([Reported.Of(batches), Reported.Of(mix)]), "throughput", "Throughput").Caption
            .ShouldStartWith("Records or operations / mean time");
    }
}
