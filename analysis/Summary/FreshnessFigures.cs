using System.Text.Json.Serialization;
using DbIngest.Analysis.Statistics;
using DbIngest.Core.Latency;
using DbIngest.Core.Results;

namespace DbIngest.Analysis.Summary;

/// <summary>How soon queries saw acknowledged records of a point (<c>--freshness</c>), over its measured trials.</summary>
/// <remarks><see cref="PointSummaries"/> computes it; rule 36 judges it.</remarks>
public sealed record FreshnessFigures
{
    /// <summary>Acknowledged records that were asked for.</summary>
    public required long Probes { get; init; }

    /// <summary>
    /// Median from the acknowledgement until the end of the first query that returned the record, in microseconds. This and the
    /// other percentiles count records that were not seen by how long they were asked for (<see cref="KaplanMeier"/>). Null where
    /// too few were seen to tell.
    /// </summary>
    public required double? SeenP50Us { get; init; }

    /// <summary>The 95th percentile.</summary>
    public required double? SeenP95Us { get; init; }

    /// <summary>The 99th percentile. Null for fewer than 1,000 probes.</summary>
    public required double? SeenP99Us { get; init; }

    /// <summary>The longest until a record was seen. Null if none was.</summary>
    public required double? SeenMaxUs { get; init; }

    /// <summary>
    /// Median from the acknowledgement until the first query began, in microseconds: no shorter time could be told.
    /// </summary>
    public required double? AskedP50Us { get; init; }

    /// <summary>Records that the first query after their acknowledgement did not return.</summary>
    public required long MissedAtFirst { get; init; }

    /// <summary>Their share of the probes. Null without probes.</summary>
    public required double? MissedShare { get; init; }

    /// <summary>
    /// The largest share that the probes bear out: the one-sided bound of Clopper and Pearson, at the confidence of the sweep.
    /// </summary>
    public required double? MissedShareMost { get; init; }

    /// <summary>The longest time after its acknowledgement at which a query began that missed a record, in seconds.</summary>
    public required double LongestInvisibleS { get; init; }

    /// <summary>Records that no query returned within 30 seconds, or before the ingestion ended.</summary>
    public required long NotSeen { get; init; }

    /// <summary>Those of them that no query returned within 30 seconds.</summary>
    public required long Unseen { get; init; }

    /// <summary>Queries that failed.</summary>
    public required long Errors { get; init; }

    /// <summary>True if the write path says that reads may lag behind acknowledgements.</summary>
    public required bool MayLag { get; init; }

    /// <summary>True if at most one in a hundred was not seen.</summary>
    [JsonIgnore]
    public bool IsNearlyAllSeen => NotSeen * 100 <= Probes;

    /// <summary>Computes the figures of trials.</summary>
    /// <param name="trials">The measured trials.</param>
    /// <param name="confidence">Confidence level of the sweep.</param>
    /// <returns>Null without probes.</returns>
    public static FreshnessFigures? Of(IReadOnlyList<TrialResult> trials, double confidence)
    {
        FreshnessResult[] all = [.. trials.Select(trial => trial.Freshness).OfType<FreshnessResult>()];
        if (all.Length == 0)
        {
            return null;
        }

        var (seen, _) = MergedLatency.Of(all.Select(result => result.Seen));
        var (waited, _) = MergedLatency.Of(all.Select(result => result.Waited));
        double?[] us = [.. KaplanMeier.Quantiles(ValuesOf(seen), ValuesOf(waited), 0.5, 0.95, 0.99).Select(time => time / 1000)];
        long probes = all.Sum(result => result.Probes);
        long missed = all.Sum(result => result.MissedAtFirst);
        return new FreshnessFigures
        {
            Probes = probes,
            SeenP50Us = us[0],
            SeenP95Us = us[1],
            SeenP99Us = probes < RuleLimits.BatchesForP99 ? null : us[2],
            SeenMaxUs = seen.Count == 0 ? null : seen.Max / 1000.0,
            AskedP50Us = LatencyFigures.Of(all.Select(result => result.Asked))?.P50Us,
            MissedAtFirst = missed,
            MissedShare = probes == 0 ? null : (double)missed / probes,
            MissedShareMost = probes == 0 ? null : BinomialBound.Upper((int)missed, (int)probes, confidence),
            LongestInvisibleS = all.Max(result => result.LongestInvisibleS),
            NotSeen = waited.Count,
            Unseen = all.Sum(result => result.Unseen),
            Errors = all.Sum(result => result.Errors),
            MayLag = all.Any(result => result.MayLag),
        };
    }

    private static IReadOnlyList<(long Nanoseconds, long Count)> ValuesOf(LatencyHistogram histogram) =>
        histogram.TakeNewerThan(new LatencyHistogram());
}
