using System.Globalization;
using System.Text.Json.Serialization;

namespace DbIngest.Core.Queries;

/// <summary>
/// What the questions beside an ingestion were answered (<c>--queries</c>). <see cref="TimeQueryProbe"/> counts it in each
/// process, and <see cref="Pipeline.IngestOutcome"/> carries the sum.
/// </summary>
public sealed record TimeQueryOutcome
{
    /// <summary>The times of each kind.</summary>
    public required IReadOnlyList<TimeQueryTimes> Kinds { get; init; }

    /// <summary>Answers that are wrong.</summary>
    public long Wrong { get; init; }

    /// <summary>The first of them. Null without any.</summary>
    public string? FirstWrong { get; init; }

    /// <summary>What makes the trial invalid: wrong answers.</summary>
    [JsonIgnore]
    public IReadOnlyList<string> Findings => Wrong == 0 ? []
        : [string.Create(CultureInfo.InvariantCulture,
            $"{Wrong} questions of --queries had a wrong answer, the first: {FirstWrong}")];

    /// <summary>Merges the outcomes of several processes. Null for an empty list.</summary>
    public static TimeQueryOutcome? Merge(IReadOnlyList<TimeQueryOutcome> parts) => parts.Count == 0 ? null
        : new TimeQueryOutcome
        {
            Kinds = [.. parts.SelectMany(part => part.Kinds).GroupBy(times => times.Kind)
                .Select(kind => TimeQueryTimes.Merge(kind.Key, [.. kind]))],
            Wrong = parts.Sum(part => part.Wrong),
            FirstWrong = parts.Select(part => part.FirstWrong).FirstOrDefault(wrong => wrong is not null),
        };
}
