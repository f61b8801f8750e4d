using System.Numerics;

namespace DbIngest.Core.Latency;

/// <summary>
/// A log-linear histogram of times in nanoseconds, after HdrHistogram (Gil Tene, hdrhistogram.org): every power of two
/// is divided into 512 equal buckets, so that a bucket's midpoint is within 1/1024 (0.098 %) of each value in it: three
/// significant digits from 1 ns to 1 hour in one array of 17,223 counters. Values under 1,024 ns are exact.
/// </summary>
/// <remarks>
/// The bucket of a value v is <c>(s &lt;&lt; 9) + (v &gt;&gt; s)</c> with <c>s = max(0, floor(log2 v) - 9)</c>. Not thread-safe:
/// one a lane, merged afterwards. Percentiles of several lanes come from the merged histogram; they are never averaged.
/// </remarks>
[System.Text.Json.Serialization.JsonConverter(typeof(LatencyHistogramJsonConverter))]
public sealed class LatencyHistogram
{
    /// <summary>The largest value told apart, 1 hour in nanoseconds; larger ones are recorded as this.</summary>
    public const long HighestNanoseconds = 3_600_000_000_000;

    /// <summary>The bound on the relative error of <see cref="ValueAtPercentile"/>.</summary>
    public const double RelativeError = 1.0 / 1024;

    private const int SubBucketBits = 9;

    private readonly long[] _counts = new long[BucketCount];

    /// <summary>The number of buckets.</summary>
    internal static int BucketCount { get; } = BucketOf(HighestNanoseconds) + 1;

    /// <summary>Values recorded.</summary>
    public long Count { get; private set; }

    /// <summary>Values over <see cref="HighestNanoseconds"/>, recorded as that.</summary>
    public long ClampedCount { get; private set; }

    /// <summary>The smallest value, exact; 0 when empty.</summary>
    public long Min { get; private set; }

    /// <summary>The largest value, exact; 0 when empty.</summary>
    public long Max { get; private set; }

    /// <summary>The arithmetic mean of the values, from their exact sum; 0 when empty.</summary>
    public double Mean => Count == 0 ? 0 : (double)Sum / Count;

    /// <summary>The sum of all values, exact.</summary>
    internal UInt128 Sum { get; private set; }

    /// <summary>The counters, by bucket.</summary>
    internal ReadOnlySpan<long> Counts => _counts;

    /// <summary>One histogram of all values of several.</summary>
    /// <param name="histograms">The several.</param>
    /// <returns>A new one.</returns>
    public static LatencyHistogram Merged(IEnumerable<LatencyHistogram> histograms)
    {
        var merged = new LatencyHistogram();
        foreach (var histogram in histograms)
        {
            merged.Merge(histogram);
        }

        return merged;
    }

    /// <summary>Adds a value. Values under 1 ns (two readings within one tick of the clock) count as 1 ns.</summary>
    /// <param name="nanoseconds">The time in nanoseconds.</param>
    public void Record(long nanoseconds)
    {
        long value = Math.Clamp(nanoseconds, 1, HighestNanoseconds);
        ClampedCount += nanoseconds > HighestNanoseconds ? 1 : 0;
        Min = Count == 0 ? value : Math.Min(Min, value);
        Max = Math.Max(Max, value);
        Sum += (ulong)value;
        Count++;
        _counts[BucketOf(value)]++;
    }

    /// <summary>Adds every value that another histogram holds.</summary>
    /// <param name="other">The other one, left as it is.</param>
    /// <exception cref="OverflowException">Both together hold more values than a counter does.</exception>
    public void Merge(LatencyHistogram other)
    {
        if (other.Count == 0)
        {
            return;
        }

        AddTotals(other.Count, other.ClampedCount, other.Min, other.Max, other.Sum);
        for (int bucket = BucketOf(other.Min); bucket <= BucketOf(other.Max); bucket++)
        {
            _counts[bucket] += other._counts[bucket];
        }
    }

    /// <summary>
    /// Adds every value of an encoded histogram. It makes none of its own: merging hundreds of trials leaves no garbage.
    /// </summary>
    /// <param name="text">What <see cref="Encode"/> wrote.</param>
    /// <exception cref="FormatException">The text is not the encoding of a histogram; nothing was added.</exception>
    /// <exception cref="OverflowException">Both together hold more values than a counter does; nothing was added.</exception>
    public void MergeEncoded(string text) => HistogramCodec.DecodeInto(this, text);

    /// <summary>
    /// The value at or under which a share of the values lies (nearest rank), within <see cref="RelativeError"/> and
    /// never outside <see cref="Min"/> to <see cref="Max"/>, which percentiles 0 and 100 give exactly.
    /// </summary>
    /// <param name="percentile">The share in per cent, 0 to 100.</param>
    /// <returns>Nanoseconds; 0 when empty.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The percentile is not within 0 to 100.</exception>
    public long ValueAtPercentile(double percentile)
    {
        if (!(percentile >= 0 && percentile <= 100))
        {
            throw new ArgumentOutOfRangeException(nameof(percentile), percentile, "A percentile lies within 0 to 100.");
        }

        // One step down, as HdrHistogram does: 99.9 % of 1000 must be rank 999, whichever way its product is rounded.
        double share = Math.Max(0, Math.BitDecrement(percentile) / 100);
        long rank = Math.Clamp((long)Math.Ceiling(share * Count), 1, Math.Max(1, Count));
        if (rank == 1 || rank == Count)
        {
            return rank == 1 ? Min : Max;
        }

        int bucket = 0;
        for (long seen = _counts[0]; seen < rank; seen += _counts[bucket])
        {
            bucket++;
        }

        (long lowest, long width) = RangeOf(bucket);
        return Math.Clamp(lowest + (width / 2), Min, Max);
    }

    /// <summary>Forgets every value.</summary>
    public void Reset()
    {
        Array.Clear(_counts);
        Count = 0;
        ClampedCount = 0;
        Min = 0;
        Max = 0;
        Sum = 0;
    }

    /// <summary>The whole histogram as text: see <see cref="HistogramCodec"/> for the format.</summary>
    /// <returns>Base64 of the encoding, about four characters a bucket in use.</returns>
    public string Encode() => HistogramCodec.Encode(this);

    /// <summary>Reads what <see cref="Encode"/> wrote.</summary>
    /// <param name="text">The text.</param>
    /// <returns>A histogram equal to the encoded one.</returns>
    /// <exception cref="FormatException">The text is not the encoding of a histogram.</exception>
    public static LatencyHistogram Decode(string text)
    {
        var histogram = new LatencyHistogram();
        histogram.MergeEncoded(text);
        return histogram;
    }

    /// <summary>The bucket of a value.</summary>
    /// <param name="value">A value of 1 to <see cref="HighestNanoseconds"/>.</param>
    /// <returns>Its index.</returns>
    internal static int BucketOf(long value)
    {
        int shift = BitOperations.Log2((ulong)value | (1UL << SubBucketBits)) - SubBucketBits;
        return (shift << SubBucketBits) + (int)(value >> shift);
    }

    /// <summary>The values of a bucket.</summary>
    /// <param name="bucket">Its index.</param>
    /// <returns>The lowest value and how many values there are.</returns>
    internal static (long Lowest, long Width) RangeOf(int bucket)
    {
        int shift = Math.Max(0, (bucket >> SubBucketBits) - 1);
        return ((long)(bucket - (shift << SubBucketBits)) << shift, 1L << shift);
    }

    /// <summary>Adds the totals of values whose buckets are added after.</summary>
    /// <param name="count">How many there are, above 0.</param>
    /// <param name="clamped">Those of them that had been clamped.</param>
    /// <param name="min">The smallest.</param>
    /// <param name="max">The largest.</param>
    /// <param name="sum">Their sum.</param>
    internal void AddTotals(long count, long clamped, long min, long max, UInt128 sum)
    {
        long total = checked(Count + count);
        Min = Count == 0 ? min : Math.Min(Min, min);
        Max = Math.Max(Max, max);
        Sum += sum;
        ClampedCount += clamped;
        Count = total;
    }

    /// <summary>Adds to one bucket of values whose totals were added.</summary>
    internal void AddToBucket(int bucket, long count) => _counts[bucket] += count;
}
