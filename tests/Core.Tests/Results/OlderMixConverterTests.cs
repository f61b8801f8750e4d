using DbIngest.Core.Operations;
using DbIngest.Core.Results;
using DbIngest.Core.Tests.Fakes;

namespace DbIngest.Core.Tests.Results;

/// <summary>Trials of versions that stored operations in the members of records.</summary>
public sealed class OlderMixConverterTests
{
    [Fact]
    public void Read_MixOfAnOlderVersion_MovesOperationsIntoTheirMembers()
    {
        var trial = OlderMixConverter.Read(Trial("insert=1,read=1"));

        (trial.AcknowledgedOperations, trial.RetriedOperations, trial.FailedOperations, trial.OperationsPerS)
            .ShouldBe((1000, 7, 3, 500.0));
        (trial.AcknowledgedRecords, trial.RetriedRecords, trial.FailedRecords, trial.RecordsPerS).ShouldBe((40, 0, 0, 20.0));
        trial.Sources[0].ShouldSatisfyAllConditions(
            source => source.AcknowledgedOperations.ShouldBe(1000),
            source => source.ScheduledOperations.ShouldBe(1003),
            source => source.AchievedOperationsPerS.ShouldBe(499),
            source => source.AcknowledgedRecords.ShouldBe(0),
            source => source.ScheduledRecords.ShouldBeNull());
        trial.Samples[0].ShouldSatisfyAllConditions(
            sample => sample.AcknowledgedOperations.ShouldBe(600),
            sample => sample.AcknowledgedRecords.ShouldBe(0));
        trial.OpenLoop!.OfferedOperationsPerS.ShouldBe(501);
        trial.OpenLoop.OfferedRecordsPerS.ShouldBeNull();
        OlderMixConverter.Read(trial).ShouldBeSameAs(trial);
    }

    [Fact]
    public void Read_TrialWithoutAMix_IsAsItWas()
    {
        var trial = Trial(mix: null);
        OlderMixConverter.Read(trial).ShouldBeSameAs(trial);
        (trial.PerS, trial.Acknowledged, trial.Retried, trial.Failed).ShouldBe((500.0, 1000, 7, 3));
    }

    private static TrialResult Trial(string? mix) => new()
    {
        Point = Points.Of() with { Mix = OperationMix.TryParse(mix, out var parsed) ? parsed : null },
        Trial = 1,
        WarmUp = false,
        Position = 0,
        StartedUtc = DateTimeOffset.UnixEpoch,
        Status = TrialStatus.Complete,
        ElapsedS = 2,
        RecordsPerS = 500,
        AcknowledgedRecords = 1000,
        RetriedRecords = 7,
        FailedRecords = 3,
        Operations =
        [
            new OperationResult { Kind = OperationKind.InsertOne, Count = 40, Records = 40 },
            new OperationResult { Kind = OperationKind.Read, Count = 960, Records = 960 },
        ],
        Sources =
        [
            new SourceOutcome
            {
                Source = 0,
                StartedS = 0,
                FinishedS = 2,
                ScheduledRecords = 1003,
                AcknowledgedRecords = 1000,
                OfferedRecordsPerS = 501,
                AchievedRecordsPerS = 499,
                GeneratingS = 0.1,
                WritingS = 1.9,
            },
        ],
        Samples =
        [
            new ThroughputSample { AtS = 1, Phase = "ingest", AcknowledgedRecords = 600, ClientCpuS = 0, ClientRssBytes = 0 },
        ],
        OpenLoop = new OpenLoopResult { OfferedRecordsPerS = 501, LargestBacklogBatches = 0, LastBacklogBatches = 0 },
    };
}
