using System.Text;
using DbIngest.Core.Latency;
using HdrHistogram;

namespace DbIngest.Core.Tests.Latency;

/// <summary>Logs are read back by the package HdrHistogram.</summary>
public class HdrLogTests
{
    private static readonly DateTimeOffset Start = new(2026, 1, 2, 3, 4, 5, TimeSpan.Zero);

    [Fact]
    public void Write_Intervals_AreReadByThePackage()
    {
        var reads = LatencyHistogramTests.Of([.. Enumerable.Range(1, 5000).Select(i => i * 1_000L)]);
        var updates = LatencyHistogramTests.Of([1, 700, 2_047, 2_048, 1_000_000, 1_000_000, 60_000_000_000]);
        var log = new StringWriter();
        HdrLog.Write(log, "point", [new("read", Start, 2.5, reads), new("update", Start.AddSeconds(10), 3, updates)]);

        using var stream = new MemoryStream(Encoding.UTF8.GetBytes(log.ToString()));
        using var reader = new HistogramLogReader(stream);
        var read = reader.ReadHistograms().ToList();

        read.Select(histogram => histogram.Tag).ShouldBe(["read", "update"]);
        read[0].EndTimeStamp.ShouldBe(read[0].StartTimeStamp + 2_500);
        read[1].StartTimeStamp.ShouldBe(read[0].StartTimeStamp + 10_000);
        foreach (var (theirs, ours) in read.Zip([reads, updates]))
        {
            theirs.TotalCount.ShouldBe(ours.Count);
            foreach (double percentile in (double[])[1, 50, 95, 99, 99.9, 100])
            {
                double exact = ours.ValueAtPercentile(percentile);
                ((double)theirs.GetValueAtPercentile(percentile))
                    .ShouldBe(exact, 2 + (2 * LatencyHistogram.RelativeError * exact));
            }
        }
    }

    [Fact]
    public void Write_EmptyAndHugeCounts_AreReadToo()
    {
        var empty = new LatencyHistogram();
        var one = LatencyHistogramTests.Of([123_456]);
        var many = new LatencyHistogram();
        for (int i = 0; i < 40; i++)
        {
            many.Merge(many.Count == 0 ? one : LatencyHistogram.Merged([many]));
        }

        var log = new StringWriter();
        HdrLog.Write(log, "point", [new("read", Start, 1, empty), new("read", Start.AddSeconds(1), 1, many)]);
        using var stream = new MemoryStream(Encoding.UTF8.GetBytes(log.ToString()));
        using var reader = new HistogramLogReader(stream);
        reader.ReadHistograms().Select(histogram => histogram.TotalCount).ShouldBe([0, 1L << 39]);
    }
}
