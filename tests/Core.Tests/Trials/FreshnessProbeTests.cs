using System.Diagnostics;
using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;
using DbIngest.Core.Freshness;
using DbIngest.Core.Tests.Fakes;

namespace DbIngest.Core.Tests.Trials;

/// <summary>The probe of freshness without a trial: which source it asks for.</summary>
public sealed class FreshnessProbeTests
{
    private const int Sources = 2;

    /// <summary>Without a duration a source ends when it has sent its records, and says nothing from then on.</summary>
    [Fact]
    public void Run_DrawnSourceHasEnded_AsksForAnother()
    {
        using var read = new ManualResetEventSlim();
        using var target = new MemoryTarget { BeforeOperation = (_, _) => read.Set() };
        using var workload = new CountingWorkload();
        using var probe = new FreshnessProbe(target, workload, firstSource: 0, Sources, perS: 1000, SeedThatDraws(0));
        using var stop = new CancellationTokenSource();
        probe.Open(CancellationToken.None);
        var run = new Thread(() => probe.Run(Stopwatch.GetTimestamp(), stop.Token));
        run.Start();

        long began = Stopwatch.GetTimestamp();
        for (long sequence = 0; !read.Wait(1) && Stopwatch.GetElapsedTime(began).TotalSeconds < 60; sequence++)
        {
            probe.NextAcknowledgement.Offer(1, sequence, Stopwatch.GetTimestamp());
        }

        stop.Cancel();
        run.Join();
        read.IsSet.ShouldBeTrue("the other source writes on");
    }

    /// <summary>The abandonment has cut the first read. Nothing would cut a second one.</summary>
    [Fact]
    public void Run_AbandonedWithAReadUnderWay_AsksNoFurther()
    {
        using var stop = new CancellationTokenSource();
        using var abandonment = new CancellationTokenSource();
        int reads = 0;
        using var target = new MemoryTarget
        {
            BeforeOperation = (_, _) =>
            {
                abandonment.Cancel();
                if (++reads > 1)
                {
                    stop.Cancel();
                }

                throw new BatchWriteException("The read was cut.", isTransient: true, isAmbiguous: false);
            },
        };
        using var workload = new CountingWorkload();
        using var probe = new FreshnessProbe(target, workload, firstSource: 0, sources: 1, perS: 1000, seed: 1);
        probe.Open(abandonment.Token);
        var run = new Thread(() => probe.Run(Stopwatch.GetTimestamp(), stop.Token));
        run.Start();
        for (long sequence = 0; !run.Join(1); sequence++)
        {
            probe.NextAcknowledgement.Offer(0, sequence, Stopwatch.GetTimestamp());
        }

        reads.ShouldBe(1);
    }

    [Fact]
    public void Withdraw_LaneIsAnswering_LeavesTheAnswerToBeTaken()
    {
        using var next = new NextAcknowledgement();
        next.Ask(3);
        next.Withdraw(3).ShouldBeTrue();
        next.Offer(3, 1, 10);
        next.Wait(TimeSpan.Zero, CancellationToken.None).ShouldBeNull("nobody asks any more");

        next.Ask(3);
        next.Offer(3, 2, 20);
        next.Withdraw(3).ShouldBeFalse();
        next.Wait(TimeSpan.Zero, CancellationToken.None).ShouldNotBeNull().ShouldBe((2L, 20L));
    }

    private static ulong SeedThatDraws(int source)
    {
        for (ulong seed = 0; ; seed++)
        {
            if (new SplitMix64(SplitMix64.Mix(seed)).NextBelow(Sources) == source)
            {
                return seed;
            }
        }
    }
}
