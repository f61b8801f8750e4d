using DbIngest.Abstractions.Operations;
using DbIngest.Core.Queries;

namespace DbIngest.Core.Results;

/// <summary>
/// How long the answers to one kind of question took beside the load (<c>--queries</c>). <see cref="Trials.TrialRecord"/> makes
/// it. A trial without questions has none.
/// </summary>
/// <remarks>
/// The journal stores the members, so they must not be renamed. <c>TimeQueryFigures</c> of the analysis reads it.
/// </remarks>
public sealed record TimeQueryResult
{
    /// <summary>The kind.</summary>
    public required TimeQueryKind Kind { get; init; }

    /// <summary>From asking to the end of the answer. Null if none was answered.</summary>
    public LatencySummary? Service { get; init; }

    /// <summary>From when the question was due to the end of the answer. Null if none was answered.</summary>
    public LatencySummary? Response { get; init; }

    /// <summary>Records that the questions asked about.</summary>
    public required long Records { get; init; }

    /// <summary>Answers that lacked acknowledged records, as the write path allows.</summary>
    public required long Behind { get; init; }

    /// <summary>Questions that failed.</summary>
    public required long Errors { get; init; }

    /// <summary>Questions that were left out while earlier answers were checked.</summary>
    public required long Skipped { get; init; }

    /// <summary>The results of an ingestion. Null without questions.</summary>
    /// <param name="outcome">What the questions were answered.</param>
    public static IReadOnlyList<TimeQueryResult>? Of(TimeQueryOutcome? outcome) => outcome is null ? null
        : [.. outcome.Kinds.Select(kind => new TimeQueryResult
        {
            Kind = kind.Kind,
            Service = LatencySummary.Of(kind.Service),
            Response = LatencySummary.Of(kind.Response),
            Records = kind.Records,
            Behind = kind.Behind,
            Errors = kind.Errors,
            Skipped = kind.Skipped,
        })];
}
