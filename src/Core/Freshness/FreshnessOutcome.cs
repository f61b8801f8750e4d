using System.Globalization;
using System.Text.Json.Serialization;
using DbIngest.Core.Latency;

namespace DbIngest.Core.Freshness;

/// <summary>
/// What the freshness probes of an ingestion saw (<c>--freshness</c>). <see cref="FreshnessProbe"/> makes one in each process,
/// source processes send theirs to the main process, and <see cref="Pipeline.IngestOutcome"/> carries the sum. A new member must
/// also be added to <see cref="Merge"/>.
/// </summary>
public sealed record FreshnessOutcome
{
    /// <summary>
    /// From the acknowledgement of a record until the end of the first query that returned it, in nanoseconds.
    /// </summary>
    public required LatencyHistogram Seen { get; init; }

    /// <summary>
    /// From the acknowledgement of a record until the first query for it began, in nanoseconds. No visibility time shorter than
    /// this can be told.
    /// </summary>
    public required LatencyHistogram Asked { get; init; }

    /// <summary>Records that the first query after their acknowledgement did not return.</summary>
    public long MissedAtFirst { get; init; }

    /// <summary>Records that no query returned within <see cref="FreshnessProbe.Limit"/>.</summary>
    public long Unseen { get; init; }

    /// <summary>
    /// From the acknowledgement of a record that no query returned until the probe gave up, in nanoseconds: after
    /// <see cref="FreshnessProbe.Limit"/>, or when the ingestion ended.
    /// </summary>
    public required LatencyHistogram Waited { get; init; }

    /// <summary>Queries that failed.</summary>
    public long Errors { get; init; }

    /// <summary>Answers with content that was not acknowledged, or with other records.</summary>
    public long Wrong { get; init; }

    /// <summary>The first wrong answer, in words. Null without any.</summary>
    public string? FirstWrong { get; init; }

    /// <summary>
    /// The longest time, in nanoseconds, from an acknowledgement until the begin of a query that did not return the record. 0 if
    /// every query returned its record.
    /// </summary>
    public long LongestInvisible { get; init; }

    /// <summary>True if the write path says that reads may lag behind acknowledgements.</summary>
    public bool MayLag { get; init; }

    /// <summary>The findings that make the trial invalid: wrong answers. Empty without any.</summary>
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
