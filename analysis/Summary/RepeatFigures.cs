using DbIngest.Abstractions.Targets;
using DbIngest.Core.Results;

namespace DbIngest.Analysis.Summary;

/// <summary>
/// Counts the records of a point that its sources sent twice (<c>--duplicates</c>), and those that the database stored twice.
/// </summary>
/// <remarks>
/// <see cref="PointSummaries"/> computes it; rule 35 notes it. <c>summary.json</c> contains the members, so none may be renamed.
/// </remarks>
public sealed record RepeatFigures
{
    /// <summary>How the database must treat a second sending; null when the last such trial failed before its audit.</summary>
    public required Repeats? Expected { get; init; }

    /// <summary>Mean number of records sent twice per trial.</summary>
    public required double SentTwice { get; init; }

    /// <summary>Mean number of second rows stored per trial; null when a trial was not audited.</summary>
    public required double? StoredTwice { get; init; }

    /// <summary>
    /// Records whose second sending failed in doubt, over all trials: the audit does not judge how often they are stored.
    /// </summary>
    public required long InDoubt { get; init; }

    /// <summary>
    /// Acknowledged rows / mean time of the trials. A record that was sent twice counts twice here, and once in the throughput.
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
