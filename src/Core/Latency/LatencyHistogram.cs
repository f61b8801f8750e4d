using System.Numerics;

namespace DbIngest.Core.Latency;

/// <summary>
/// Counts times in nanoseconds in buckets. Each lane records the time of every batch or operation in one histogram, as probes do
/// for their questions. The outcome of a trial merges them, and reports take percentiles from the merged histogram. Log-linear
/// after HdrHistogram (Gil Tene, hdrhistogram.org): every power of two is divided into 512 equal buckets, so that the midpoint of
/// a bucket is within 1/1024 (0.098 %) of each value in it, from 1 ns to 1 hour. Values under 1,024 ns are exact.
/// </summary>
/// <remarks>
/// Lanes call <see cref="Record"/> on the timed path: it allocates nothing and takes no lock. Not thread-safe, except for
/// <see cref="MergeRunning"/>. Percentiles of several lanes or trials come from the merged histogram and must never be averaged.
/// The bucket of a value v is <c>(s &lt;&lt; 9) + (v &gt;&gt; s)</c> with <c>s = max(0, floor(log2 v) - 9)</c>, one of 17,223.
/// Journals store buckets, so their bounds must not change.
/// </remarks>
[System.Text.Json.Serialization.JsonConverter(typeof(LatencyHistogramJsonConverter))]
public sealed class LatencyHistogram
{
    /// <summary>
    /// The largest value, 1 hour in nanoseconds. Larger values are recorded as this one and counted in
    /// <see cref="ClampedCount"/>.
    /// </summary>
    public const long HighestNanoseconds = 3_600_000_000_000;

    /// <summary>Bound of the relative error of <see cref="ValueAtPercentile"/>.</summary>
    public const double RelativeError = 1.0 / 1024;

    private const int SubBucketBits = 9;

    private readonly long[] _counts = new long[BucketCount];

    /// <summary>The number of buckets.</summary>
    internal static int BucketCount { get; } = BucketOf(HighestNanoseconds) + 1;

    /// <summary>Values recorded.</summary>
    public long Count { get; private set; }

    /// <summary>Values above <see cref="HighestNanoseconds"/>.</summary>
    public long ClampedCount { get; private set; }

    /// <summary>The smallest value in nanoseconds, exact. 0 when empty.</summary>
    public long Min { get; private set; }

    /// <summary>The largest value in nanoseconds, exact. 0 when empty.</summary>
    public long Max { get; private set; }

    /// <summary>The arithmetic mean in nanoseconds, from the exact sum. 0 when empty.</summary>
    public double Mean => Count == 0 ? 0 : (double)Sum / Count;

    /// <summary>The exact sum of all values in nanoseconds.</summary>
    internal UInt128 Sum { get; private set; }

    /// <summary>The number of values in each bucket, in the order of buckets.</summary>
    internal ReadOnlySpan<long> Counts => _counts;

    /// <summary>Creates a histogram with all values of several others.</summary>
    /// <param name="histograms">The others, which stay unchanged.</param>
    public static LatencyHistogram Merged(IEnumerable<LatencyHistogram> histograms)
    {
        var merged = new LatencyHistogram();
        foreach (var histogram in histograms)
        {
            merged.Merge(histogram);
        }

        return merged;
    }

    /// <summary>Adds a value. A value under 1 ns, from two readings within one tick of the clock, counts as 1 ns.</summary>
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

    /// <summary>Adds all values of another histogram.</summary>
    /// <param name="other">The other histogram, which stays unchanged.</param>
    /// <exception cref="OverflowException">The sum of the counts exceeds a 64-bit counter. Nothing was added.</exception>
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
    /// Adds the present values of a histogram that another thread is filling, for snapshots of a running trial. Each bucket is
    /// exact. The sum is computed from the middles of the buckets, since the exact 128-bit sum may be torn. Clamped values count
    /// as <see cref="HighestNanoseconds"/> and not in <see cref="ClampedCount"/>.
    /// </summary>
    /// <param name="running">The histogram of the other thread, which this thread only reads.</param>
    public void MergeRunning(LatencyHistogram running)
    {
        (long min, long max) = (running.Min, running.Max);
        if (min == 0 || max < min)
        {
            // Empty, or the other thread is recording the first value.
            return;
        }

        int from = BucketOf(min);
        long[] counts = running._counts.AsSpan(from, BucketOf(max) - from + 1).ToArray();
        long count = 0;
        UInt128 sum = 0;
        for (int i = 0; i < counts.Length; i++)
        {
            (long lowest, long width) = RangeOf(from + i);
            count += counts[i];
            sum += (UInt128)(ulong)counts[i] * (ulong)(lowest + (width / 2));
            _counts[from + i] += counts[i];
        }

        if (count > 0)
        {
            AddTotals(count, clamped: 0, min, max, sum);
        }
    }

    /// <summary>
    /// Lists the values that this histogram has gained since an earlier state, and adds them to that state. The export of
    /// telemetry calls it repeatedly, so that it exports each value once.
    /// </summary>
    /// <param name="earlier">The earlier state of the same histogram. The call brings it up to the present state.</param>
    /// <returns>The middle of each bucket in ns, with the number of new values in it.</returns>
    public IReadOnlyList<(long Nanoseconds, long Count)> TakeNewerThan(LatencyHistogram earlier)
    {
        var newer = new List<(long, long)>();
        for (int bucket = BucketOf(Math.Max(1, Min)); Count > 0 && bucket <= BucketOf(Max); bucket++)
        {
            if (_counts[bucket] - earlier._counts[bucket] is > 0 and var count)
            {
                (long lowest, long width) = RangeOf(bucket);
                long middle = Math.Clamp(lowest + (width / 2), Min, Max);
                newer.Add((middle, count));
                earlier.AddTotals(count, clamped: 0, middle, middle, (UInt128)(ulong)middle * (ulong)count);
                earlier._counts[bucket] += count;
            }
        }

        return newer;
    }

    /// <summary>
    /// Adds all values of an encoded histogram without decoding it into a second histogram, so that merging hundreds of trials
    /// leaves no garbage.
    /// </summary>
    /// <param name="text">What <see cref="Encode"/> wrote.</param>
    /// <exception cref="FormatException">The text is not the encoding of a histogram. Nothing was added.</exception>
    /// <exception cref="OverflowException">The sum of the counts exceeds a 64-bit counter. Nothing was added.</exception>
    public void MergeEncoded(string text) => HistogramCodec.DecodeInto(this, text);

    /// <summary>
    /// Returns the smallest value that at least a share of the values do not exceed (nearest rank). It is within
    /// <see cref="RelativeError"/> of the exact one and within <see cref="Min"/> to <see cref="Max"/>, which percentiles 0 and
    /// 100 return exactly.
    /// </summary>
    /// <param name="percentile">The share in per cent, 0 to 100.</param>
    /// <returns>Nanoseconds. 0 when empty.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The percentile is not within 0 to 100.</exception>
    public long ValueAtPercentile(double percentile)
    {
        if (!(percentile >= 0 && percentile <= 100))
        {
            throw new ArgumentOutOfRangeException(nameof(percentile), percentile, "A percentile lies within 0 to 100.");
        }

        // One step down, as in HdrHistogram: 99.9 % of 1000 must be rank 999, whichever way the product is rounded.
        double share = Math.Max(0, Math.BitDecrement(percentile) / 100);
        long rank = Math.Clamp((long)Math.Ceiling(share * Count), 1, Math.Max(1, Count));
        if (rank == 1 || rank == Count)
        {
            return rank == 1 ? Min : Max;
        }

        int bucket = BucketOf(Min);
        for (long seen = _counts[bucket]; seen < rank; seen += _counts[bucket])
        {
            bucket++;
        }

        (long lowest, long width) = RangeOf(bucket);
        return Math.Clamp(lowest + (width / 2), Min, Max);
    }

    /// <summary>Removes all values.</summary>
    public void Reset()
    {
        Array.Clear(_counts);
        Count = 0;
        ClampedCount = 0;
        Min = 0;
        Max = 0;
        Sum = 0;
    }

    /// <summary>Writes the whole histogram as text in the format of <see cref="HistogramCodec"/>.</summary>
    /// <returns>Base64, about four characters per bucket in use.</returns>
    public string Encode() => HistogramCodec.Encode(this);

    /// <summary>Reads what <see cref="Encode"/> wrote.</summary>
    /// <returns>A histogram equal to the encoded one.</returns>
    /// <exception cref="FormatException">The text is not the encoding of a histogram.</exception>
    public static LatencyHistogram Decode(string text)
    {
        var histogram = new LatencyHistogram();
        histogram.MergeEncoded(text);
        return histogram;
    }

    /// <summary>Finds the bucket of a value.</summary>
    /// <param name="value">1 to <see cref="HighestNanoseconds"/> ns.</param>
    /// <returns>Index of the bucket.</returns>
    internal static int BucketOf(long value)
    {
        int shift = BitOperations.Log2((ulong)value | (1UL << SubBucketBits)) - SubBucketBits;
        return (shift << SubBucketBits) + (int)(value >> shift);
    }

    /// <summary>Finds the values of a bucket.</summary>
    /// <param name="bucket">Index of the bucket.</param>
    /// <returns>The lowest value in ns, and the number of values.</returns>
    internal static (long Lowest, long Width) RangeOf(int bucket)
    {
        int shift = Math.Max(0, (bucket >> SubBucketBits) - 1);
        return ((long)(bucket - (shift << SubBucketBits)) << shift, 1L << shift);
    }

    /// <summary>Adds the totals of values. The caller then adds their buckets by <see cref="AddToBucket"/>.</summary>
    /// <param name="count">Number of values, above 0.</param>
    /// <param name="clamped">Those of them above <see cref="HighestNanoseconds"/>.</param>
    /// <param name="min">The smallest value in ns.</param>
    /// <param name="max">The largest value in ns.</param>
    /// <param name="sum">Sum of the values in ns.</param>
    internal void AddTotals(long count, long clamped, long min, long max, UInt128 sum)
    {
        long total = checked(Count + count);
        Min = Count == 0 ? min : Math.Min(Min, min);
        Max = Math.Max(Max, max);
        Sum += sum;
        ClampedCount += clamped;
        Count = total;
    }

    /// <summary>Adds values to one bucket. <see cref="AddTotals"/> has counted them already.</summary>
    internal void AddToBucket(int bucket, long count) => _counts[bucket] += count;
}
