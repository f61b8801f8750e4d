using DbIngest.Core.Freshness;

namespace DbIngest.Core.Results;

/// <summary>
/// How long after its acknowledgement a query saw a record (<c>--freshness</c>). <see cref="Trials.TrialRecord"/> makes it. A
/// trial without probes has none.
/// </summary>
/// <remarks>
/// The journal stores the members, so they must not be renamed. <c>FreshnessFigures</c> of the analysis reads it.
/// </remarks>
public sealed record FreshnessResult
{
    /// <summary>Acknowledged records that were asked for, each until it was seen.</summary>
    public required long Probes { get; init; }

    /// <summary>
    /// From the acknowledgement until the end of the first query that returned the record. Null if none was seen.
    /// </summary>
    public LatencySummary? Seen { get; init; }

    /// <summary>From the acknowledgement until the first query began: the lower bound of what the probe can tell.</summary>
    public LatencySummary? Asked { get; init; }

    /// <summary>Records that the first query after their acknowledgement did not return.</summary>
    public required long MissedAtFirst { get; init; }

    /// <summary>
    /// The longest time, in seconds after the acknowledgement of a record, at which a query began that missed the record.
    /// </summary>
    public required double LongestInvisibleS { get; init; }

    /// <summary>Records that no query returned within 30 seconds.</summary>
    public required long Unseen { get; init; }

    /// <summary>How long the probe asked for the records that no query returned. Null if each was seen.</summary>
    public LatencySummary? Waited { get; init; }

    /// <summary>Queries that failed.</summary>
    public required long Errors { get; init; }

    /// <summary>True if the write path says that reads may lag behind acknowledgements.</summary>
    public required bool MayLag { get; init; }

    /// <summary>The result of an ingestion. Null without probes.</summary>
    /// <param name="outcome">What the probes saw.</param>
    public static FreshnessResult? Of(FreshnessOutcome? outcome) => outcome is null ? null
        : new FreshnessResult
        {
            Probes = outcome.Seen.Count + outcome.Waited.Count + outcome.Wrong,
            Seen = LatencySummary.Of(outcome.Seen),
            Asked = LatencySummary.Of(outcome.Asked),
            MissedAtFirst = outcome.MissedAtFirst,
            LongestInvisibleS = outcome.LongestInvisible / 1e9,
            Unseen = outcome.Unseen,
            Waited = LatencySummary.Of(outcome.Waited),
            Errors = outcome.Errors,
            MayLag = outcome.MayLag,
        };
}
