namespace DbIngest.Core.Widening;

/// <summary>
/// Tells when the table of a trial got its added values. <see cref="ValueAddition"/> creates it in each process,
/// <see cref="Pipeline.IngestOutcome"/> carries it to the parent process, and <see cref="Trials.TrialRecord"/> stores the merged
/// outcome. <see cref="Merge"/> must combine every member.
/// </summary>
/// <param name="BeganS">
/// Seconds from the common start until the addition began. Null if the process ended before it was due.
/// </param>
/// <param name="EndedS">Seconds from the common start until the table had the values. Null if it did not get them.</param>
public sealed record AdditionOutcome(double? BeganS, double? EndedS)
{
    /// <summary>
    /// Records that lanes took to send them with the values. <see cref="Pipeline.LocalIngestRun"/> adds the number.
    /// </summary>
    public long Records { get; init; }

    /// <summary>Combines the outcomes of several processes: from the first beginning to the last end, with all records.</summary>
    /// <returns>Null for an empty list.</returns>
    public static AdditionOutcome? Merge(IReadOnlyList<AdditionOutcome> parts) => parts.Count == 0 ? null
        : new(parts.Min(part => part.BeganS), parts.Max(part => part.EndedS)) { Records = parts.Sum(part => part.Records) };
}
