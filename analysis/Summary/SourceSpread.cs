using DbIngest.Core.Results;

namespace DbIngest.Analysis.Summary;

/// <summary>How evenly the sources of a point ran, over its measured trials.</summary>
public sealed record SourceSpread
{
    /// <summary>The largest distance within a trial between the first and the last source's start.</summary>
    public required double StartMaxS { get; init; }

    /// <summary>The mean over trials of the distance between the first and the last source's end.</summary>
    public required double FinishMeanS { get; init; }

    /// <summary>The largest such distance.</summary>
    public required double FinishMaxS { get; init; }

    /// <summary>The mean over trials of that distance as a share of the makespan.</summary>
    public required double FinishShare { get; init; }

    /// <summary>Measures the spread.</summary>
    /// <param name="trials">The measured trials.</param>
    /// <returns>The spread, or null when no trial names its sources.</returns>
    public static SourceSpread? Of(IReadOnlyList<TrialResult> trials)
    {
        TrialResult[] known = [.. trials.Where(trial => trial.Sources.Count > 0 && trial.ElapsedS > 0)];
        if (known.Length == 0)
        {
            return null;
        }

        double[] finish = [.. known.Select(trial => Range(trial.Sources.Select(source => source.FinishedS)))];
        return new SourceSpread
        {
            StartMaxS = known.Max(trial => Range(trial.Sources.Select(source => source.StartedS))),
            FinishMeanS = finish.Average(),
            FinishMaxS = finish.Max(),
            FinishShare = known.Zip(finish, (trial, spread) => spread / trial.ElapsedS).Average(),
        };
    }

    private static double Range(IEnumerable<double> values)
    {
        double[] all = [.. values];
        return all.Max() - all.Min();
    }
}
