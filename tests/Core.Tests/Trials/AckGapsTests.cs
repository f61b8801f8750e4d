using System.Diagnostics;
using DbIngest.Core.Pipeline;
using DbIngest.Core.Plan;
using DbIngest.Core.Tests.Fakes;
using DbIngest.Core.Trials;

namespace DbIngest.Core.Tests.Trials;

public sealed class AckGapsTests
{
    [Fact]
    public void Of_StallAmongQuickAcknowledgements_IsFoundWithItsPlace()
    {
        // Two batches of 10 records in each 10 ms, for a second, and none for 0.4 s in between.
        long[] records = [.. Enumerable.Repeat(20L, 100), .. Enumerable.Repeat(0L, 40), .. Enumerable.Repeat(20L, 100)];
        var stalls = AckGaps.Of(new AckCourse(0.01, records), turn: 10)!;
        stalls.MedianIntervalS.ShouldBe(0.005, 1e-9);
        stalls.ThresholdS.ShouldBe(AckGaps.LeastS);
        stalls.Count.ShouldBe(1);
        var stall = stalls.Longest.ShouldHaveSingleItem();
        stall.AtS.ShouldBe(1.0, 1e-9);
        stall.ForS.ShouldBe(0.4, 1e-9);
        stall.Acknowledged.ShouldBe(2000);
        (stalls.LongestS, stalls.TotalS).ShouldBe((stall.ForS, stall.ForS));
    }

    /// <summary>Where every acknowledgement takes long, none stands out.</summary>
    [Fact]
    public void Of_SlowAcknowledgements_AreNoStalls()
    {
        long[] records = [.. Enumerable.Range(0, 1000).Select(i => i % 20 == 0 ? 10L : 0)];
        var stalls = AckGaps.Of(new AckCourse(0.01, records), turn: 10)!;
        stalls.MedianIntervalS.ShouldBe(0.19, 1e-9);
        stalls.ThresholdS.ShouldBe(1.9, 1e-9);
        stalls.Count.ShouldBe(0);
        stalls.LongestS.ShouldBe(0.19, 1e-9);
    }

    /// <summary>
    /// Four sources at 20,000 records/s have a batch of 1,000 each 0.2 s, perhaps at the same moments: gaps of 0.19 s are those
    /// of the arrivals, and one of 0.79 s is the database's.
    /// </summary>
    [Theory]
    [InlineData("20000", 0.4)]
    [InlineData("5000/source", 0.4)]
    [InlineData("20000:poisson", 0.5)]
    [InlineData("40000@1s,20000@2s", 0.4)]
    public void Of_BatchesThatArriveAtARate_AreNoStallsBetweenThem(string text, double threshold)
    {
        ArrivalRate.TryParse(text, out var rate).ShouldBeTrue();
        var point = Points.Of(sources: 4, records: 1_000_000, batch: 1000) with { Rate = rate };
        AckGaps.ArrivalGapS(point).ShouldBe(threshold, 1e-9);
        AckGaps.ArrivalGapS(point with { Rate = null }).ShouldBe(0);
        long[] records = [.. Enumerable.Range(0, 1000).Select(i => i % 20 == 0 && (i < 400 || i > 450) ? 4000L : 0)];

        var stalls = AckGaps.Of(new AckCourse(0.01, records), turn: 1000, threshold)!;

        var stall = stalls.Longest.ShouldHaveSingleItem();
        stall.AtS.ShouldBe(3.81, 1e-9);
        stall.ForS.ShouldBe(0.79, 1e-9);
    }

    /// <summary>
    /// A source has a quarter of the rate: 20,000 records/s are five batches of 1,000 a second of each. Two of its batches
    /// lie apart the longest where a ramp is slow: from 1,000 records/s on, t/4 + 4.75/600 t^2 = 2 has t = 6.6145.
    /// </summary>
    [Theory]
    [InlineData("1000..20000@300s", 6.6145)]
    [InlineData("20000..1000@300s", 8)]
    [InlineData("20000..1000@300s,20000@1s", 6.6145)]
    [InlineData("0..20000@2s", 1.2649)]
    [InlineData("20000..0@2s", 1.2649)]
    [InlineData("20000@10s,0@60s,20000@10s", 60.4)]
    [InlineData("20000@10s,0@60s,20000@10s:poisson", 60.5)]
    [InlineData("20000@10s,0@60s", 0.4)]
    [InlineData("0@60s,20000@10s", 0.4)]
    public void ArrivalGapS_Stages_IsThatOfTheSlowestTime(string text, double expected)
    {
        ArrivalRate.TryParse(text, out var rate).ShouldBeTrue();
        AckGaps.ArrivalGapS(Points.Of(sources: 4, batch: 1000) with { Rate = rate }).ShouldBe(expected, 1e-4);
    }

    /// <summary>A gap of exactly the least length is one, and a shorter one is none.</summary>
    [Theory]
    [InlineData(9, 0)]
    [InlineData(10, 1)]
    public void Of_GapAtTheThreshold_DecidesByWholeIntervals(int empty, int count)
    {
        long[] records = [.. Enumerable.Repeat(20L, 50), .. Enumerable.Repeat(0L, empty), .. Enumerable.Repeat(20L, 50)];
        AckGaps.Of(new AckCourse(0.01, records), turn: 10)!.Count.ShouldBe(count);
    }

    [Fact]
    public void Of_ManyStalls_NamesTheLongestInTheOrderOfTime()
    {
        var records = new List<long> { 1000 };
        for (int i = 0; i < 50; i++)
        {
            records.AddRange(Enumerable.Repeat(0L, 20 + i));
            records.AddRange(Enumerable.Repeat(100L, 100));
        }

        var stalls = AckGaps.Of(new AckCourse(0.01, records), turn: 10)!;
        stalls.Count.ShouldBe(50);
        stalls.Longest.Count.ShouldBe(20);
        stalls.Longest.Select(stall => stall.AtS).ShouldBeInOrder();
        stalls.Longest[0].ForS.ShouldBe(0.5, 1e-9);
    }

    [Fact]
    public void Of_FewAcknowledgementsOrNone_IsNull()
    {
        AckGaps.Of(null, 10).ShouldBeNull();
        AckGaps.Of(new AckCourse(0.01, []), 10).ShouldBeNull();
        AckGaps.Of(new AckCourse(0.01, [10, 0, 0, 0, 10]), 10).ShouldBeNull();
    }

    /// <summary>A lane that outlasts its timeline counts on in longer intervals, and loses nothing.</summary>
    [Fact]
    public void Timeline_LongTrial_TakesIntervalsTogether()
    {
        var timeline = new AckTimeline(most: 8);
        for (int i = 0; i < 20; i++)
        {
            timeline.Add(i * Stopwatch.Frequency / 100, 1 + i);
        }

        timeline.IntervalS.ShouldBe(0.04, 1e-9);
        timeline.Records.ShouldBe([10, 26, 42, 58, 74, 0, 0, 0]);
        var quick = new AckTimeline(most: 8);
        quick.Add(0, 5);
        quick.Add(Stopwatch.Frequency * 7 / 100, 6);
        var course = AckCourse.Of([quick, timeline])!;
        course.IntervalS.ShouldBe(0.04, 1e-9);
        course.Records.ShouldBe([15, 32, 42, 58, 74]);
        AckCourse.Merge([new AckCourse(0.01, [1, 2, 3]), new AckCourse(0.02, [4])])!.Records.ShouldBe([7, 3]);
    }
}
