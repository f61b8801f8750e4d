using System.Globalization;
using System.Text.Json.Serialization;

namespace DbIngest.Core.Queries;

/// <summary>
/// The answers to the questions beside an ingestion (<c>--queries</c>). <see cref="TimeQueryProbe"/> counts them in each process,
/// a source process sends them to the main process, and <see cref="Pipeline.IngestOutcome"/> carries the sum, which it merges
/// when the processes have ended. A new member must also be added to <see cref="Merge"/>.
/// </summary>
public sealed record TimeQueryOutcome
{
    /// <summary>The times of each kind.</summary>
    public required IReadOnlyList<TimeQueryTimes> Kinds { get; init; }

    /// <summary>Answers that are wrong.</summary>
    public long Wrong { get; init; }

    /// <summary>The first wrong answer, in words. Null without any.</summary>
    public string? FirstWrong { get; init; }

    /// <summary>The findings that make the trial invalid: wrong answers. Empty without any.</summary>
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
