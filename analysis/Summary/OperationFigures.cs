using DbIngest.Core.Operations;
using DbIngest.Core.Results;

namespace DbIngest.Analysis.Summary;

/// <summary>The operations of one kind, over the measured trials of a point.</summary>
public sealed record OperationFigures
{
    /// <summary>The kind.</summary>
    public required OperationKind Kind { get; init; }

    /// <summary>Operations completed.</summary>
    public required long Count { get; init; }

    /// <summary>Records that they inserted, answered, changed or deleted.</summary>
    public required long Records { get; init; }

    /// <summary>Attempts that failed.</summary>
    public required long Errors { get; init; }

    /// <summary>Service times; null when no histogram holds one.</summary>
    public required LatencyFigures? Latency { get; init; }

    /// <summary>The figures of some trials.</summary>
    /// <param name="trials">The measured trials.</param>
    /// <returns>One entry a kind; null when they were no mix.</returns>
    public static IReadOnlyList<OperationFigures>? Of(IReadOnlyList<TrialResult> trials) =>
        trials.All(trial => trial.Operations is null)
            ? null
            :
            [
                .. trials.SelectMany(trial => trial.Operations ?? []).GroupBy(operation => operation.Kind).OrderBy(kind => kind.Key)
                    .Select(kind => new OperationFigures
                    {
                        Kind = kind.Key,
                        Count = kind.Sum(operation => operation.Count),
                        Records = kind.Sum(operation => operation.Records),
                        Errors = kind.Sum(operation => operation.Errors),
                        Latency = LatencyFigures.Of(kind.Select(operation => operation.Latency)),
                    }),
            ];
}
