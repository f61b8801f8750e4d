using DbIngest.Core.Latency;
using DbIngest.Core.Operations;

namespace DbIngest.Core.Pipeline;

/// <summary>What is known of an ingestion that was a mix of operations, beyond what every ingestion has.</summary>
public sealed record MixOutcome
{
    /// <summary>The operations, by kind.</summary>
    public required IReadOnlyList<OperationOutcome> Kinds { get; init; }

    /// <summary>How far each lane came; those of a process that was lost are missing.</summary>
    public required IReadOnlyList<LaneProgress> Lanes { get; init; }

    /// <summary>Reads and scans whose answer was not what must be stored by all that was acknowledged.</summary>
    public required long WrongAnswers { get; init; }

    /// <summary>The first wrong answer, in words.</summary>
    public string? FirstWrongAnswer { get; init; }

    /// <summary>Puts the parts of several processes together.</summary>
    /// <param name="parts">The parts.</param>
    /// <returns>The whole; null when there is no part.</returns>
    public static MixOutcome? Merge(IReadOnlyList<MixOutcome> parts) => parts.Count == 0
        ? null
        : new MixOutcome
        {
            Kinds =
            [
                .. parts.SelectMany(p => p.Kinds).GroupBy(k => k.Kind).Select(group => new OperationOutcome(
                    group.Key, group.Sum(k => k.Records), group.Sum(k => k.Errors), LatencyHistogram.Merged(group.Select(k => k.Latency)))),
            ],
            Lanes = [.. parts.SelectMany(p => p.Lanes)],
            WrongAnswers = parts.Sum(p => p.WrongAnswers),
            FirstWrongAnswer = parts.Select(p => p.FirstWrongAnswer).FirstOrDefault(text => text is not null),
        };

    /// <summary>The outcome of the lanes of one process.</summary>
    /// <param name="lanes">The lanes.</param>
    /// <returns>The outcome; null when they did nothing but insert.</returns>
    internal static MixOutcome? Of(IReadOnlyList<OperationLane> lanes) => Merge(
    [
        .. lanes.Select(lane => new MixOutcome
        {
            Kinds = [.. Enum.GetValues<OperationKind>().Select(lane.OutcomeOf).Where(o => o.Latency.Count + o.Errors > 0)],
            Lanes = [lane.Progress],
            WrongAnswers = lane.WrongAnswers,
            FirstWrongAnswer = lane.FirstWrongAnswer,
        }),
    ]);
}
