using DbIngest.Analysis.Figures;
using DbIngest.Analysis.Tests.Fakes;
using DbIngest.Analysis.Tests.Report;
using DbIngest.Core.Operations;
using DbIngest.Core.Plan;

namespace DbIngest.Analysis.Tests.Figures;

/// <summary>A reader takes the number before a title for that of all sources, of records, in the unit of the title.</summary>
public class PlotAxisTests
{
    private static readonly Point Place = new FakeSweep { Records = [1000] }.Points.Single();

    [Theory]
    [InlineData("1000,2000", null, "1,000 records/s arriving")]
    [InlineData("500/source,1k/source", null, "500 records/s arriving a source")]
    [InlineData("1000:poisson,2000:poisson", null, "1,000 records/s arriving Poisson")]
    [InlineData("1000,2000:poisson", null, "1,000 records/s arriving")]
    [InlineData("1000,2000", "read=50,update=50", "1,000 operations/s arriving")]
    public void At_ARate_SaysWhatArrivesAndWhetherAtEachSource(string rates, string? mix, string expected)
    {
        var set = Set([.. rates.Split(',').Select(rate => Place with { Rate = Rate(rate), Mix = Mix(mix) })]);
        SentenceParts.At(set, set.Series[0].Points[0]).ShouldBe(expected);
    }

    /// <summary>A closed loop beside rates has no place on their axis: nothing would arrive at 0.</summary>
    [Fact]
    public void Of_AClosedLoopBesideRates_IsNotOverTheRates()
    {
        var set = Set([Place, Place with { Rate = Rate("1000") }, Place with { Rate = Rate("2000") }]);
        set.Axis.Title.ShouldBe("records a source");
        set.Series.Select(series => series.Name).ShouldBe(["sqlite", "sqlite rate 1,000/s", "sqlite rate 2,000/s"]);
        set.ByMix().Select(part => (part.Mix, part.Set.Series.Count)).ShouldBe([(string.Empty, 1), ("points at a rate", 2)]);
    }

    [Fact]
    public void At_DisorderOfOneReach_SaysIt()
    {
        var set = Set([.. new[] { "0.001%:1h", "10%:1h" }.Select(text => Disorder.TryParse(text, out var disorder)
            ? Place with { Axes = Place.Axes.With(SweepAxes.Disorder, disorder) } : throw new ArgumentException(text))]);
        SentenceParts.At(set, set.Series[0].Points[0]).ShouldBe("0.001 % of records late up to 3600 s");
    }

    [Fact]
    public void Boxes_FractionsOnTheAxis_AreNotRoundedToTheSameNumber() =>
        SpreadFigures.Boxes(Set([.. new[] { 0.5, 1, 2 }.Select(seconds => Place with { DurationS = seconds })])).Groups
            .ShouldBe(["0.5", "1", "2"]);

    /// <summary>Where the clock ends every trial, the number of records is an upper bound, which no trial reaches.</summary>
    [Fact]
    public void Figures_TrialsEndedByTheClock_StandOverTheirTime()
    {
        var set = Set([Place with { RecordsPerSource = SweepAxes.Records.Largest, DurationS = 30 }]);

        (set.Axis.Title, set.Axis.Value(set.Series[0].Points[0].Point)).ShouldBe(("seconds", 30.0));
        SentenceParts.At(set, set.Series[0].Points[0]).ShouldBe("30 s a trial");
        LineFigures.Throughput(set, "throughput", "Throughput").Series[0].Points[0].Tip.ShouldContain("\n30 seconds\n");
        SpreadFigures.Boxes(set).Groups.ShouldBe(["30"]);
    }

    private static PlotSet Set(Point[] points) => PlotSet.Of([Reported.Of(new FakeSweep { Places = points })]);

    private static ArrivalRate Rate(string text) => ArrivalRate.TryParse(text, out var rate) ? rate
        : throw new ArgumentException(text);

    private static OperationMix? Mix(string? text) => text is null ? null
        : OperationMix.TryParse(text, out var mix) ? mix : throw new ArgumentException(text);
}
