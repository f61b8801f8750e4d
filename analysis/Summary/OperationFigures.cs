using System.Text.Json.Serialization;
using DbIngest.Core.Operations;
using DbIngest.Core.Results;

namespace DbIngest.Analysis.Summary;

/// <summary>The operations of one kind, over the measured trials of a point with a mix.</summary>
/// <remarks>
/// <see cref="PointSummaries"/> computes one per kind for points with <c>--mix</c>. The table of operations,
/// <c>summary.csv</c> and rule 14 read it. Counts are sums over the trials, never means. <c>summary.json</c> contains
/// the members, so none may be renamed.
/// </remarks>
public sealed record OperationFigures
{
    /// <summary>Kind of operation.</summary>
    public required OperationKind Kind { get; init; }

    /// <summary>Completed operations.</summary>
    public required long Count { get; init; }

    /// <summary>Records that the operations inserted, returned, changed or deleted.</summary>
    public required long Records { get; init; }

    /// <summary>Failed attempts, without conflicts.</summary>
    public required long Errors { get; init; }

    /// <summary>Attempts that lost a race against another client.</summary>
    public long Conflicts { get; init; }

    /// <summary>Operations given up because their conflicts did not end within 30 s.</summary>
    public long LeftOut { get; init; }

    /// <summary>Deletions that found no record. Null if none did, and if the database does not report it.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public long? Absent { get; init; }

    /// <summary>
    /// Acknowledged records that reads did not see yet, in a store that applies its log after it has acknowledged. Null if there
    /// are none.
    /// </summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public long? LateRecords { get; init; }

    /// <summary>Service times; null when no histogram holds one.</summary>
    public required LatencyFigures? Latency { get; init; }

    /// <summary>Sums the operations of trials by kind.</summary>
    /// <returns>One entry per kind; null when the trials had no mix.</returns>
    public static IReadOnlyList<OperationFigures>? Of(IReadOnlyList<TrialResult> trials) =>
        trials.All(trial => trial.Operations is null)
            ? null
            :
            [
                .. trials.SelectMany(trial => trial.Operations ?? []).GroupBy(operation => operation.Kind)
                    .OrderBy(kind => kind.Key)
                    .Select(kind => new OperationFigures
                    {
                        Kind = kind.Key,
                        Count = kind.Sum(operation => operation.Count),
                        Records = kind.Sum(operation => operation.Records),
                        Errors = kind.Sum(operation => operation.Errors),
                        Conflicts = kind.Sum(operation => operation.Conflicts ?? 0),
                        LeftOut = kind.Sum(operation => operation.LeftOut ?? 0),
                        Absent = kind.Sum(operation => operation.Absent ?? 0) is > 0 and var absent ? absent : null,
                        LateRecords = kind.Sum(operation => operation.LateRecords ?? 0) is > 0 and var late ? late : null,
                        Latency = LatencyFigures.Of(kind.Select(operation => operation.Latency)),
                    }),
            ];
}
