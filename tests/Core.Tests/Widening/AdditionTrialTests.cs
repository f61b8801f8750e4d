using DbIngest.Abstractions.Targets;
using DbIngest.Core.LateRecords;
using DbIngest.Core.Pipeline;
using DbIngest.Core.Plan;
using DbIngest.Core.Results;
using DbIngest.Core.Tests.Fakes;
using DbIngest.Core.Trials;

namespace DbIngest.Core.Tests.Widening;

/// <summary>What a trial says of the values that it added.</summary>
public sealed class AdditionTrialTests
{
    private const int Batch = 10;

    /// <summary>
    /// Without a duration, the records that the trial never took
    /// are known. They count neither as sent nor as lost.
    /// </summary>
    [Fact]
    public void Run_FailsAfterTheAddition_CountsTheRecordsThatWereSentWithTheValues()
    {
        int whole = 0;
        var memory = new MemoryTarget
        {
            BeforeWrite = (batch, _) =>
            {
                Thread.Sleep(1);
                if (batch.Schema.ValueCount == 3 && ++whole == 2)
                {
                    throw new BatchWriteException("The disk is full.", isTransient: false, isAmbiguous: false);
                }
            },
        };
        AddedValues.TryParse("1@1ms", out var added).ShouldBeTrue();
        var point = Points.Of(sources: 1, records: 100_000, batch: Batch) with { AddedValues = added };
        using var inner = new CountingWorkload();
        var workload = new StreamWorkloads().Of(inner, point, seed: 7, records: 100_000);
        using var target = new Widened(memory);

        var result = new TrialRunner(new IngestPipeline(), new RetryOptions(0, TimeSpan.Zero), new SilentObserver())
        {
            IsMeasured = false,
        }.Run(Points.Trial(point), target, workload, new(workload), keepData: false, CancellationToken.None);

        result.Status.ShouldNotBe(TrialStatus.Complete);
        result.Addition.ShouldNotBeNull().Happened.ShouldBeTrue();
        result.Addition.Records.ShouldBe(2 * Batch);
    }

    /// <summary>A store that keeps what it is sent.</summary>
    private sealed class Widened(ITarget inner) : ForwardingTarget(inner)
    {
        public override void AddValues(TrialTable table, CancellationToken cancellation = default)
        {
        }
    }
}
