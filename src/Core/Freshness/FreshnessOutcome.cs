using System.Globalization;
using System.Text.Json.Serialization;
using DbIngest.Core.Latency;

namespace DbIngest.Core.Freshness;

/// <summary>
/// What the probes of an ingestion saw (<c>--freshness</c>). <see cref="FreshnessProbe"/> counts it in each process, and
/// <see cref="Pipeline.IngestOutcome"/> carries the sum.
/// </summary>
public sealed record FreshnessOutcome
{
    /// <summary>
    /// From the acknowledgement of a record until the end of the first query that returned it, in nanoseconds.
    /// </summary>
    public required LatencyHistogram Seen { get; init; }

    /// <summary>From the acknowledgement until the first query began, in nanoseconds: the least that can be told.</summary>
    public required LatencyHistogram Asked { get; init; }

    /// <summary>Records that the first query after their acknowledgement did not return.</summary>
    public long MissedAtFirst { get; init; }

    /// <summary>Records that no query returned within <see cref="FreshnessProbe.Limit"/>.</summary>
    public long Unseen { get; init; }

    /// <summary>
    /// Of the records that no query returned, how long they were asked for, in nanoseconds: until the ingestion ended, or for
    /// <see cref="FreshnessProbe.Limit"/>.
    /// </summary>
    public required LatencyHistogram Waited { get; init; }

    /// <summary>Queries that failed.</summary>
    public long Errors { get; init; }

    /// <summary>Records that were returned with other content than was acknowledged, or with others.</summary>
    public long Wrong { get; init; }

    /// <summary>The first of them. Null without any.</summary>
    public string? FirstWrong { get; init; }

    /// <summary>
    /// The longest time after an acknowledgement at which a query that missed the record began, in nanoseconds.
    /// </summary>
    public long LongestInvisible { get; init; }

    /// <summary>True if the write path says that reads may lag behind acknowledgements.</summary>
    public bool MayLag { get; init; }

    /// <summary>What makes the trial invalid: wrong answers.</summary>
    [JsonIgnore]
    public IReadOnlyList<string> Findings => Wrong == 0 ? []
        : [string.Create(CultureInfo.InvariantCulture,
            $"{Wrong} probes of --freshness had a wrong answer, the first: {FirstWrong}")];

    /// <summary>Merges the outcomes of several processes. Null for an empty list.</summary>
    public static FreshnessOutcome? Merge(IReadOnlyList<FreshnessOutcome> parts) => parts.Count == 0 ? null
        : new FreshnessOutcome
        {
            Seen = LatencyHistogram.Merged(parts.Select(part => part.Seen)),
            Asked = LatencyHistogram.Merged(parts.Select(part => part.Asked)),
            MissedAtFirst = parts.Sum(part => part.MissedAtFirst),
            Unseen = parts.Sum(part => part.Unseen),
            Waited = LatencyHistogram.Merged(parts.Select(part => part.Waited)),
            Errors = parts.Sum(part => part.Errors),
            Wrong = parts.Sum(part => part.Wrong),
            FirstWrong = parts.Select(part => part.FirstWrong).FirstOrDefault(wrong => wrong is not null),
            LongestInvisible = parts.Max(part => part.LongestInvisible),
            MayLag = parts.Any(part => part.MayLag),
        };
}
