using DbIngest.Core.Latency;
using FsCheck;
using FsCheck.Fluent;
using HdrHistogram;

namespace DbIngest.Core.Tests.Latency;

/// <summary>
/// Our histogram beside the package whose layout it follows. With three digits that one divides every power of two into 1,024
/// buckets, so that each of our 512 holds two of its own whole. Times from 2^41 ns (37 minutes) on are left out: version 2.5.0
/// shifts an int by 31 for the width of their buckets, and reports values below those that were recorded.
/// </summary>
public sealed class HdrHistogramTests
{
    private static readonly Arbitrary<long[]> Values =
        LatencyHistogramTests.Values.Generator.Select(values => values.Where(value => value < 1L << 41).ToArray()).ToArbitrary();

    [Fact]
    public void Counts_AnyValues_AreThoseOfThePackage() => Prop.ForAll(Values, values =>
        ShouldAgree(LatencyHistogramTests.Of(values), Reference(values))).QuickCheckThrowOnFailure();

    [Fact]
    public void Merge_AnyTwo_IsThePackagesAdd() => Prop.ForAll(Values, Values, (left, right) =>
    {
        var merged = LatencyHistogramTests.Of(left);
        merged.Merge(LatencyHistogramTests.Of(right));
        var reference = Reference(left);
        reference.Add(Reference(right));
        ShouldAgree(merged, reference);
    }).QuickCheckThrowOnFailure();

    /// <summary>A quarter below each rank: the package rounds a rank to the nearest, we take the next whole one.</summary>
    [Fact]
    public void ValueAtPercentile_EveryRank_LiesInThePackagesBucket() => Prop.ForAll(Values, values =>
    {
        var histogram = LatencyHistogramTests.Of(values);
        var reference = Reference(values);
        for (int rank = 1; rank <= values.Length; rank++)
        {
            double percentile = 100 * (rank - 0.25) / values.Length;
            int expected = LatencyHistogram.BucketOf(reference.GetValueAtPercentile(percentile));
            LatencyHistogram.BucketOf(histogram.ValueAtPercentile(percentile)).ShouldBe(expected, $"rank {rank}");
        }
    }).QuickCheckThrowOnFailure();

    private static LongHistogram Reference(long[] values)
    {
        var reference = new LongHistogram(LatencyHistogram.HighestNanoseconds, numberOfSignificantValueDigits: 3);
        foreach (long value in values)
        {
            reference.RecordValue(value);
        }

        return reference;
    }

    private static void ShouldAgree(LatencyHistogram histogram, LongHistogram reference)
    {
        histogram.Count.ShouldBe(reference.TotalCount);
        histogram.Counts.ToArray().Index().Where(bucket => bucket.Item > 0).ShouldBe(reference.RecordedValues()
            .GroupBy(recorded => LatencyHistogram.BucketOf(recorded.ValueIteratedTo), recorded => recorded.CountAtValueIteratedTo)
            .Select(bucket => (bucket.Key, bucket.Sum())));
        reference.LowestEquivalentValue(histogram.Max).ShouldBe(reference.LowestEquivalentValue(reference.GetMaxValue()));
        if (histogram.Count > 0)
        {
            // The package takes a bucket's middle for each value in it; ours is of the exact sum.
            histogram.Mean.ShouldBe(reference.GetMean(), histogram.Mean * LatencyHistogram.RelativeError);
        }
    }
}
