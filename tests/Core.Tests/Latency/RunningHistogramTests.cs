using DbIngest.Core.Latency;
using DbIngest.Core.Pipeline;
using FsCheck;
using FsCheck.Fluent;

namespace DbIngest.Core.Tests.Latency;

/// <summary>Histograms that are read while a lane fills them.</summary>
public class RunningHistogramTests
{
    [Fact]
    public void MergeRunning_OfOneAtRest_HasItsCountsAndPercentiles() => Prop.ForAll(LatencyHistogramTests.Values, values =>
    {
        var whole = LatencyHistogramTests.Of(values);
        var seen = new LatencyHistogram();
        seen.MergeRunning(whole);
        seen.Counts.SequenceEqual(whole.Counts).ShouldBeTrue();
        (seen.Count, seen.Min, seen.Max).ShouldBe((whole.Count, whole.Min, whole.Max));
        seen.ValueAtPercentile(99).ShouldBe(whole.ValueAtPercentile(99));
    }).QuickCheckThrowOnFailure();

    [Fact]
    public async Task MergeRunning_WhileALaneRecords_IsConsistentInItself()
    {
        const int values = 3_000_000;
        var running = new LatencyHistogram();
        var lane = Task.Run(() =>
        {
            for (long i = 1; i <= values; i++)
            {
                running.Record((i * 7919 % 1_000_003) + 1);
            }
        });
        long last = 0;
        do
        {
            var seen = new LatencyHistogram();
            seen.MergeRunning(running);
            long sum = 0;
            foreach (long count in seen.Counts)
            {
                sum += count;
            }

            seen.Count.ShouldBe(sum);
            seen.Count.ShouldBeGreaterThanOrEqualTo(last);
            seen.ValueAtPercentile(99).ShouldBeInRange(seen.Min, seen.Max);
            last = seen.Count;
        }
        while (!lane.IsCompleted);
        await lane;
        var end = new LatencyHistogram();
        end.MergeRunning(running);
        end.Count.ShouldBe(values);
    }

    [Fact]
    public void TakeNewerThan_InSteps_GivesEachValueOnce() => Prop.ForAll(LatencyHistogramTests.Values, values =>
    {
        var whole = new LatencyHistogram();
        var earlier = new LatencyHistogram();
        long taken = 0;
        foreach (long value in values)
        {
            whole.Record(value);
            taken += whole.TakeNewerThan(earlier).Sum(bucket => bucket.Count);
            taken.ShouldBe(whole.Count);
        }

        whole.TakeNewerThan(earlier).ShouldBeEmpty();
        earlier.Counts.SequenceEqual(whole.Counts).ShouldBeTrue();
    }).QuickCheckThrowOnFailure();

    [Fact]
    public void Sum_OfProcesses_AddsCountsAndMergesHistograms()
    {
        var sum = IngestSnapshot.Sum(
        [
            new() { AcknowledgedRecords = 5, Retries = 1, BacklogBatches = 2, Latency = LatencyHistogramTests.Of([10]) },
            null,
            new() { AcknowledgedRecords = 7, BacklogBatches = 4, Latency = LatencyHistogramTests.Of([30]) },
        ]);
        (sum.AcknowledgedRecords, sum.Retries, sum.BacklogBatches).ShouldBe((12, 1, 6));
        (sum.Latency!.Count, sum.Latency.Max).ShouldBe((2, 30));
        IngestSnapshot.Sum([null]).Latency.ShouldBeNull();
    }
}
