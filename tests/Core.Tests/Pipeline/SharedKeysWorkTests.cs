using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;
using DbIngest.Core.Operations;
using DbIngest.Core.Operations.Shared;
using DbIngest.Core.Pipeline;
using DbIngest.Core.Tests.Fakes;

namespace DbIngest.Core.Tests.Pipeline;

/// <summary>What a lane on shared records does with its writer after failures, and what it books of them.</summary>
public sealed class SharedKeysWorkTests
{
    /// <summary>The number of the first attempt after the one that loads the records.</summary>
    private const int FirstOperation = 2;

    private readonly MemoryTarget _target = new();

    /// <summary>Nothing repeats an operation that is left out, so that the next one must restore the writer.</summary>
    [Fact]
    public void Send_AfterAnOperationLeftOut_RestoresTheWriterOnce()
    {
        using var work = Open("update=1,keys=zipfian:shared");
        _target.BeforeOperation = (_, attempt) =>
        {
            if (attempt == FirstOperation)
            {
                throw new BatchWriteException("Serialization failure.", isTransient: true, isAmbiguous: false)
                {
                    IsConflict = true,
                };
            }
        };
        work.Fill(default);
        Should.Throw<BatchWriteException>(() => work.Send());
        work.Failed(isConflict: true);
        work.TryLeaveOut().ShouldBeTrue();
        _target.Calls.ShouldNotContain("restore");

        for (int i = 0; i < 3; i++)
        {
            work.Fill(default);
            work.Send().ShouldBeTrue();
        }

        _target.Calls.Count(call => call == "restore").ShouldBe(1);
    }

    /// <summary>
    /// An idempotent writer stays in doubt over all attempts at a turn. Only an attempt that may have taken effect allows one
    /// increment more, or a doubled one would pass.
    /// </summary>
    [Fact]
    public void Wait_IncrementInDoubtOnceAndRefusedTwice_IsOneIncrementInDoubt()
    {
        _target.IsIdempotent = true;
        int writes = 0;
        _target.AfterOperation = (kind, _) => Fail(kind == OperationKind.ReadModifyWrite && writes == 1, isAmbiguous: true);
        _target.BeforeOperation = (kind, _) =>
            Fail(kind == OperationKind.ReadModifyWrite && ++writes is 2 or 3, isAmbiguous: false);
        var workload = new CountingWorkload();
        OperationMix.TryParse("rmw=1,keys=zipfian:shared", out var mix).ShouldBeTrue();
        var request = IngestRequest.Of(
            Points.Of(sources: 1, records: 100) with { Mix = mix, OperationsPerSource = 1 }, 1,
            new RetryOptions(5, TimeSpan.Zero));
        Load(workload);

        using var run = new IngestPipeline().Open(request, _target, workload, CancellationToken.None);
        run.Start();
        var outcome = run.Wait();

        outcome.Error.ShouldBeNull();
        (writes, outcome.Retries).ShouldBe((4, 3));
        var totals = new IncrementTotals(mayLose: false);
        totals.Add(SharedLogCodec.IncrementsOf(outcome.Mix!.Shared.Single().Increments));
        var increments = totals.All().ShouldHaveSingleItem();
        (increments.Acknowledged, increments.InDoubt).ShouldBe((1, 1));
    }

    /// <summary>What a lane that is left behind has under way may take effect, and nothing else of it is in doubt.</summary>
    [Fact]
    public void GiveUp_IncrementThatWasRefused_IsNotInDoubt()
    {
        using var work = Open("rmw=1,keys=zipfian:shared");
        _target.BeforeOperation = (kind, _) => Fail(kind == OperationKind.ReadModifyWrite, isAmbiguous: false);
        work.Fill(default);
        Should.Throw<BatchWriteException>(() => work.Send());

        work.GiveUp(default);

        work.History.Increments.All().ShouldBeEmpty();
    }

    /// <summary>A lane that can keep no further record in mind must say so before it writes.</summary>
    [Fact]
    public void Fill_Increment_IsKeptInMindBeforeItIsWritten()
    {
        using var work = Open("rmw=1,keys=zipfian:shared");

        work.Fill(default);

        work.History.Increments.Records.ShouldBe(1);
        work.Send().ShouldBeTrue();
        work.History.Increments.Records.ShouldBe(1);
    }

    private static void Fail(bool fails, bool isAmbiguous)
    {
        if (fails)
        {
            throw new BatchWriteException("It is told to fail.", isTransient: true, isAmbiguous);
        }
    }

    private SharedKeysWork Open(string text)
    {
        var workload = new CountingWorkload();
        OperationMix.TryParse(text, out var mix).ShouldBeTrue();
        Load(workload);
        var work = new SharedKeysWork(
            new OperationRequest(mix!, Seed: 1, Lanes: 1, Batch: 1, LoadedRecords: 100), workload, source: 0, lane: 0);
        work.Open(_target.OpenWriter(0), workload.Open(0));
        return work;
    }

    private void Load(CountingWorkload workload)
    {
        _target.Prepare(new TrialTable(workload.Schema, Sources: 1, RecordsPerSource: 100));
        using var writer = _target.OpenWriter(0);
        var batch = new RecordBatch(workload.Schema, 100);
        workload.Open(0).Fill(batch, 0, 100);
        writer.Write(batch);
    }
}
