using System.Text.Json.Serialization;
using DbIngest.Analysis.Statistics;
using DbIngest.Core.Latency;
using DbIngest.Core.Results;

namespace DbIngest.Analysis.Summary;

/// <summary>
/// Times until queries saw acknowledged records of a point (<c>--freshness</c>), and the records that they missed, over its
/// measured trials.
/// </summary>
/// <remarks>
/// <see cref="PointSummaries"/> computes it; rule 36 judges it. <c>summary.json</c> contains the members, so none may be renamed.
/// </remarks>
public sealed record FreshnessFigures
{
    /// <summary>Acknowledged records that were asked for.</summary>
    public required long Probes { get; init; }

    /// <summary>
    /// Median time from the acknowledgement until the end of the first query that returned the record, in microseconds. In this
    /// and the other percentiles, a record that was never seen counts as censored at the time for which probes asked for it
    /// (<see cref="KaplanMeier"/>). Null where too few records were seen.
    /// </summary>
    public required double? SeenP50Us { get; init; }

    /// <summary>The 95th percentile, in microseconds; null where too few records were seen.</summary>
    public required double? SeenP95Us { get; init; }

    /// <summary>
    /// The 99th percentile, in microseconds. Null for fewer than 1,000 probes, and where too few records were seen.
    /// </summary>
    public required double? SeenP99Us { get; init; }

    /// <summary>Longest time until a record was seen, in microseconds. Null if no record was seen.</summary>
    public required double? SeenMaxUs { get; init; }

    /// <summary>
    /// Median time from the acknowledgement until the first query began, in microseconds: the probes cannot measure a shorter
    /// time.
    /// </summary>
    public required double? AskedP50Us { get; init; }

    /// <summary>Records that the first query after their acknowledgement did not return.</summary>
    public required long MissedAtFirst { get; init; }

    /// <summary><see cref="MissedAtFirst"/> as a share of the probes. Null without probes.</summary>
    public required double? MissedShare { get; init; }

    /// <summary>
    /// Largest share of missed records that the probes allow: the one-sided upper bound of Clopper and Pearson, at the confidence
    /// of the sweep. Null without probes.
    /// </summary>
    public required double? MissedShareMost { get; init; }

    /// <summary>
    /// Longest time, in seconds, between the acknowledgement of a record and the beginning of a query that missed it.
    /// </summary>
    public required double LongestInvisibleS { get; init; }

    /// <summary>Records that no query returned within 30 seconds, or before the ingestion ended.</summary>
    public required long NotSeen { get; init; }

    /// <summary>Records that no query returned within 30 seconds, although the ingestion had not ended.</summary>
    public required long Unseen { get; init; }

    /// <summary>Queries that failed.</summary>
    public required long Errors { get; init; }

    /// <summary>True if the write path says that reads may lag behind acknowledgements.</summary>
    public required bool MayLag { get; init; }

    /// <summary>True if at most 1 % of the records were not seen.</summary>
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
        var us = SeenUs(seen, waited, 0.5, 0.95, 0.99);
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

    /// <summary><see cref="SeenP50Us"/> of one trial.</summary>
    internal static double? SeenP50UsOf(FreshnessResult result) =>
        SeenUs(MergedLatency.Of([result.Seen]).Histogram, MergedLatency.Of([result.Waited]).Histogram, 0.5)[0];

    private static double?[] SeenUs(LatencyHistogram seen, LatencyHistogram waited, params double[] shares) =>
        [.. KaplanMeier.Quantiles(ValuesOf(seen), ValuesOf(waited), shares).Select(time => time / 1000)];

    private static IReadOnlyList<(long Nanoseconds, long Count)> ValuesOf(LatencyHistogram histogram) =>
        histogram.TakeNewerThan(new LatencyHistogram());
}
