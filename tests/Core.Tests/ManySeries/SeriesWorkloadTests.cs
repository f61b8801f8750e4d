using DbIngest.Abstractions.Records;
using DbIngest.Core.LateRecords;
using DbIngest.Core.ManySeries;
using DbIngest.Core.Plan;
using DbIngest.Core.Tests.Fakes;

namespace DbIngest.Core.Tests.ManySeries;

/// <summary>
/// Each record keeps its values and gets the number of its series. The records of <see cref="CountingWorkload"/> come every
/// millisecond.
/// </summary>
public sealed class SeriesWorkloadTests
{
    private const int RecordsPerMinute = 60_000;

    [Fact]
    public void Fill_SeriesInTurn_KeepsTheRecordsAndNumbersThem()
    {
        using var inner = new CountingWorkload();
        using var workload = Workload("7");
        var (plain, numbered) = (Fill(inner, 3, 995, 50), Fill(workload, 3, 995, 50));

        numbered.Schema.Values.Select(value => value.Name).ShouldBe(["a", "b", "series"]);
        (numbered.Schema.SeriesColumn, numbered.Schema.MeasuredCount).ShouldBe((2, 2));
        (numbered.Source, numbered.FirstSequence, numbered.Count).ShouldBe((3, 995, 50));
        numbered.Timestamps.ShouldBe(plain.Timestamps);
        numbered.Qualities.ShouldBe(plain.Qualities);
        numbered.Column(0).ToArray().ShouldBe(plain.Column(0).ToArray());
        numbered.Column(1).ToArray().ShouldBe(plain.Column(1).ToArray());
        numbered.Column(2).ToArray().ShouldBe(Enumerable.Range(995, 50).Select(sequence => (3 * 7) + (double)(sequence % 7)));
    }

    /// <summary>One batch after another, in parts, or asked for again: the same records.</summary>
    [Theory]
    [InlineData("1000", "none")]
    [InlineData("1000:hotspot", "none")]
    [InlineData("100:hotspot", "50%/min")]
    public void Fill_InParts_IsTheSame(string series, string churn)
    {
        using var workload = Workload(series, churn);
        var whole = Fill(workload, 1, 120_000, 3000);
        using var records = workload.Open(1);
        var part = new RecordBatch(workload.Schema, 700);
        double[] room = new double[3];
        for (int first = 0; first < 3000; first += part.Count)
        {
            records.Fill(part, 120_000 + first, Math.Min(700, 3000 - first));
            for (int row = 0; row < part.Count; row++)
            {
                RecordHash.OfRow(part, row, room).ShouldBe(RecordHash.OfRow(whole, first + row, room));
            }
        }
    }

    /// <summary>
    /// 80 % of the records go to the first fifth of the series, evenly within each part: by chi-squared against the law, three
    /// degrees of freedom, critical value 16.27 at p = 0.001 (NIST/SEMATECH e-Handbook, 1.3.6.7.4).
    /// </summary>
    [Fact]
    public void Fill_Hotspot_GivesFourFifthsToAFifth()
    {
        const int records = 100_000;
        using var workload = Workload("10:hotspot");
        var counts = Series(workload, 0, records).CountBy(series => (int)series).ToDictionary();

        counts.Count.ShouldBe(10);
        double Sum(int from, int to) => Enumerable.Range(from, to - from).Sum(series => counts[series]);
        (double Seen, double Law)[] cells =
            [(counts[0], 0.4), (counts[1], 0.4), (Sum(2, 6), 0.1), (Sum(6, 10), 0.1)];
        cells.Sum(cell => Math.Pow(cell.Seen - (cell.Law * records), 2) / (cell.Law * records)).ShouldBeLessThan(16.27);
    }

    /// <summary>Another source and another seed give other places to other records, and no two sources share a series.</summary>
    [Fact]
    public void Fill_OtherSourceOrSeed_DrawsOtherSeries()
    {
        using var workload = Workload("1000:hotspot", "100%/min", seed: 1);
        using var other = Workload("1000:hotspot", "100%/min", seed: 2);
        double[] drawn = Series(workload, 0, 200_000);
        double[] ofAnother = Series(workload, 1, 200_000);

        ofAnother.Intersect(drawn).ShouldBeEmpty();
        ofAnother.Select(series => series % 1000).ShouldNotBe(drawn.Select(series => series % 1000));
        Series(other, 0, 200_000).ShouldNotBe(drawn);
    }

    /// <summary>A record that comes late stays in the series of its device.</summary>
    [Fact]
    public void Of_LateRecords_KeepTheirSeries()
    {
        Disorder.TryParse("20%:1s", out var late).ShouldBeTrue();
        using var inner = new CountingWorkload();
        var point = At("7");
        var ordered = new StreamWorkloads().Of(inner, point, 1, 5000);
        var disordered = new StreamWorkloads().Of(inner, point with { Disorder = late }, 1, 5000);

        (double Value, double Series)[] Content(Core.Sources.IWorkload workload, int count) =>
            [.. Fill(workload, 0, 0, count).Column(0).ToArray().Zip(Fill(workload, 0, 0, count).Column(2).ToArray())];
        Content(disordered, 2000).Where(record => record.Value >= 0).ShouldBeSubsetOf(Content(ordered, 5000));
        Content(disordered, 2000).ShouldNotBe(Content(ordered, 2000));
    }

    /// <summary>
    /// At 10 % a minute a thousand places get about 100 new series in each minute, and after ten minutes each has got exactly
    /// one.
    /// </summary>
    [Fact]
    public void Fill_Churn_ReplacesTheShareInEachMinute()
    {
        using var workload = Workload("1000", "10%/min");
        HashSet<double>[] minutes = [.. Enumerable.Range(0, 11)
            .Select(minute => Series(workload, 0, 1000, minute * RecordsPerMinute).ToHashSet())];

        minutes[0].Count.ShouldBe(1000);
        minutes[0].Concat(minutes[10]).Distinct().Count().ShouldBe(2000);
        for (int minute = 1; minute <= 10; minute++)
        {
            // Binomial, n = 1000, p = 0.1: within six standard deviations of 9.5. A second's worth falls within the minute.
            minutes[minute].Except(minutes[minute - 1]).Count().ShouldBeInRange(43, 157);
            minutes[minute].Count.ShouldBe(1000);
        }

        // A series that has gone does not come back.
        minutes[10].Intersect(minutes[0]).ShouldBeEmpty();
    }

    [Fact]
    public void Of_PointsWithTheSameSeries_IsOneWorkload()
    {
        using var inner = new CountingWorkload();
        var streams = new StreamWorkloads();
        var point = At("10");
        var one = streams.Of(inner, point, 1, 1000);

        one.ShouldBeOfType<SeriesWorkload>();
        streams.Of(inner, point with { Churn = null }, 1, 1000).ShouldBeSameAs(one);
        streams.Of(inner, At("none"), 1, 1000).ShouldBeSameAs(inner);
        streams.Of(inner, At("11"), 1, 1000).ShouldNotBeSameAs(one);
    }

    [Fact]
    public void WithSeries_ANameThatIsThere_IsRefused() =>
        Should.Throw<ArgumentException>(() => new RecordSchema([new("series", "A")]).WithSeries()).Message
            .ShouldContain("series");

    private static SeriesWorkload Workload(string series, string churn = "none", ulong seed = 1)
    {
        Churn.TryParse(churn, out var replaced).ShouldBeTrue();
        return new SeriesWorkload(new CountingWorkload(), Series(series), replaced!.IsNone ? null : replaced, sources: 4, seed);
    }

    private static Point At(string series) =>
        Point.Of(AxisValues.None.With(SweepAxes.Series, Series(series)).With(SweepAxes.Sources, SourceLayout.Single(1)));

    private static SeriesCount Series(string text) =>
        SeriesCount.TryParse(text, out var series) ? series : throw new InvalidOperationException(text);

    private static double[] Series(SeriesWorkload workload, int source, int count, long first = 0) =>
        Fill(workload, source, first, count).Column(workload.Schema.SeriesColumn).ToArray();

    private static RecordBatch Fill(Core.Sources.IWorkload workload, int source, long first, int count)
    {
        var batch = new RecordBatch(workload.Schema, count);
        using var records = workload.Open(source);
        records.Fill(batch, first, count);
        return batch;
    }
}
