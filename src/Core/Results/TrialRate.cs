namespace DbIngest.Core.Results;

/// <summary>The throughput of a trial.</summary>
public static class TrialRate
{
    /// <summary>
    /// Records acknowledged at their first attempt, a second. In a closed loop over the makespan. In an open loop over the time in which they
    /// were offered, source by source: the makespan would end within an interval between two arrivals, and make more or less of the rate than
    /// it is.
    /// </summary>
    /// <param name="trial">The trial.</param>
    /// <returns>Records a second; 0 when the trial took no time.</returns>
    public static double Of(TrialResult trial)
    {
        long counted = trial.AcknowledgedRecords - trial.RetriedRecords;
        return IsPaced(trial)
            ? trial.Sources.Sum(source => source.AchievedRecordsPerS!.Value) * (counted / (double)trial.AcknowledgedRecords)
            : trial.ElapsedS > 0 ? counted / trial.ElapsedS : 0;
    }

    /// <summary>Whether the trial says what was offered: an open loop, of which every source is known.</summary>
    /// <param name="trial">The trial.</param>
    public static bool IsPaced(TrialResult trial) =>
        trial.OpenLoop?.OfferedRecordsPerS is not null && trial.AcknowledgedRecords > 0 && trial.Sources.All(source => source.AchievedRecordsPerS is not null);
}
