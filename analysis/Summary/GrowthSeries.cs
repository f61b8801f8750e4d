using DbIngest.Core.Results;

namespace DbIngest.Analysis.Summary;

/// <summary>
/// Throughput of a trial from sample to sample over the records that its table stored. <see cref="TrialGrowth"/> and
/// <c>StoredFigures</c> call it. A trial whose throughput something else decides, such as a rate, has no steps.
/// </summary>
internal static class GrowthSeries
{
    /// <summary>Most steps of a trial; neighbours of a longer trial are merged.</summary>
    private const int Most = 300;

    /// <summary>A step shorter than this share of the median step, such as the last one of a trial, is left out.</summary>
    private const double LeastShare = 0.5;

    /// <summary>
    /// Makes the steps from the common start until the first source ended. From then on fewer sources write, so throughput falls
    /// for a reason that is not the database's.
    /// </summary>
    /// <param name="trial">A trial.</param>
    /// <returns>
    /// Empty where something other than the growing table decides the throughput: a mix, a rate of arrivals, a fault, or
    /// values that are added. Also empty for a trial without sources or samples.
    /// </returns>
    public static IReadOnlyList<GrowthStep> Of(TrialResult trial)
    {
        if (trial.Point.Mix is not null || trial.Point.Rate is not null || trial.Point.Fault is not null
            || trial.Point.AddedValues is not null || trial.Sources.Count == 0)
        {
            return [];
        }

        double end = trial.Sources.Min(source => source.FinishedS);
        var steps = new List<GrowthStep>();
        var (at, records) = (0.0, 0L);
        foreach (var sample in trial.Samples.TakeWhile(sample => sample.Phase == "ingest" && sample.AtS <= end))
        {
            if (sample.AtS > at)
            {
                steps.Add(new GrowthStep(at, sample.AtS, records, sample.AcknowledgedRecords));
                (at, records) = (sample.AtS, sample.AcknowledgedRecords);
            }
        }

        return steps.Count == 0 ? [] : Together(Long(steps), ((steps.Count - 1) / Most) + 1);
    }

    /// <summary>
    /// Merges every <paramref name="count"/> neighbours into one step; an incomplete group at the end is left out.
    /// </summary>
    /// <param name="steps">Steps in the order of time.</param>
    /// <param name="count">Steps per merged step, at least 1.</param>
    public static IReadOnlyList<GrowthStep> Together(IReadOnlyList<GrowthStep> steps, int count) => count == 1 ? steps
        : [.. steps.Chunk(count).Where(chunk => chunk.Length == count)
            .Select(chunk => new GrowthStep(chunk[0].FromS, chunk[^1].ToS, chunk[0].From, chunk[^1].To))];

    private static List<GrowthStep> Long(List<GrowthStep> steps)
    {
        double[] lengths = [.. steps.Select(step => step.ToS - step.FromS).Order()];
        double least = LeastShare * lengths[lengths.Length / 2];
        return [.. steps.Where(step => step.ToS - step.FromS >= least)];
    }
}
