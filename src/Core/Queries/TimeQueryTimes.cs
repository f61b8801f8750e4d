using DbIngest.Abstractions.Operations;
using DbIngest.Core.Latency;

namespace DbIngest.Core.Queries;

/// <summary>
/// How long the answers to one kind of question took, in nanoseconds. <see cref="TimeQueryProbe"/> records them on its thread, so
/// read them only once the probe has ended. <see cref="TimeQueryOutcome"/> merges those of all source processes when the trial
/// ends. A new member must also be added to <see cref="Merge"/>.
/// </summary>
public sealed record TimeQueryTimes
{
    /// <summary>The kind.</summary>
    public required TimeQueryKind Kind { get; init; }

    /// <summary>From sending the question to the end of the answer.</summary>
    public required LatencyHistogram Service { get; init; }

    /// <summary>From when the question was due to the end of the answer.</summary>
    public required LatencyHistogram Response { get; init; }

    /// <summary>Records in the ranges of the answered questions.</summary>
    public long Records { get; set; }

    /// <summary>Answers that lacked acknowledged records, as the write path allows.</summary>
    public long Behind { get; set; }

    /// <summary>Questions that failed.</summary>
    public long Errors { get; set; }

    /// <summary>Questions that were left out while earlier answers were checked.</summary>
    public long Skipped { get; set; }

    /// <summary>Merges the times of one kind over several processes.</summary>
    public static TimeQueryTimes Merge(TimeQueryKind kind, IReadOnlyList<TimeQueryTimes> parts) => new()
    {
        Kind = kind,
        Service = LatencyHistogram.Merged(parts.Select(part => part.Service)),
        Response = LatencyHistogram.Merged(parts.Select(part => part.Response)),
        Records = parts.Sum(part => part.Records),
        Behind = parts.Sum(part => part.Behind),
        Errors = parts.Sum(part => part.Errors),
        Skipped = parts.Sum(part => part.Skipped),
    };
}
