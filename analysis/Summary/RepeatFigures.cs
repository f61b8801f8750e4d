using DbIngest.Abstractions.Targets;
using DbIngest.Core.Results;

namespace DbIngest.Analysis.Summary;

/// <summary>What the sources of a point sent twice (<c>--duplicates</c>), and what the database stored of it.</summary>
/// <remarks><see cref="PointSummaries"/> computes it; rule 35 notes it.</remarks>
public sealed record RepeatFigures
{
    /// <summary>What the database has to make of it; null when no trial came to its audit.</summary>
    public required Repeats? Expected { get; init; }

    /// <summary>Records that were sent twice, mean of the trials.</summary>
    public required double SentTwice { get; init; }

    /// <summary>Second rows that are stored, mean of the trials; null when a trial was not audited.</summary>
    public required double? StoredTwice { get; init; }

    /// <summary>Records whose second sending was in doubt, over all trials: how often they are stored is not judged.</summary>
    public required long InDoubt { get; init; }

    /// <summary>
    /// Acknowledged rows, those that were sent twice counted twice, by the mean time of the trials, as the throughput is.
    /// </summary>
    public required double RowsPerS { get; init; }

    /// <summary>Computes the figures of trials.</summary>
    /// <returns>Null when every record was sent once.</returns>
    public static RepeatFigures? Of(IReadOnlyList<TrialResult> trials)
    {
        TrialResult[] repeating = [.. trials.Where(trial => trial.Repeats is not null)];
        RepeatResult[] all = [.. repeating.Select(trial => trial.Repeats!)];
        return all.Length == 0
            ? null
            : new RepeatFigures
            {
                Expected = all[^1].Expected,
                SentTwice = all.Average(repeats => repeats.SentTwice),
                StoredTwice = all.All(repeats => repeats.StoredTwice is not null)
                    ? all.Average(repeats => repeats.StoredTwice) : null,
                InDoubt = all.Sum(repeats => repeats.InDoubt),
                RowsPerS = repeating.Average(trial => (double)trial.AcknowledgedRecords + trial.Repeats!.SentTwice)
                    / repeating.Average(trial => trial.ElapsedS),
            };
    }
}
