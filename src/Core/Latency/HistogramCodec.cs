using System.Buffers;

namespace DbIngest.Core.Latency;

/// <summary>
/// Writes a <see cref="LatencyHistogram"/> as text and reads it back, for the journal and for messages of source processes. The
/// text is base64 of a version byte (1), then unsigned LEB128 numbers in their shortest form: buckets in use, clamped values, and
/// unless empty the minimum, the maximum less the minimum, the sum (up to 128 bits), then for each bucket in use, in ascending
/// order, its distance from the previous one (the first from -1) and its count.
/// </summary>
/// <remarks>
/// The histogram itself calls it. Stored results contain this format, so later versions must read it. <see cref="DecodeInto"/>
/// checks the whole text before it adds anything, so that text from a damaged journal never changes a histogram.
/// </remarks>
internal static class HistogramCodec
{
    private const byte Version = 1;

    /// <summary>
    /// Most bytes of an encoding: every bucket in use, with one byte of distance and nine of count each, and the head.
    /// </summary>
    private static readonly int MaxBytes = (LatencyHistogram.BucketCount * 10) + 64;

    /// <summary>Longest text that is decoded. A longer one is refused unread.</summary>
    internal static int MaxCharacters { get; } = (MaxBytes + 2) / 3 * 4;

    /// <summary>Encodes a histogram.</summary>
    /// <param name="histogram">The histogram, which stays unchanged.</param>
    /// <returns>Base64, at most <see cref="MaxCharacters"/> characters.</returns>
    public static string Encode(LatencyHistogram histogram)
    {
        // A large object for each trial would make the runtime collect everything again and again.
        byte[] bytes = ArrayPool<byte>.Shared.Rent(MaxBytes);
        try
        {
            return Convert.ToBase64String(bytes, 0, Encode(histogram, bytes));
        }
        finally
        {
            ArrayPool<byte>.Shared.Return(bytes);
        }
    }

    /// <summary>Encodes a histogram into room for <see cref="MaxBytes"/>.</summary>
    /// <returns>The number of bytes.</returns>
    private static int Encode(LatencyHistogram histogram, byte[] bytes)
    {
        ReadOnlySpan<long> counts = histogram.Counts;
        int length = 0;
        bytes[length++] = Version;
        Write(bytes, ref length, (ulong)(counts.Length - counts.Count(0L)));
        Write(bytes, ref length, (ulong)histogram.ClampedCount);
        if (histogram.Count > 0)
        {
            Write(bytes, ref length, (ulong)histogram.Min);
            Write(bytes, ref length, (ulong)(histogram.Max - histogram.Min));
            Write(bytes, ref length, histogram.Sum);
        }

        int previous = -1;
        for (int bucket = 0; bucket < counts.Length; bucket++)
        {
            if (counts[bucket] > 0)
            {
                Write(bytes, ref length, (ulong)(bucket - previous));
                Write(bytes, ref length, (ulong)counts[bucket]);
                previous = bucket;
            }
        }

        return length;
    }

    /// <summary>
    /// Adds the values of an encoded histogram to another histogram, after checking that its totals fit its buckets.
    /// </summary>
    /// <param name="histogram">Receives the values.</param>
    /// <param name="text">What <see cref="Encode(LatencyHistogram)"/> wrote.</param>
    /// <exception cref="FormatException">The text is not the encoding of a histogram. Nothing was added.</exception>
    /// <exception cref="OverflowException">The sum of the counts exceeds a 64-bit counter. Nothing was added.</exception>
    public static void DecodeInto(LatencyHistogram histogram, string text)
    {
        ArgumentNullException.ThrowIfNull(text);
        Require(text.Length <= MaxCharacters, "it is too long");
        ReadOnlySpan<byte> bytes = Convert.FromBase64String(text);
        Require(bytes.Length > 0 && bytes[0] == Version, "its version is not known");
        bytes = bytes[1..];
        int used = (int)ReadAtMost(ref bytes, LatencyHistogram.BucketCount);
        long clamped = ReadAtMost(ref bytes, long.MaxValue);
        if (used == 0)
        {
            Require(clamped == 0 && bytes.IsEmpty, "it is empty and yet holds something");
            return;
        }

        long min = ReadAtMost(ref bytes, LatencyHistogram.HighestNanoseconds);
        long max = min + ReadAtMost(ref bytes, LatencyHistogram.HighestNanoseconds - min);
        Require(min >= 1, "its minimum is 0");
        UInt128 sum = Read(ref bytes);

        ReadOnlySpan<byte> buckets = bytes;
        long count = 0;
        long last = 0;
        UInt128 lowestSum = 0;
        UInt128 highestSum = 0;
        int bucket = -1;
        for (int i = 0; i < used; i++)
        {
            long distance = ReadAtMost(ref bytes, LatencyHistogram.BucketCount - 1 - bucket);
            long here = ReadAtMost(ref bytes, long.MaxValue - count);
            Require(distance > 0 && here > 0, "a bucket is repeated or not in use");
            bucket += (int)distance;
            Require(i > 0 || bucket == LatencyHistogram.BucketOf(min), "its minimum is not in its first bucket");
            count += here;
            last = here;
            (long lowest, long width) = LatencyHistogram.RangeOf(bucket);
            lowestSum += (UInt128)lowest * (ulong)here;
            highestSum += (UInt128)(lowest + width - 1) * (ulong)here;
        }

        Require(bucket == LatencyHistogram.BucketOf(max), "its maximum is not in its last bucket");
        Require(sum >= lowestSum && sum <= highestSum, "its sum does not fit its buckets");
        Require(
            clamped == 0 || (clamped <= last && max == LatencyHistogram.HighestNanoseconds),
            "it has more clamped values than largest ones");
        Require(bytes.IsEmpty, "something follows its end");
        histogram.AddTotals(count, clamped, min, max, sum);
        for ((int i, bucket) = (0, -1); i < used; i++)
        {
            bucket += (int)Read(ref buckets);
            histogram.AddToBucket(bucket, (long)Read(ref buckets));
        }
    }

    private static void Write(byte[] bytes, ref int length, UInt128 number)
    {
        for (; number >= 0x80; number >>= 7)
        {
            bytes[length++] = (byte)((byte)(number & 0x7F) | 0x80);
        }

        bytes[length++] = (byte)number;
    }

    private static long ReadAtMost(ref ReadOnlySpan<byte> bytes, long limit)
    {
        UInt128 number = Read(ref bytes);
        Require(number <= (ulong)limit, "a number is too large");
        return (long)number;
    }

    private static UInt128 Read(ref ReadOnlySpan<byte> bytes)
    {
        const int LongestNumber = 18;
        UInt128 number = 0;
        for (int i = 0; i < LongestNumber && i < bytes.Length; i++)
        {
            byte next = bytes[i];
            number |= (UInt128)(uint)(next & 0x7F) << (7 * i);
            if (next < 0x80)
            {
                Require(i == 0 || next != 0, "a number is not in its shortest form");
                bytes = bytes[(i + 1)..];
                return number;
            }
        }

        throw new FormatException("Not an encoded histogram: it ends within a number.");
    }

    private static void Require(bool condition, string fault)
    {
        if (!condition)
        {
            throw new FormatException($"Not an encoded histogram: {fault}.");
        }
    }
}
