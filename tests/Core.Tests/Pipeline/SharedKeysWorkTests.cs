using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;
using DbIngest.Core.Operations;
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

    private SharedKeysWork Open(string text)
    {
        var workload = new CountingWorkload();
        OperationMix.TryParse(text, out var mix).ShouldBeTrue();
        _target.Prepare(new TrialTable(workload.Schema, Sources: 1, RecordsPerSource: 100));
        using (var writer = _target.OpenWriter(0))
        {
            var batch = new RecordBatch(workload.Schema, 100);
            workload.Open(0).Fill(batch, 0, 100);
            writer.Write(batch);
        }

        var work = new SharedKeysWork(
            new OperationRequest(mix!, Seed: 1, Lanes: 1, Batch: 1, LoadedRecords: 100), workload, source: 0, lane: 0);
        work.Open(_target.OpenWriter(0), workload.Open(0));
        return work;
    }
}
