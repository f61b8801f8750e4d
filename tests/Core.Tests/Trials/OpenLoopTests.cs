using System.Collections.Concurrent;
using System.Diagnostics;
using DbIngest.Abstractions.Audit;
using DbIngest.Abstractions.Records;
using DbIngest.Core.Audit;
using DbIngest.Core.Pipeline;
using DbIngest.Core.Plan;
using DbIngest.Core.Results;
using DbIngest.Core.Tests.Fakes;
using DbIngest.Core.Trials;

namespace DbIngest.Core.Tests.Trials;

/// <summary>Trials whose records arrive at a rate, and trials that last for a time.</summary>
public sealed class OpenLoopTests
{
    private readonly MemoryTarget _target = new();

    [Theory]
    [InlineData("2000", 1)]
    [InlineData("2000:poisson", 1)]
    [InlineData("1000/source", 3)]
    [InlineData("1000/source:poisson", 3)]
    public void Run_Rate_NoBatchIsSentBeforeItArrives(string rate, int inFlight)
    {
        var sent = new ConcurrentDictionary<(int, long), long>();
        _target.BeforeWrite = (batch, _) => sent[(batch.Source, batch.FirstSequence)] = Stopwatch.GetTimestamp();

        long before = Stopwatch.GetTimestamp();
        var result = Run(Points.Of(sources: 2, records: 200, batch: 10, inFlight) with { Rate = Rate(rate) });

        result.Status.ShouldBe(TrialStatus.Complete, result.Error);
        result.AcknowledgedRecords.ShouldBe(400);
        result.OpenLoop!.Response!.Batches.ShouldBe(40);
        result.OpenLoop.LastBacklogBatches.ShouldBe(0);
        for (int source = 0; source < 2; source++)
        {
            var arrivals = new ArrivalProcess(Rate(rate), 2, 10, SplitMix64.Mix(5 + 1), source);
            for (long first = 0; first < 200; first += 10)
            {
                sent[(source, first)].ShouldBeGreaterThanOrEqualTo(before + arrivals.Next);
                arrivals.Advance();
            }
        }
    }

    [Fact]
    public void Run_DatabaseStalls_WhatArrivedMeanwhileIsServedAndItsWaitCounted()
    {
        // One batch a millisecond; the first takes 300 ms. latte would call the next 299 fast.
        var stall = TimeSpan.FromMilliseconds(300);
        _target.BeforeWrite = (_, attempt) =>
        {
            if (attempt == 1)
            {
                Thread.Sleep(stall);
            }
        };

        var result = Run(Points.Of(sources: 1, records: 400, batch: 1) with { Rate = Rate("1000") });

        result.Status.ShouldBe(TrialStatus.Complete, result.Error);
        result.AcknowledgedRecords.ShouldBe(400);
        result.OpenLoop!.Response!.Batches.ShouldBe(400);
        result.OpenLoop.LargestBacklogBatches.ShouldBeGreaterThanOrEqualTo(250);
        result.OpenLoop.Response.P50Us.ShouldBeGreaterThan(20_000);
        result.Latency!.P50Us.ShouldBeLessThan(result.OpenLoop.Response.P50Us);
    }

    [Fact]
    public void Run_ClosedLoop_HasNoResponseTime() => Run(Points.Of()).OpenLoop.ShouldBeNull();

    [Theory]
    [InlineData(null)]
    [InlineData("5000")]
    public void Run_Duration_EndsByTimeAndEveryRecordBegunIsAudited(string? rate)
    {
        // Rows that are slow enough for a list in memory.
        _target.BeforeWrite = (_, _) => Thread.Sleep(1);

        var result = Run(Points.Of(sources: 2, records: 1_000_000_000, batch: 10) with
        {
            DurationS = 0.4,
            Rate = rate is null ? null : Rate(rate),
        });

        result.Status.ShouldBe(TrialStatus.Complete, result.Error);
        result.ElapsedS.ShouldBeGreaterThanOrEqualTo(0.4);
        result.AcknowledgedRecords.ShouldBeInRange(10, 100_000);
        result.Sources.ShouldAllBe(s => s.ScheduledRecords == s.AcknowledgedRecords);
        result.Audit!.StoredRecords.ShouldBe(result.AcknowledgedRecords);
        result.Audit.UnacknowledgedRecords.ShouldBe(0);
    }

    /// <summary>Two sources have a batch each every 0.32 s: 0.5 s hold one or two of them.</summary>
    [Fact]
    public void Run_EquallySpaced_NeverAchievesMoreThanWasOffered()
    {
        for (int trial = 1; trial <= 4; trial++)
        {
            var result = Run(Points.Of(sources: 2, records: 1_000_000, batch: 1000) with { DurationS = 0.5, Rate = Rate("6250") },
                trial);
            result.OpenLoop!.OfferedRecordsPerS!.Value.ShouldBe(6250, 1e-6);
            result.RecordsPerS.ShouldBeInRange(1, 6250 + 1e-6);
            result.RecordsPerS.ShouldBe(result.Sources.Sum(source => source.AchievedRecordsPerS!.Value), 1e-6);
        }
    }

    [Fact]
    public void Run_EquallySpacedAndFallenBehind_AchievesLess()
    {
        _target.BeforeWrite = (_, _) => Thread.Sleep(10);
        var result = Run(Points.Of(sources: 1, records: 1_000_000, batch: 1) with { DurationS = 0.3, Rate = Rate("10000") });
        result.OpenLoop!.OfferedRecordsPerS!.Value.ShouldBe(10_000, 1e-6);
        result.RecordsPerS.ShouldBeInRange(1, 101);
    }

    [Fact]
    public void Run_PoissonTrials_DrawArrivalsOfTheirOwnThatTrialsOfEqualNumberShare()
    {
        double Offered(int trial) =>
            Run(Points.Of(sources: 2, records: 1_000_000, batch: 10) with { DurationS = 0.3, Rate = Rate("20000:poisson") },
                trial).OpenLoop!.OfferedRecordsPerS!.Value;
        double[] offered = [.. Enumerable.Range(1, 4).Select(Offered)];
        offered.Distinct().Count().ShouldBeGreaterThan(1);
        offered.ShouldAllBe(rate => rate > 10_000 && rate < 30_000);
        Offered(2).ShouldBe(offered[1], 1e-9);
    }

    [Fact]
    public void Run_DurationBeyondTheRecords_EndsWithTheRecords()
    {
        var result = Run(Points.Of(sources: 2, records: 100) with { DurationS = 3600 });

        result.Status.ShouldBe(TrialStatus.Complete, result.Error);
        result.AcknowledgedRecords.ShouldBe(200);
        result.ElapsedS.ShouldBeLessThan(3600);
    }

    [Fact]
    public void Run_DurationAtAnOverload_SaysWhatWasNeverBegun()
    {
        _target.BeforeWrite = (_, _) => Thread.Sleep(10);

        var result = Run(Points.Of(sources: 1, records: 1_000_000, batch: 1) with { DurationS = 0.3, Rate = Rate("10000") });

        result.Status.ShouldBe(TrialStatus.Complete, result.Error);
        result.OpenLoop!.LastBacklogBatches.ShouldBeGreaterThan(1000);
        (result.OpenLoop.LastBacklogBatches + result.AcknowledgedRecords).ShouldBeInRange(2990, 3010);
    }

    [Fact]
    public void Run_CancelledWhileNothingArrives_EndsAtOnce()
    {
        using var cancel = new CancellationTokenSource();
        var point = Points.Of(sources: 1, records: 10, batch: 10) with { Rate = Rate("0.001") };
        using var run = new IngestPipeline().Open(
            IngestRequest.Of(point, seed: 1, RetryOptions.Default), _target, new CountingWorkload(), cancel.Token);
        run.Start();

        cancel.Cancel();
        var outcome = run.Wait();

        outcome.Unacknowledged[0].Sum(r => r.Count).ShouldBe(10);
        outcome.FailedRecords.ShouldBe(0);
    }

    [Theory]
    [InlineData(9, 0)]
    [InlineData(10, 1)]
    public void Audit_RowBeyondWhatItsSourceBegan_IsForeign(long sequence, long foreign)
    {
        var stored = new StoredContent(2, [new SourceExtent(10, []), new SourceExtent(20, [])]);
        using (var partition = stored.OpenPartition())
        {
            partition.Add(0, sequence, 0, 0, [1, 2]);
            partition.Add(1, sequence, 0, 0, [1, 2]);
        }

        stored.ForeignRows.ShouldBe(foreign);
    }

    [Fact]
    public void Checksum_MostNeverAcknowledged_IsThatOfTheRest()
    {
        var expected = new ExpectedContent(new CountingWorkload());
        using var source = new CountingWorkload().Open(0);
        var batch = new RecordBatch(new CountingWorkload().Schema, 5);
        source.Fill(batch, 2, 5);

        // A source whose process was lost may have had a billion records: they must not be computed.
        expected.Checksum(0, 1_000_000_000, [new(7, 999_999_993), new(0, 2)], CancellationToken.None)
            .ShouldBe(RecordHash.Sum(batch));
    }

    private static ArrivalRate Rate(string text) => ArrivalRate.TryParse(text, out var rate) ? rate
        : throw new ArgumentException(text);

    private TrialResult Run(Point point, int trial = 1)
    {
        var workload = new CountingWorkload();
        return new TrialRunner(new IngestPipeline(), RetryOptions.Default, new SilentObserver()) { Seed = 5 }
            .Run(Points.Trial(point) with { Trial = trial }, _target, workload, new ExpectedContent(workload), keepData: false,
                CancellationToken.None);
    }
}
