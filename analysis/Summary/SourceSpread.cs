using DbIngest.Core.Results;

namespace DbIngest.Analysis.Summary;

/// <summary>
/// Spread of the starts and ends of a point's sources, over its measured trials. Trials that list no sources, as older results
/// do, are left out.
/// </summary>
/// <remarks>
/// <see cref="PointSummaries"/> computes it; rule 20 judges it. <c>summary.json</c> contains the members, so none may be renamed.
/// </remarks>
public sealed record SourceSpread
{
    /// <summary>Largest distance within a trial between the first and the last start of a source, in seconds.</summary>
    public required double StartMaxS { get; init; }

    /// <summary>Mean over trials of the distance between the first and the last end of a source, in seconds.</summary>
    public required double FinishMeanS { get; init; }

    /// <summary>Largest distance within a trial between the first and the last end of a source, in seconds.</summary>
    public required double FinishMaxS { get; init; }

    /// <summary>Mean over trials of the distance between the ends as a share of the makespan.</summary>
    public required double FinishShare { get; init; }

    /// <summary>Computes the spread over trials.</summary>
    /// <returns>Null when no trial lists its sources.</returns>
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
