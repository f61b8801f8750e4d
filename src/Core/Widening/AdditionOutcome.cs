namespace DbIngest.Core.Widening;

/// <summary>
/// When the table of a trial got its added values. <see cref="ValueAddition"/> makes one in each process, a source process sends
/// it as part of its <see cref="Pipeline.IngestOutcome"/>, and <see cref="Trials.TrialRecord"/> reads the sum. A new member must
/// also be added to <see cref="Merge"/>.
/// </summary>
/// <param name="BeganS">
/// Seconds from the common start until the addition began. Null if the process ended before it was due.
/// </param>
/// <param name="EndedS">Seconds from the common start until the table had the values. Null if it did not get them.</param>
public sealed record AdditionOutcome(double? BeganS, double? EndedS)
{
    /// <summary>Combines the outcomes of several processes: from the first beginning to the last end.</summary>
    /// <param name="parts">The outcomes.</param>
    /// <returns>Null for an empty list.</returns>
    public static AdditionOutcome? Merge(IReadOnlyList<AdditionOutcome> parts) =>
        parts.Count == 0 ? null : new(parts.Min(part => part.BeganS), parts.Max(part => part.EndedS));
}
