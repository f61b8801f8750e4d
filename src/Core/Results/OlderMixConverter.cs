using DbIngest.Core.Operations;

namespace DbIngest.Core.Results;

/// <summary>
/// Converts trials with a mix of older versions, which stored operations in the members of records. <see cref="JournalContent"/>
/// passes every trial through it, so that the rest of the program knows one form. Journals are never rewritten, so it must stay.
/// </summary>
internal static class OlderMixConverter
{
    /// <summary>Moves operations into their own members.</summary>
    /// <param name="trial">A trial as it was stored.</param>
    /// <returns>The trial. The same one without a mix, and if it has members for operations.</returns>
    public static TrialResult Read(TrialResult trial) =>
        trial.Point.Mix is null || trial.AcknowledgedOperations is not null || trial.Sources.Count == 0 ? trial : trial with
        {
            OperationsPerS = trial.RecordsPerS,
            AcknowledgedOperations = trial.AcknowledgedRecords,
            RetriedOperations = trial.RetriedRecords,
            FailedOperations = trial.FailedRecords,
            RecordsPerS = trial.ElapsedS > 0 ? Inserted(trial) / trial.ElapsedS : 0,
            AcknowledgedRecords = Inserted(trial),
            RetriedRecords = 0,
            FailedRecords = 0,
            Sources = [.. trial.Sources.Select(Read)],
            Samples = [.. trial.Samples.Select(sample => sample with
            {
                AcknowledgedOperations = sample.AcknowledgedRecords,
                AcknowledgedRecords = 0,
            })],
            OpenLoop = trial.OpenLoop is { } open
                ? open with { OfferedOperationsPerS = open.OfferedRecordsPerS, OfferedRecordsPerS = null }
                : null,
        };

    private static SourceOutcome Read(SourceOutcome source) => source with
    {
        ScheduledOperations = source.ScheduledRecords,
        AcknowledgedOperations = source.AcknowledgedRecords,
        OfferedOperationsPerS = source.OfferedRecordsPerS,
        AchievedOperationsPerS = source.AchievedRecordsPerS,
        ScheduledRecords = null,
        AcknowledgedRecords = 0,
        OfferedRecordsPerS = null,
        AchievedRecordsPerS = null,
    };

    private static long Inserted(TrialResult trial) => (trial.Operations ?? [])
        .Where(operation => operation.Kind is OperationKind.InsertBatch or OperationKind.InsertOne)
        .Sum(operation => operation.Records);
}
