using DbIngest.Abstractions.Records;
using DbIngest.Core.LateRecords;
using DbIngest.Core.Plan;
using DbIngest.Core.Sources;
using DbIngest.Core.Tests.Fakes;

namespace DbIngest.Core.Tests.LateRecords;

/// <summary>
/// A backfilled stream has the records of the stream in order, of which the first are moved back in time and come between the
/// others by whole batches. The records of <see cref="CountingWorkload"/> come every millisecond and say their place.
/// </summary>
public sealed class BackfilledWorkloadTests
{
    private const int Interval = 1000;
    private const int Batch = 20;
    private const int Many = 10_010;

    [Theory]
    [InlineData("20%:30d", 0.2)]
    [InlineData("90%:1h", 0.9)]
    [InlineData("0.1%:10y", 0.001)]
    [InlineData("33.3333%:30d", 0.333333)]
    public void Fill_AnyShare_IsTwoPeriodsByWholeBatchesEachInOrder(string text, double share)
    {
        var batches = Times(text, Many).Chunk(Batch).ToList();
        long[] old = [.. batches.Where(batch => batch[0] < 0).SelectMany(times => times)];
        long[] fresh = [.. batches.Where(batch => batch[0] >= 0).SelectMany(times => times)];

        batches.ShouldAllBe(batch => batch.All(time => time < 0) || batch.All(time => time >= 0));
        (old.Length / Batch).ShouldBeInRange((int)Math.Floor(share * batches.Count), (int)Math.Ceiling(share * batches.Count));
        long gap = (long)(Parse(text).GapS * 1e6);
        old.ShouldBe([.. Enumerable.Range(0, old.Length).Select(place => (place * (long)Interval) - gap)]);
        fresh.ShouldBe([.. Enumerable.Range(old.Length, fresh.Length).Select(place => place * (long)Interval)]);
    }

    /// <summary>A source that sends less than the longest of the sweep leaves the end of each period out.</summary>
    [Fact]
    public void Fill_FewerRecords_AreTheFirstOfTheSame() =>
        Times("20%:30d", 500).ShouldBe([.. Times("20%:30d", Many).Take(500)]);

    /// <summary>Old batches come evenly: never two more or fewer than the share among any number of batches.</summary>
    [Fact]
    public void Fill_OldBatches_AreSpreadEvenly()
    {
        bool[] old = [.. Times("30%:30d", Many).Chunk(Batch).Select(batch => batch[0] < 0)];
        for (int first = 0; first < old.Length - 20; first++)
        {
            old.Skip(first).Take(20).Count(isOld => isOld).ShouldBeInRange(5, 7);
        }
    }

    [Fact]
    public void Fill_OtherBatches_AreTheSameRecords()
    {
        using var ordered = new CountingWorkload();
        using var workload = Backfilled(ordered, "20%:30d");
        ulong[] whole = Hashes(workload, 5_000, 5_000);
        foreach (int size in (int[])[1, 7, 64, 999])
        {
            Hashes(workload, 5_000, size).ShouldBe(whole);
        }
    }

    [Fact]
    public void Fill_RecordsLoadedBefore_AreNewAndTheBatchesBeginAfterThem()
    {
        using var ordered = new CountingWorkload();
        using var workload = Backfilled(ordered, "50%:30d", before: 30);
        long[] times = Times(workload, 1, 230);

        times.Take(30).ShouldAllBe(time => time >= 0);
        times.Skip(30).Chunk(Batch).ShouldAllBe(batch => batch.All(time => time < 0) || batch.All(time => time >= 0));
        times.Skip(30).Count(time => time < 0).ShouldBe(100);
        long[] fresh = [.. times.Where(time => time >= 0)];
        fresh.ShouldBe(fresh.Order());
        fresh.ShouldBeUnique();
    }

    /// <summary>Which batches are old differs by source, so that not all sources send an old one at once.</summary>
    [Fact]
    public void Fill_OtherSeedOrSource_IsAnotherPattern()
    {
        string[] patterns = [.. Enumerable.Range(0, 8).Select(source => string.Concat(
            Times("20%:30d", 400, source: source).Chunk(Batch).Select(batch => batch[0] < 0 ? '1' : '0')))];
        patterns.Distinct().Count().ShouldBeGreaterThan(2);
        Times("20%:30d", 400).ShouldBe(Times("20%:30d", 400));
        Enumerable.Range(6, 8).ShouldContain(seed => !Times("20%:30d", 400, (ulong)seed).SequenceEqual(Times("20%:30d", 400, 5)));
    }

    [Fact]
    public void Fill_BatchesAsSent_AllocatesNothing()
    {
        using var ordered = new CountingWorkload();
        using var workload = Backfilled(ordered, "20%:30d");
        using var source = workload.Open(0);
        var batch = new RecordBatch(workload.Schema, Batch);
        source.Fill(batch, 0, Batch);
        long before = GC.GetAllocatedBytesForCurrentThread();
        for (int i = 0; i < 50; i++)
        {
            source.Fill(batch, i * Batch, Batch);
        }

        (GC.GetAllocatedBytesForCurrentThread() - before).ShouldBe(0);
    }

    /// <summary>With late records too, no two records of a source have one time.</summary>
    [Fact]
    public void Of_DisorderAndBackfill_KeepTimesApart()
    {
        Disorder.TryParse("10%:1s", out var late).ShouldBeTrue();
        var point = Points.Of(2, 1000, Batch, 1) with { Disorder = late, Backfill = Parse("20%:2s") };
        using var ordered = new CountingWorkload();
        var streams = new StreamWorkloads();
        const long Most = Many + DisorderedWorkload.RecordsBeyond;
        var workload = streams.Of(ordered, point, seed: 3, Most);

        Times(workload, 1, Many).ShouldBeUnique();
        streams.Of(ordered, point, seed: 3, Most).ShouldBeSameAs(workload);
        streams.Of(ordered, point with { Batch = 50 }, seed: 3, Most).ShouldNotBeSameAs(workload);
    }

    /// <summary>A recording that was opened for so many records gives no more, wherever the last old batch lies.</summary>
    [Fact]
    public void Of_DisorderAndBackfill_AskForOneRecordBeyondThoseSent()
    {
        Disorder.TryParse("10%:5ms", out var late).ShouldBeTrue();
        var point = Points.Of(2, 1000, Batch, 1) with { Disorder = late, Backfill = Parse("50%:1h") };
        for (int sent = 400; sent < 500; sent++)
        {
            long most = sent + DisorderedWorkload.RecordsBeyond;
            using var ordered = new BoundedWorkload(most);
            Times(new StreamWorkloads().Of(ordered, point, seed: 3, most), 1, sent).ShouldBeUnique();
        }
    }

    private static Backfill Parse(string text)
    {
        Backfill.TryParse(text, out var backfill).ShouldBeTrue();
        return backfill!;
    }

    private static BackfilledWorkload Backfilled(CountingWorkload ordered, string text, ulong seed = 5, long before = 0) =>
        new(ordered, Parse(text), Batch, _ => before, seed, Many);

    private static long[] Times(string text, int count, ulong seed = 5, int source = 1)
    {
        using var ordered = new CountingWorkload();
        using var workload = Backfilled(ordered, text, seed);
        return Times(workload, source, count);
    }

    private static long[] Times(IWorkload workload, int source, int count)
    {
        using var records = workload.Open(source);
        var batch = new RecordBatch(workload.Schema, count);
        records.Fill(batch, 0, count);
        (batch.Source, batch.FirstSequence, batch.Count).ShouldBe((source, 0, count));
        return [.. batch.Timestamps.Take(count)];
    }

    private static ulong[] Hashes(BackfilledWorkload workload, int count, int size)
    {
        using var source = workload.Open(1);
        var batch = new RecordBatch(workload.Schema, size);
        double[] values = new double[workload.Schema.ValueCount];
        var hashes = new List<ulong>();
        while (hashes.Count < count)
        {
            source.Fill(batch, hashes.Count, Math.Min(size, count - hashes.Count));
            hashes.AddRange(Enumerable.Range(0, batch.Count).Select(row => RecordHash.OfRow(batch, row, values)));
        }

        return [.. hashes];
    }

    /// <summary>A workload in order that has so many records of each source and no more, as a recording.</summary>
    private sealed class BoundedWorkload(long most) : IWorkload
    {
        private readonly CountingWorkload _inner = new();

        public string Name => _inner.Name;

        public RecordSchema Schema => _inner.Schema;

        public IReadOnlyDictionary<string, string> Facts => _inner.Facts;

        public IRecordSource Open(int source) => new BoundedSource(_inner.Open(source), most);

        public void Dispose() => _inner.Dispose();
    }

    private sealed class BoundedSource(IRecordSource inner, long most) : IRecordSource
    {
        public void Fill(RecordBatch batch, long firstSequence, int count)
        {
            (firstSequence + count).ShouldBeLessThanOrEqualTo(most);
            inner.Fill(batch, firstSequence, count);
        }

        public void Dispose() => inner.Dispose();
    }
}
