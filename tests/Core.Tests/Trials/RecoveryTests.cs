using DbIngest.Abstractions.Targets;
using DbIngest.Core.Pipeline;
using DbIngest.Core.Results;
using DbIngest.Core.Tests.Fakes;
using DbIngest.Core.Trials;

namespace DbIngest.Core.Tests.Trials;

/// <summary>When a database is searched for a batch: only when it may be there, and when that decides something.</summary>
public sealed class RecoveryTests
{
    private readonly MemoryTarget _target = new();

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void Run_TransactionalWriter_IsAskedBeforeARetryAndToldOfDoubt(bool isAmbiguous)
    {
        FailOnce(isAmbiguous);
        var result = Run();
        result.Status.ShouldBe(TrialStatus.Complete, result.Error);
        result.Retries.ShouldBe(1);
        _target.Recoveries.ShouldBe([isAmbiguous]);
    }

    [Fact]
    public void Run_IdempotentWriter_SendsAgainWithoutAsking()
    {
        _target.IsIdempotent = true;
        FailOnce(isAmbiguous: true);
        var result = Run();
        result.Status.ShouldBe(TrialStatus.Complete, result.Error);
        result.Retries.ShouldBe(1);
        _target.Recoveries.ShouldBeEmpty();
    }

    [Theory]
    [InlineData(false, false, 0)]
    [InlineData(false, true, 1)]
    [InlineData(true, true, 1)]
    [InlineData(true, false, 0)]
    public void Run_BatchGivenUp_IsLookedForOnlyWhenItMayBeThere(bool isIdempotent, bool isAmbiguous, int asked)
    {
        _target.IsIdempotent = isIdempotent;
        _target.BeforeWrite = (_, _) => throw new BatchWriteException("Lost.", isTransient: false, isAmbiguous);
        Run().Status.ShouldBe(TrialStatus.Incomplete);
        _target.Recoveries.ShouldBe(Enumerable.Repeat(true, asked));
    }

    /// <summary>An attempt that failed without doubt does not take away the doubt about the one before it.</summary>
    [Fact]
    public void Run_IdempotentBatchInDoubtOnce_StaysInDoubt()
    {
        _target.IsIdempotent = true;
        _target.AfterWrite = (_, attempt) => throw new BatchWriteException("Lost.", isTransient: true, isAmbiguous: true);
        _target.BeforeWrite = (_, attempt) =>
        {
            if (attempt > 1)
            {
                throw new BatchWriteException("Refused.", isTransient: false, isAmbiguous: false);
            }
        };
        var result = Run();
        result.Status.ShouldBe(TrialStatus.Complete, result.Error);
        result.ResolvedBatches.ShouldBe(1);
    }

    private void FailOnce(bool isAmbiguous) => _target.BeforeWrite = (_, attempt) =>
    {
        if (attempt == 1)
        {
            throw new BatchWriteException("Once.", isTransient: true, isAmbiguous);
        }
    };

    private TrialResult Run()
    {
        using var workload = new CountingWorkload();
        return new TrialRunner(new IngestPipeline(), new RetryOptions(3, TimeSpan.FromMilliseconds(1)),
            new SilentObserver())
        { IsMeasured = false }.Run(
            Points.Trial(Points.Of(sources: 1, records: 10)), _target, workload, new(workload), keepData: false,
                CancellationToken.None);
    }
}
