using DbIngest.Core.Latency;
using FsCheck;
using FsCheck.Fluent;

namespace DbIngest.Core.Tests.Latency;

public class LatencyHistogramTests
{
    // All magnitudes alike: a uniform choice of values would hardly ever try a short one.
    private static readonly Gen<long> Value =
        from bits in Gen.Choose(0, 41)
        from fraction in Gen.Choose(0, int.MaxValue)
        select Math.Min((1L << bits) + (long)((1L << bits) * (fraction / (double)int.MaxValue)),
            LatencyHistogram.HighestNanoseconds);

    internal static readonly Arbitrary<long[]> Values = Value.ArrayOf().ToArbitrary();

    private static readonly Arbitrary<double> Percentile =
        Gen.OneOf(Gen.Choose(0, 100_000).Select(p => p / 1000.0), Gen.Elements(0.0, 50.0, 90.0, 99.0, 99.9, 99.99, 100.0))
            .ToArbitrary();

    internal static LatencyHistogram Of(IEnumerable<long> values)
    {
        LatencyHistogram histogram = new();
        foreach (long value in values)
        {
            histogram.Record(value);
        }

        return histogram;
    }

    internal static void ShouldEqual(LatencyHistogram actual, LatencyHistogram expected)
    {
        actual.Counts.SequenceEqual(expected.Counts).ShouldBeTrue();
        actual.Count.ShouldBe(expected.Count);
        actual.ClampedCount.ShouldBe(expected.ClampedCount);
        actual.Min.ShouldBe(expected.Min);
        actual.Max.ShouldBe(expected.Max);
        actual.Sum.ShouldBe(expected.Sum);
    }

    [Fact]
    public void ValueAtPercentile_AnyValues_IsWithinTheErrorOfTheNearestRank() =>
        Prop.ForAll(Values, Percentile, (values, percentile) =>
        {
            long[] sorted = [.. values.Order()];
            long expected = 0;
            if (sorted.Length > 0)
            {
                int rank = (int)Math.Ceiling((decimal)percentile * sorted.Length / 100);
                expected = sorted[Math.Max(1, rank) - 1];
            }

            long actual = Of(values).ValueAtPercentile(percentile);
            Math.Abs((double)(actual - expected)).ShouldBeLessThanOrEqualTo(expected * LatencyHistogram.RelativeError);
        }).QuickCheckThrowOnFailure();

    [Fact]
    public void Record_AnyValues_KeepsCountMinMaxAndMeanExact() =>
        Prop.ForAll(Values, values =>
        {
            LatencyHistogram histogram = Of(values);
            histogram.Count.ShouldBe(values.Length);
            histogram.Min.ShouldBe(values.DefaultIfEmpty().Min());
            histogram.Max.ShouldBe(values.DefaultIfEmpty().Max());
            histogram.Sum.ShouldBe((UInt128)values.Sum(v => (decimal)v));
            histogram.Mean.ShouldBe((double)histogram.Sum / Math.Max(1, values.Length));
        }).QuickCheckThrowOnFailure();

    [Fact]
    public void Merge_AnyTwo_EqualsRecordingAll() =>
        Prop.ForAll(Values, Values, (left, right) =>
        {
            LatencyHistogram merged = Of(left);
            merged.Merge(Of(right));
            ShouldEqual(merged, Of(left.Concat(right)));
        }).QuickCheckThrowOnFailure();

    [Fact]
    public void BucketOf_EveryBucket_HoldsItsRangeAndNoMore()
    {
        long next = 0;
        for (int bucket = 0; bucket < LatencyHistogram.BucketCount; bucket++)
        {
            (long lowest, long width) = LatencyHistogram.RangeOf(bucket);
            lowest.ShouldBe(next);
            LatencyHistogram.BucketOf(lowest).ShouldBe(bucket);
            LatencyHistogram.BucketOf(lowest + width - 1).ShouldBe(bucket);
            next = lowest + width;
        }

        next.ShouldBeGreaterThan(LatencyHistogram.HighestNanoseconds);
    }

    [Fact]
    public void Record_OverAnHour_IsClampedAndCounted()
    {
        LatencyHistogram histogram = Of([5, LatencyHistogram.HighestNanoseconds, long.MaxValue]);
        histogram.ClampedCount.ShouldBe(1);
        histogram.Max.ShouldBe(LatencyHistogram.HighestNanoseconds);
        histogram.Count.ShouldBe(3);
    }

    [Theory]
    [InlineData(0)]
    [InlineData(-1)]
    [InlineData(long.MinValue)]
    public void Record_UnderOneNanosecond_CountsAsOne(long value) => Of([value]).Min.ShouldBe(1);

    [Fact]
    public void Record_InSteadyState_AllocatesNothing()
    {
        LatencyHistogram histogram = Of([1]);
        Allocation.LeastOf(() =>
        {
            for (long i = 0; i < 10_000; i++)
            {
                histogram.Record(i * i);
            }
        }).ShouldBe(0);
    }

    [Fact]
    public void Reset_AfterRecording_IsEmpty()
    {
        LatencyHistogram histogram = Of([1, 1000, long.MaxValue]);
        histogram.Reset();
        ShouldEqual(histogram, new LatencyHistogram());
    }

    [Fact]
    public void ValueAtPercentile_Empty_IsZero() => new LatencyHistogram().ValueAtPercentile(99).ShouldBe(0);

    [Theory]
    [InlineData(-0.1)]
    [InlineData(100.1)]
    [InlineData(double.NaN)]
    public void ValueAtPercentile_OutsideItsRange_Throws(double percentile) =>
        Should.Throw<ArgumentOutOfRangeException>(() => Of([1]).ValueAtPercentile(percentile));
}
