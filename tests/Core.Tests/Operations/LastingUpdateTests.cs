using DbIngest.Abstractions.Audit;
using DbIngest.Abstractions.Records;
using DbIngest.Core.Audit;
using DbIngest.Core.Operations;
using DbIngest.Core.Pipeline;
using DbIngest.Core.Results;
using DbIngest.Core.Tests.Fakes;
using DbIngest.Core.Trials;

namespace DbIngest.Core.Tests.Operations;

/// <summary>Updates of a lane's own records of which a lost attempt takes effect after a later update was acknowledged.</summary>
public sealed class LastingUpdateTests
{
    private readonly MemoryTarget _target = new() { RestoreFences = false };

    [Theory]
    [InlineData("update=1")]
    [InlineData("read=50,update=50,keys=zipfian")]
    [InlineData("read=20,scan=20,update=40,rmw=20,keys=zipfian")]
    [InlineData("read=30,update=40,rmw-plain=30,keys=zipfian")]
    public void Run_LostAttemptsThatArriveLate_AccuseNoStore(string mix)
    {
        var result = Run(mix, loses: true);

        result.Status.ShouldBe(TrialStatus.Complete, result.Error);
        result.Audit!.Passed.ShouldBeTrue(string.Join("; ", result.Audit.Findings));
        result.LastingUpdates!.Value.ShouldBeInRange(1L, result.Retries);
    }

    /// <summary>
    /// A store has lost an update if its client rules a late arrival out, or if no attempt was in doubt.
    /// </summary>
    [Theory]
    [InlineData("update=1", true, true)]
    [InlineData("update=1", false, false)]
    [InlineData("read=50,update=50,keys=zipfian", true, true)]
    [InlineData("read=50,update=50,keys=zipfian", false, false)]
    public void Run_LateArrivalsThatNothingExcuses_AreFound(string mix, bool fences, bool loses)
    {
        _target.RestoreFences = fences;

        var result = Run(mix, loses);

        result.Status.ShouldBe(TrialStatus.Invalid);
        result.Error.ShouldNotBeNull().ShouldMatch("content differs|wrong answer");
        result.LastingUpdates.ShouldBeNull();
    }

    [Theory]
    [InlineData(0, false)]
    [InlineData(1, true)]
    [InlineData(2, false)]
    [InlineData(3, true)]
    public void Compare_RecordOfALastingUpdate_HasItsVersionOrTheCurrentOneAndNoOther(int version, bool isRight)
    {
        var workload = new CountingWorkload();
        using var records = workload.Open(0);
        var lasting = new LastingUpdates([new LastingUpdate(0, 5, 1)]);
        lasting.Complete(0, 4, 0);
        lasting.Complete(0, 5, 3);
        var stored = new OwnContentCheck(workload, [new SourceExtent(10, [])], lasting);
        ulong checksum = 0;
        using (var partition = stored.OpenPartition())
        {
            for (long sequence = 0; sequence < 10; sequence++)
            {
                checksum += RecordHash.Sum(Of(sequence, sequence == 5 ? 3 : 0));
                var row = Of(sequence, sequence == 5 ? version : 0);
                partition.Add(0, sequence, row.Timestamps[0], row.Qualities[0], row.Values);
            }
        }

        Auditor.Compare(stored, [checksum], 0).Passed.ShouldBe(isRight);

        RecordBatch Of(long sequence, int ofVersion)
        {
            var record = new RecordBatch(workload.Schema, 1);
            records.Fill(record, sequence, 1);
            RecordVersion.Apply(record, 0, ofVersion);
            return record;
        }
    }

    private TrialResult Run(string mix, bool loses)
    {
        _target.Wraps = writer => new LateWriter(writer, loses);
        var point = Points.Of(sources: 2, records: 700, batch: 10) with
        {
            Mix = OperationMix.TryParse(mix, out var parsed) ? parsed : throw new ArgumentException(mix),
        };
        var workload = new CountingWorkload();
        return new TrialRunner(new IngestPipeline(), new RetryOptions(3, TimeSpan.Zero), new SilentObserver())
        {
            Seed = 5,
            IsMeasured = false
        }
            .Run(Points.Trial(point), _target, workload, new ExpectedContent(workload), keepData: false, CancellationToken.None);
    }
}
