using DbIngest.Abstractions.Operations;
using DbIngest.Core.Results;

namespace DbIngest.Analysis.Summary;

/// <summary>
/// Times of the answers to one kind of question about a time range, asked beside the load (<c>--queries</c>), over the measured
/// trials of a point.
/// </summary>
/// <remarks>
/// <see cref="PointSummaries"/> computes it; rule 38 judges it. <c>summary.json</c> contains the members, so none may be renamed.
/// </remarks>
public sealed record TimeQueryFigures
{
    /// <summary>Kind of question.</summary>
    public required TimeQueryKind Kind { get; init; }

    /// <summary>Questions that were answered.</summary>
    public required long Answers { get; init; }

    /// <summary>
    /// Response times: from the moment at which a question was due to the end of its answer. Null if none was answered.
    /// </summary>
    public required LatencyFigures? Response { get; init; }

    /// <summary>Service times: from sending a question to the end of its answer. Null if none was answered.</summary>
    public required LatencyFigures? Service { get; init; }

    /// <summary>Mean number of records in the time range of a question. Null if none was answered.</summary>
    public required double? RecordsPerAnswer { get; init; }

    /// <summary>Those of the answers that lacked acknowledged records, as the write path allows.</summary>
    public required long Behind { get; init; }

    /// <summary>Questions that failed.</summary>
    public required long Errors { get; init; }

    /// <summary>
    /// Questions that were due and never sent, because checking earlier answers took longer than the time between questions.
    /// </summary>
    public required long Skipped { get; init; }

    /// <summary>Computes the figures of trials, one for each kind.</summary>
    /// <param name="trials">The measured trials.</param>
    /// <returns>Null without questions.</returns>
    public static IReadOnlyList<TimeQueryFigures>? Of(IReadOnlyList<TrialResult> trials)
    {
        TimeQueryFigures[] kinds = [.. trials.SelectMany(trial => trial.Queries ?? []).GroupBy(result => result.Kind)
            .OrderBy(kind => kind.Key).Select(kind => Of(kind.Key, [.. kind]))];
        return kinds.Length == 0 ? null : kinds;
    }

    private static TimeQueryFigures Of(TimeQueryKind kind, IReadOnlyList<TimeQueryResult> results)
    {
        var response = LatencyFigures.Of(results.Select(result => result.Response));
        long answers = results.Sum(result => result.Response?.Batches ?? 0);
        return new TimeQueryFigures
        {
            Kind = kind,
            Answers = answers,
            Response = response,
            Service = LatencyFigures.Of(results.Select(result => result.Service)),
            RecordsPerAnswer = answers == 0 ? null : (double)results.Sum(result => result.Records) / answers,
            Behind = results.Sum(result => result.Behind),
            Errors = results.Sum(result => result.Errors),
            Skipped = results.Sum(result => result.Skipped),
        };
    }
}
