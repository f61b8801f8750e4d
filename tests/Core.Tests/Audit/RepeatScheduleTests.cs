using DbIngest.Abstractions.Audit;

namespace DbIngest.Core.Tests.Audit;

/// <summary>Which batches are sent twice: the stated share, evenly, the same for lanes and audit.</summary>
public sealed class RepeatScheduleTests
{
    [Theory]
    [InlineData(10_000, 100, 1_000_000)]
    [InlineData(1, 1, 10_000_000)]
    [InlineData(333_333, 7, 100_003)]
    [InlineData(1_000_000, 64, 1_000)]
    [InlineData(10_000, 100, 1_000)]
    public void Ranges_AnyShare_AreTheBatchesThatLanesRepeat(int millionths, int batch, long records)
    {
        for (int source = 0; source < 3; source++)
        {
            var schedule = new RepeatSchedule(millionths, batch, seed: 9, source);
            var ranges = schedule.Ranges(records).ToList();

            long batches = (records + batch - 1) / batch;
            ((double)ranges.Count).ShouldBeInRange((batches * (millionths / 1e6)) - 1, (batches * (millionths / 1e6)) + 1);
            var repeated = new HashSet<long>(ranges.Select(range => range.First));
            for (long first = 0; first < Math.Min(records, 2_000_000); first += batch)
            {
                schedule.IsRepeated(first).ShouldBe(repeated.Contains(first));
                schedule.IsRepeated(Math.Min(records, first + batch) - 1).ShouldBe(repeated.Contains(first));
            }

            ranges.Sum(range => range.Count).ShouldBe(ranges.Sum(range => Math.Min(batch, records - range.First)));
        }
    }

    [Fact]
    public void Ranges_OtherSeedOrSource_AreOthers()
    {
        long First(ulong seed, int source) => new RepeatSchedule(10_000, 10, seed, source).Ranges(100_000).First().First;
        Enumerable.Range(0, 8).Select(source => First(1, source)).Distinct().Count().ShouldBeGreaterThan(4);
        Enumerable.Range(0, 8).Select(seed => First((ulong)seed, 0)).Distinct().Count().ShouldBeGreaterThan(4);
    }
}
