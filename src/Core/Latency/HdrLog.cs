using System.Buffers.Binary;
using System.Globalization;
using System.IO.Compression;
using System.Numerics;

namespace DbIngest.Core.Latency;

/// <summary>
/// Writes histograms as a log that HdrHistogram's tools read (version 1.3 of the log, V2 encoding of the histograms, values in
/// nanoseconds). <c>HdrFiles</c> writes one log per point for <c>report --hdr</c>. The log counts each value at the midpoint of
/// its bucket in <see cref="LatencyHistogram"/>, within <see cref="LatencyHistogram.RelativeError"/> of the value. Other programs
/// read this format, so it must not change.
/// </summary>
public static class HdrLog
{
    private const int EncodingCookie = 0x1c849303 | 0x10;
    private const int CompressedCookie = 0x1c849304 | 0x10;
    private const int HeaderBytes = 40;
    private const int SignificantDigits = 3;

    /// <summary>
    /// Base-2 logarithm of half the sub-buckets: three significant digits need 2,048, and each power of two adds half of them.
    /// </summary>
    private const int HalfCountMagnitude = 10;

    /// <summary>Writes a log.</summary>
    /// <param name="log">Receives the text, one line per interval.</param>
    /// <param name="comment">A line for people, without a line break.</param>
    /// <param name="intervals">The intervals in the order of their start. The log's start time is that of the first.</param>
    public static void Write(TextWriter log, string comment, IReadOnlyList<HdrInterval> intervals)
    {
        double start = intervals.Count == 0 ? 0 : Seconds(intervals[0].StartUtc);
        log.Write($"#[{comment}]\n#[Histogram log format version 1.3]\n");
        log.Write(string.Create(CultureInfo.InvariantCulture,
            $"#[StartTime: {start:0.000} (seconds since epoch)]\n#[BaseTime: {start:0.000} (seconds since epoch)]\n"));
        log.Write("\"StartTimestamp\",\"Interval_Length\",\"Interval_Max\",\"Interval_Compressed_Histogram\"\n");
        foreach (var interval in intervals)
        {
            log.Write(string.Create(CultureInfo.InvariantCulture,
                $"Tag={interval.Tag},{Seconds(interval.StartUtc) - start:0.000},{interval.LengthS:0.000},"
                + $"{interval.Histogram.Max / 1e6:0.000},{Encode(interval.Histogram)}\n"));
        }
    }

    /// <summary>Encodes a histogram as base64 of the compressed V2 form.</summary>
    internal static string Encode(LatencyHistogram histogram)
    {
        var payload = new List<byte>();
        long zeros = 0;
        foreach (long count in Counts(histogram))
        {
            if (count == 0)
            {
                zeros++;
                continue;
            }

            if (zeros > 0)
            {
                Append(payload, -zeros);
                zeros = 0;
            }

            Append(payload, count);
        }

        byte[] plain = new byte[HeaderBytes + payload.Count];
        BinaryPrimitives.WriteInt32BigEndian(plain, EncodingCookie);
        BinaryPrimitives.WriteInt32BigEndian(plain.AsSpan(4), payload.Count);
        BinaryPrimitives.WriteInt32BigEndian(plain.AsSpan(12), SignificantDigits);
        BinaryPrimitives.WriteInt64BigEndian(plain.AsSpan(16), 1);
        BinaryPrimitives.WriteInt64BigEndian(plain.AsSpan(24), LatencyHistogram.HighestNanoseconds);
        BinaryPrimitives.WriteDoubleBigEndian(plain.AsSpan(32), 1.0);
        payload.CopyTo(plain, HeaderBytes);

        using var packed = new MemoryStream();
        packed.Write(new byte[8]);
        using (var zlib = new ZLibStream(packed, CompressionLevel.Optimal, leaveOpen: true))
        {
            zlib.Write(plain);
        }

        byte[] bytes = packed.ToArray();
        BinaryPrimitives.WriteInt32BigEndian(bytes, CompressedCookie);
        BinaryPrimitives.WriteInt32BigEndian(bytes.AsSpan(4), bytes.Length - 8);
        return Convert.ToBase64String(bytes);
    }

    /// <summary>The counts by HdrHistogram's index, up to the last index in use.</summary>
    private static long[] Counts(LatencyHistogram histogram)
    {
        if (histogram.Count == 0)
        {
            return [];
        }

        long[] counts = new long[IndexOf(histogram.Max) + 1];
        for (int bucket = 0; bucket < histogram.Counts.Length; bucket++)
        {
            if (histogram.Counts[bucket] > 0)
            {
                var (lowest, width) = LatencyHistogram.RangeOf(bucket);
                counts[IndexOf(Math.Clamp(lowest + (width / 2), histogram.Min, histogram.Max))] += histogram.Counts[bucket];
            }
        }

        return counts;
    }

    private static int IndexOf(long value)
    {
        int bucket = 63 - HalfCountMagnitude - BitOperations.LeadingZeroCount((ulong)value | ((2UL << HalfCountMagnitude) - 1));
        return ((bucket + 1) << HalfCountMagnitude) + (int)(value >> bucket) - (1 << HalfCountMagnitude);
    }

    /// <summary>Appends a number as zigzag LEB128, whose ninth byte holds eight bits.</summary>
    private static void Append(List<byte> bytes, long number)
    {
        const int longest = 9;
        ulong left = ((ulong)number << 1) ^ (ulong)(number >> 63);
        for (int i = 1; left >= 0x80 && i < longest; i++, left >>= 7)
        {
            bytes.Add((byte)(left | 0x80));
        }

        bytes.Add((byte)left);
    }

    private static double Seconds(DateTimeOffset time) => (time - DateTimeOffset.UnixEpoch).TotalSeconds;
}
