using DbIngest.Core.Latency;
using FsCheck;
using FsCheck.Fluent;

namespace DbIngest.Core.Tests.Latency;

public class HistogramCodecTests
{
    [Fact]
    public void Decode_OfEncoded_GivesTheSame() =>
        Prop.ForAll(LatencyHistogramTests.Values, values =>
        {
            LatencyHistogram histogram = LatencyHistogramTests.Of(values);
            LatencyHistogramTests.ShouldEqual(LatencyHistogram.Decode(histogram.Encode()), histogram);
        }).QuickCheckThrowOnFailure();

    [Fact]
    public void Decode_OfClampedAndHugeCounts_GivesTheSame()
    {
        LatencyHistogram histogram = LatencyHistogramTests.Of([long.MaxValue, 7, 123_456]);
        for (int doubling = 0; doubling < 60; doubling++)
        {
            LatencyHistogram copy = LatencyHistogram.Decode(histogram.Encode());
            LatencyHistogramTests.ShouldEqual(copy, histogram);
            histogram.Merge(copy);
        }

        histogram.Count.ShouldBe(3L << 60);
        Should.Throw<OverflowException>(() =>
        {
            histogram.Merge(histogram);
            histogram.Merge(histogram);
        });
    }

    [Fact]
    public void Decode_OfMutated_IsRefusedOrAHistogramOfThatText() =>
        Prop.ForAll(
            LatencyHistogramTests.Values,
            ArbMap.Default.ArbFor<int[]>(),
            (values, edits) =>
            {
                byte[] bytes = Convert.FromBase64String(LatencyHistogramTests.Of(values).Encode());
                foreach (int edit in edits)
                {
                    bytes[(edit & int.MaxValue) % bytes.Length] ^= (byte)(edit >> 3);
                }

                ShouldRefuseOrAgree(Convert.ToBase64String(bytes));
                ShouldRefuseOrAgree(Convert.ToBase64String(bytes.AsSpan(0, bytes.Length - 1)));
                ShouldRefuseOrAgree(Convert.ToBase64String([.. bytes, 1]));
            }).QuickCheckThrowOnFailure();

    [Fact]
    public void MergeEncoded_IsMergeOfTheDecoded() =>
        Prop.ForAll(LatencyHistogramTests.Values, LatencyHistogramTests.Values, (first, second) =>
        {
            var merged = LatencyHistogramTests.Of(first);
            merged.MergeEncoded(LatencyHistogramTests.Of(second).Encode());
            LatencyHistogramTests.ShouldEqual(merged, LatencyHistogramTests.Of([.. first, .. second]));
        }).QuickCheckThrowOnFailure();

    [Fact]
    public void MergeEncoded_OfRefused_AddsNothing()
    {
        string[] refused = [
            Convert.ToBase64String([.. Convert.FromBase64String(LatencyHistogramTests.Of([7, 123_456]).Encode()), 1]),
            "rubbish!"];
        var histogram = LatencyHistogramTests.Of([5, 7]);
        foreach (string text in refused)
        {
            Should.Throw<FormatException>(() => histogram.MergeEncoded(text));
        }

        LatencyHistogramTests.ShouldEqual(histogram, LatencyHistogramTests.Of([5, 7]));
    }

    [Theory]
    [InlineData("")]
    [InlineData("rubbish!")]
    [InlineData("Ag==")] // an unknown version
    [InlineData("AQ==")] // nothing after the version
    [InlineData("AQAAAA==")] // empty, and something follows
    [InlineData("AQAB")] // empty, and one clamped
    [InlineData("AQEABQAFBgEB")] // something follows the last bucket
    [InlineData("AQEABQAEBgE=")] // a sum of 4 for one value of 5
    [InlineData("AQEABQAFBwE=")] // a minimum of 5 in bucket 6
    [InlineData("AQEABQEFBgE=")] // a maximum of 6 in bucket 5
    [InlineData("AQEABQAABgA=")] // a bucket without a count
    [InlineData("AQEBBQAFBgE=")] // clamped at 5 ns
    [InlineData("AQGAAAUABQYB")] // a number with a needless byte
    [InlineData("AQGAgICAgICAgICAgICAgICAgICAgICAgIAB")] // a number without an end
    public void Decode_OfRubbish_Throws(string text) => Should.Throw<FormatException>(() => LatencyHistogram.Decode(text));

    [Fact]
    public void Decode_OfOneValue_IsTheDocumentedFormat()
    {
        LatencyHistogram.Decode("AQEABQAFBgE=").Max.ShouldBe(5);
        LatencyHistogramTests.Of([5]).Encode().ShouldBe("AQEABQAFBgE=");
    }

    /// <summary>The text alone: room for all buckets, 172 kB, is used again.</summary>
    [Fact]
    public void Encode_FewBuckets_AllocatesLittle()
    {
        var histogram = LatencyHistogramTests.Of([5, 7, 123_456]);
        Allocation.LeastOf(() => histogram.Encode()).ShouldBeLessThan(1_000);
    }

    [Fact]
    public void MergeEncoded_OfLongText_IsRefusedBeforeAnythingIsAllocatedForIt()
    {
        string text = new('A', HistogramCodec.MaxCharacters + 4);
        var histogram = new LatencyHistogram();
        long before = GC.GetAllocatedBytesForCurrentThread();
        Should.Throw<FormatException>(() => histogram.MergeEncoded(text));
        (GC.GetAllocatedBytesForCurrentThread() - before).ShouldBeLessThan(100_000);
    }

    private static void ShouldRefuseOrAgree(string text)
    {
        LatencyHistogram histogram;
        try
        {
            histogram = LatencyHistogram.Decode(text);
        }
        catch (FormatException)
        {
            return;
        }

        histogram.Encode().ShouldBe(text);
    }
}
