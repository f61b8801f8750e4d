using DbIngest.Abstractions.Targets;
using DbIngest.Core.Operations;
using DbIngest.Core.Pipeline;
using DbIngest.Core.Tests.Fakes;

namespace DbIngest.Core.Tests.Pipeline;

/// <summary>Lost races between clients: repeated, and counted apart from failures.</summary>
public sealed class ConflictTests
{
    private readonly MemoryTarget _target = new();

    [Fact]
    public void Wait_OperationsConflict_AreRepeatedBeyondTheRetriesAndCountApart()
    {
        int attempts = 0;
        _target.BeforeOperation = (_, _) =>
        {
            if (Interlocked.Increment(ref attempts) % 4 != 0)
            {
                throw Conflict();
            }
        };

        var outcome = Run("update=1");

        outcome.Error.ShouldBeNull();
        outcome.Acknowledged.ShouldBe(200);
        outcome.Conflicts.ShouldBe(3 * 200);
        (outcome.Retries, outcome.RetriedRecords, outcome.FailedRecords).ShouldBe((0, 0, 0));
        outcome.Mix!.Kinds.Single().Conflicts.ShouldBe(3 * 200);
        outcome.Mix.Kinds.Single().Errors.ShouldBe(0);
    }

    [Fact]
    public void Wait_BatchesConflict_AreRepeatedToo()
    {
        _target.BeforeWrite = (_, attempt) =>
        {
            if (attempt <= 3)
            {
                throw Conflict();
            }
        };

        var outcome = Run(mix: null);

        outcome.Error.ShouldBeNull();
        outcome.AcknowledgedRecords.ShouldBe(200);
        outcome.Conflicts.ShouldBe(3);
        outcome.Retries.ShouldBe(0);
    }

    private static BatchWriteException Conflict() =>
        new("Serialization failure.", isTransient: true, isAmbiguous: false) { IsConflict = true };

    private IngestOutcome Run(string? mix)
    {
        var workload = new CountingWorkload();
        var request = IngestRequest.Of(
            Points.Of(sources: 1, records: 200) with { Mix = OperationMix.TryParse(mix, out var parsed) ? parsed : null },
            seed: 3,
            new RetryOptions(1, TimeSpan.Zero));
        _target.Prepare(request.TableOf(workload.Schema));
        using var run = new IngestPipeline().Open(request, _target, workload, CancellationToken.None);
        run.Start();
        return run.Wait();
    }
}
