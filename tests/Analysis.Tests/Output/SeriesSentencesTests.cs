using DbIngest.Analysis.Output;
using DbIngest.Analysis.Tests.Fakes;
using DbIngest.Core.Plan;

namespace DbIngest.Analysis.Tests.Output;

/// <summary>A trial by duration may end before each series has a record. Its figures are then those of fewer series.</summary>
public class SeriesSentencesTests
{
    [Theory]
    [InlineData(640, true)]
    [InlineData(1000, false)]
    public void Of_SourceWithFewerRecordsThanSeries_IsSaid(long records, bool isSaid)
    {
        var sweep = new FakeSweep
        {
            Records = [50_000],
            At = point => point with { DurationS = 1, Series = SeriesCount.TryParse("1000", out var series) ? series : null },
            Trial = trial => trial.Trial != 7 ? trial : trial with
            {
                Sources = [.. trial.Sources.Select(source => source.Source > 0 ? source
                    : source with { AcknowledgedRecords = records })],
            },
        };
        string[] expected = isSaid ? ["1,000 series a source: in a trial a source wrote 640 records, so that some series have "
            + "none; give a longer --duration or fewer --series."] : [];
        SeriesSentences.Of(sweep.Summary).ShouldBe(expected);
        SummaryTable.Short(sweep.Summary).Notes.Count(note => note.StartsWith("1,000 series a source:", StringComparison.Ordinal))
            .ShouldBe(expected.Length);
    }

    [Fact]
    public void Of_SourceThatIsOneSeries_SaysNothing() => SeriesSentences.Of(new FakeSweep().Summary).ShouldBeEmpty();
}
