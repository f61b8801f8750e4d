using System.Diagnostics;
using DbIngest.Abstractions.Operations;
using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;
using DbIngest.Core.Pipeline;
using DbIngest.Core.Plan;
using DbIngest.Core.Results;
using DbIngest.Core.Tests.Fakes;
using DbIngest.Core.Trials;

namespace DbIngest.Core.Tests.Trials;

/// <summary>
/// Trials with probes of freshness: what they see of stores that show records at once, later, wrongly or never.
/// </summary>
public sealed class FreshnessTrialTests
{
    [Fact]
    public void Run_StoreThatShowsAtOnce_IsNeverMissed()
    {
        var fresh = Run(new Shown(TimeSpan.Zero)).Freshness.ShouldNotBeNull();
        fresh.Probes.ShouldBeGreaterThan(20);
        (fresh.MissedAtFirst, fresh.Unseen, fresh.Errors, fresh.LongestInvisibleS).ShouldBe((0, 0, 0, 0));
        fresh.Seen.ShouldNotBeNull().Batches.ShouldBe(fresh.Probes - (fresh.Waited?.Batches ?? 0));

        // The smallest are exact. A percentile is the middle of a bucket, which a query of a microsecond may not leave.
        fresh.Asked.ShouldNotBeNull().MinUs.ShouldBeLessThan(fresh.Seen.MinUs);
    }

    /// <summary>A probe may not tell a shorter time than the store took.</summary>
    [Fact]
    public void Run_StoreThatShowsLater_IsMissedAtFirstAndSeenThen()
    {
        const double LagS = 0.2;
        var fresh = Run(new Shown(TimeSpan.FromSeconds(LagS))).Freshness.ShouldNotBeNull();
        fresh.MissedAtFirst.ShouldBeGreaterThan(10);
        fresh.Seen.ShouldNotBeNull().MinUs.ShouldBeGreaterThanOrEqualTo(LagS * 1e6);
        fresh.LongestInvisibleS.ShouldBeInRange(0.5 * LagS, LagS);
        fresh.MayLag.ShouldBeTrue();
    }

    [Fact]
    public void Run_StoreThatNeverShows_SeesNothingAndSaysHowLongItAsked()
    {
        var fresh = Run(new Shown(TimeSpan.FromHours(1))).Freshness.ShouldNotBeNull();
        fresh.Seen.ShouldBeNull();
        fresh.Probes.ShouldBeGreaterThan(0);
        fresh.Waited.ShouldNotBeNull().Batches.ShouldBe(fresh.Probes);
    }

    [Fact]
    public void Run_StoreThatAnswersWithOtherContent_IsInvalid()
    {
        var result = Run(new Shown(TimeSpan.Zero) { AltersAnswers = true });
        result.Status.ShouldBe(TrialStatus.Invalid);
        result.Error.ShouldNotBeNull().ShouldContain("was read with other content than was acknowledged");
    }

    /// <summary>Queries that fail are counted, and the trial is as complete as without them.</summary>
    [Fact]
    public void Run_QueriesThatFail_AreCountedAndHarmNothing()
    {
        var result = Run(new Shown(TimeSpan.Zero) { RefusesReads = true });
        result.Status.ShouldBe(TrialStatus.Complete, result.Error);
        result.Freshness.ShouldNotBeNull().Errors.ShouldBeGreaterThan(0);
    }

    [Fact]
    public void Run_WithoutProbes_TellsNothing() => Run(new Shown(TimeSpan.Zero), "none").Freshness.ShouldBeNull();

    private static TrialResult Run(Shown target, string probes = "200/s")
    {
        ProbeRate.TryParse(probes, out var rate).ShouldBeTrue();
        using var workload = new CountingWorkload();
        var point = Points.Of(sources: 3, records: 1_000_000, batch: 10) with
        {
            Freshness = rate,
            DurationS = 1.5,
            Rate = ArrivalRate.TryParse("6000", out var paced) ? paced : null,
        };
        return new TrialRunner(new IngestPipeline(), new RetryOptions(3, TimeSpan.FromMilliseconds(1)), new SilentObserver())
        {
            IsMeasured = false,
        }.Run(Points.Trial(point), target, workload, new(workload), keepData: true, CancellationToken.None);
    }

    /// <summary>A store that shows each record some time after its acknowledgement.</summary>
    private sealed class Shown(TimeSpan after) : ForwardingTarget(new MemoryTarget())
    {
        public bool AltersAnswers { get; init; }

        public bool RefusesReads { get; init; }

        public override IBatchWriter OpenWriter(int source, CancellationToken cancellation = default) =>
            new Writer(this, base.OpenWriter(source, cancellation));

        private readonly System.Collections.Concurrent.ConcurrentDictionary<(int, long), long> _stored = new();

        private sealed class Writer(Shown target, IBatchWriter inner) : IBatchWriter, IRecordReads
        {
            public bool MayLag => target.Lag > TimeSpan.Zero;

            public void Write(RecordBatch batch)
            {
                inner.Write(batch);
                for (int row = 0; row < batch.Count; row++)
                {
                    target._stored[(batch.Source, batch.FirstSequence + row)] = Stopwatch.GetTimestamp();
                }
            }

            public BatchFate Recover(RecordBatch batch, bool inDoubt = true) => inner.Recover(batch, inDoubt);

            public void Read(int source, long sequence, IRecordReceiver found)
            {
                if (target.RefusesReads)
                {
                    throw new BatchWriteException("no", isTransient: true, isAmbiguous: false);
                }

                if (target._stored.TryGetValue((source, sequence), out long stored)
                    && Stopwatch.GetElapsedTime(stored) >= target.Lag)
                {
                    using var records = new CountingWorkload().Open(source);
                    var one = new RecordBatch(new CountingWorkload().Schema, 1);
                    records.Fill(one, sequence, 1);
                    found.Add(source, sequence, one.Timestamps[0] + (target.AltersAnswers ? 1 : 0), one.Qualities[0],
                        [one.Column(0)[0], one.Column(1)[0]]);
                }
            }

            public void Scan(int source, long first, int count, IRecordReceiver found) => throw new NotSupportedException();

            public void Restore()
            {
            }

            public void Dispose() => inner.Dispose();
        }

        private TimeSpan Lag => after;
    }
}
