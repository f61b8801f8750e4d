using DbIngest.Abstractions.Records;
using DbIngest.Core.LateRecords;
using DbIngest.Core.Plan;
using DbIngest.Core.Tests.Fakes;

namespace DbIngest.Core.Tests.LateRecords;

/// <summary>
/// A disordered stream has the records of the stream in order, a share of them late by no more than was said, and is a pure
/// function. The records of <see cref="CountingWorkload"/> come every millisecond and say their place.
/// </summary>
public sealed class DisorderedWorkloadTests
{
    private const int Interval = 1000;
    private const int Many = 40_000;

    public static TheoryData<string> Disorders =>
    [
        "10%:1s", "10%:100ms", "10%:20ms", "10%:19ms", "10%:5ms", "10%:1ms", "1%:50ms", "1%:3s", "50%:1ms", "50%:4ms", "50%:10s",
        "0.1%:1h", "33.3333%:7ms", "3%:1s",
    ];

    [Theory]
    [MemberData(nameof(Disorders))]
    public void Fill_AnyDisorder_HasEachRecordOnceAndTheStatedShareLate(string text)
    {
        var (share, most) = Parse(text);
        long[] times = Times(text, Many);

        times.Distinct().Count().ShouldBe(Many);
        long late = 0;
        long latest = long.MinValue;
        for (int i = 0; i < Many; i++)
        {
            late += times[i] < latest ? 1 : 0;
            latest = Math.Max(latest, times[i]);

            // No record comes more than the time after its place, and none before it by more than the one that is missing.
            (i - (times[i] / (double)Interval)).ShouldBeInRange(-1, most);
        }

        // A late record need not be behind: the first of two neighbours that are late may come first. Where few are late all are.
        late.ShouldBeInRange((long)(0.5 * share * Many) - 2, (long)Math.Ceiling(share * Many) + 1);
        if (share <= 0.1)
        {
            late.ShouldBeGreaterThan((long)(0.9 * share * Many) - 2);
        }
    }

    /// <summary>What is missing at the end of a stream came late; nothing else is.</summary>
    [Theory]
    [MemberData(nameof(Disorders))]
    public void Fill_AnyDisorder_LeavesOutOnlyWhatComesLater(string text)
    {
        var (_, most) = Parse(text);
        long[] times = [.. Times(text, Many).Where(time => time >= 0).Order()];
        for (long place = 0; place < Many - most - 1; place++)
        {
            times[place].ShouldBe(place * Interval);
        }
    }

    /// <summary>Lanes, retries and the audit fill batches of any size, at any place, in any order.</summary>
    [Theory]
    [MemberData(nameof(Disorders))]
    public void Fill_OtherBatches_AreTheSameRecords(string text)
    {
        using var ordered = new CountingWorkload();
        using var workload = Disordered(ordered, text);
        ulong[] whole = Hashes(workload, 0, 5_000, 5_000);
        foreach (int size in (int[])[1, 7, 64, 999])
        {
            Hashes(workload, 0, 5_000, size).ShouldBe(whole);
        }

        using var source = workload.Open(1);
        var one = new RecordBatch(workload.Schema, 16);
        for (int sequence = 4_990; sequence >= 0; sequence -= 3)
        {
            source.Fill(one, sequence, 1);
            RecordHash.Sum(one).ShouldBe(whole[sequence]);
        }
    }

    [Fact]
    public void Fill_OtherSeedOrSource_IsAnotherOrder()
    {
        long[] order = Times("10%:1s", 1000);
        Times("10%:1s", 1000).ShouldBe(order);
        Times("10%:1s", 1000, seed: 6).ShouldNotBe(order);
        Times("10%:1s", 1000, source: 2).ShouldNotBe(order);
    }

    [Fact]
    public void Fill_WholeContentMoves_WithTheTime()
    {
        using var ordered = new CountingWorkload();
        using var workload = Disordered(ordered, "10%:5ms");
        using var source = workload.Open(1);
        using var plain = ordered.Open(1);
        var batch = new RecordBatch(workload.Schema, 500);
        var expected = new RecordBatch(workload.Schema, 1);
        source.Fill(batch, 0, 500);
        for (int row = 0; row < 500; row++)
        {
            plain.Fill(expected, batch.Timestamps[row] / Interval, 1);
            (batch.Qualities[row], batch.Column(0)[row], batch.Column(1)[row])
                .ShouldBe((expected.Qualities[0], expected.Column(0)[0], expected.Column(1)[0]));
        }
    }

    [Fact]
    public void Fill_AllocatesNothing()
    {
        using var ordered = new CountingWorkload();
        using var workload = Disordered(ordered, "10%:1s");
        using var source = workload.Open(0);
        var batch = new RecordBatch(workload.Schema, 1000);
        source.Fill(batch, 0, 1000);
        long before = GC.GetAllocatedBytesForCurrentThread();
        for (int i = 0; i < 50; i++)
        {
            source.Fill(batch, i * 1000, 1000);
        }

        (GC.GetAllocatedBytesForCurrentThread() - before).ShouldBe(0);
    }

    [Theory]
    [InlineData("10%:0.5ms")]
    [InlineData("10%:300h")]
    public void Open_DelayThatTheRecordsDoNotHave_IsRefused(string text)
    {
        using var ordered = new CountingWorkload();
        using var workload = Disordered(ordered, text);
        Should.Throw<ArgumentException>(() => workload.Open(0)).Message.ShouldContain("give a time of 1 to");
    }

    private static (double Share, long Most) Parse(string text)
    {
        Disorder.TryParse(text, out var disorder).ShouldBeTrue();
        return (disorder!.Millionths / 1e6, (long)(disorder.MostS * 1e6 / Interval));
    }

    private static DisorderedWorkload Disordered(CountingWorkload ordered, string text, ulong seed = 5)
    {
        Disorder.TryParse(text, out var disorder).ShouldBeTrue();
        return new DisorderedWorkload(ordered, disorder!, seed, Many);
    }

    private static long[] Times(string text, int count, ulong seed = 5, int source = 1)
    {
        using var ordered = new CountingWorkload();
        using var workload = Disordered(ordered, text, seed);
        using var records = workload.Open(source);
        var batch = new RecordBatch(workload.Schema, count);
        records.Fill(batch, 0, count);
        return [.. batch.Timestamps.Take(count)];
    }

    private static ulong[] Hashes(DisorderedWorkload workload, long first, int count, int size)
    {
        using var source = workload.Open(1);
        var batch = new RecordBatch(workload.Schema, size);
        double[] values = new double[workload.Schema.ValueCount];
        var hashes = new List<ulong>();
        while (hashes.Count < count)
        {
            source.Fill(batch, first + hashes.Count, Math.Min(size, count - hashes.Count));
            hashes.AddRange(Enumerable.Range(0, batch.Count).Select(row => RecordHash.OfRow(batch, row, values)));
        }

        return [.. hashes];
    }
}
