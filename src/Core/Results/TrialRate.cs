namespace DbIngest.Core.Results;

/// <summary>
/// Computes the throughput of a trial from its result. <see cref="Trials.TrialRecord"/> calls it once for the journal, and the
/// analysis again, so that both agree. A pure function. A change would contradict the figures in existing journals.
/// </summary>
public static class TrialRate
{
    /// <summary>
    /// Divides the records, or operations of a mix, acknowledged at their first attempt by the makespan. In an open loop it
    /// divides by the time during which they were offered, source by source, because the makespan ends between two arrivals and
    /// would distort the rate.
    /// </summary>
    /// <returns>Records or operations per second. 0 for a trial of no duration.</returns>
    public static double Of(TrialResult trial)
    {
        long counted = trial.Acknowledged - trial.Retried;
        return IsPaced(trial)
            ? trial.Sources.Sum(source => source.AchievedPerS!.Value) * (counted / (double)trial.Acknowledged)
            : trial.ElapsedS > 0 ? counted / trial.ElapsedS : 0;
    }

    /// <summary>True for an open loop in which every source states its offered rate.</summary>
    public static bool IsPaced(TrialResult trial) =>
        trial.OpenLoop?.OfferedPerS is not null && trial.Acknowledged > 0
            && trial.Sources.All(source => source.AchievedPerS is not null);
}
