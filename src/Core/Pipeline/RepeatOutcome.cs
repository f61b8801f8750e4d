using DbIngest.Abstractions.Audit;

namespace DbIngest.Core.Pipeline;

/// <summary>
/// The part of an <see cref="IngestOutcome"/> that only sources that send twice (<c>--duplicates</c>) have.
/// <see cref="LocalIngestRun"/> makes one per process. The parent merges them in the order of sources, by which the audit finds
/// what each source sent twice. <see cref="Trials.TrialRecord"/> counts its records in the trial's result.
/// </summary>
/// <param name="Records">Records of batches whose second sending was acknowledged, over all sources.</param>
/// <param name="InDoubt">
/// For each source, batches of which it is not known whether the second sending is stored. A source without any has an empty
/// list, also in a process whose outcome is lost (<see cref="IngestOutcome.Unknown"/>): the audit finds the lists by position.
/// </param>
public sealed record RepeatOutcome(long Records, IReadOnlyList<IReadOnlyList<SequenceRange>> InDoubt)
{
    /// <summary>Merges the outcomes of several processes in the order of their sources. Null for an empty list.</summary>
    public static RepeatOutcome? Merge(IReadOnlyList<RepeatOutcome> parts) => parts.Count == 0 ? null
        : new(parts.Sum(part => part.Records), [.. parts.SelectMany(part => part.InDoubt)]);

    /// <summary>The outcome of the lanes of a process. Null without the option.</summary>
    /// <param name="lanes">The repeats of each lane, source by source.</param>
    /// <param name="lanesPerSource">Lanes of a source.</param>
    internal static RepeatOutcome? Of(IReadOnlyList<LaneRepeats> lanes, int lanesPerSource) => lanes.Count == 0 ? null
        : new(lanes.Sum(lane => lane.Acknowledged),
            [.. lanes.Chunk(lanesPerSource).Select(own => (IReadOnlyList<SequenceRange>)[.. own.SelectMany(l => l.InDoubt)])]);
}
