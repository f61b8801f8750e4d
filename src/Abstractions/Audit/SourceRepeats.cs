namespace DbIngest.Abstractions.Audit;

/// <summary>
/// What the audit expects of the records that a source sent twice (<c>--duplicates</c>), as part of the source's
/// <see cref="SourceExtent"/>. The trial makes one per source after ingest. A source process that audits and the verb
/// <c>verify</c> make their own.
/// </summary>
/// <param name="Schedule">Which batches were sent twice.</param>
/// <param name="AreKept">
/// True if the database has to hold both sendings of a record, false if it has to hold one (<see cref="Targets.Repeats"/>).
/// </param>
/// <param name="InDoubt">
/// Batches whose second sending had an ambiguous failure or was given up. If the database has to hold both sendings, the audit
/// accepts one row or more of each of their records.
/// </param>
public sealed record SourceRepeats(RepeatSchedule Schedule, bool AreKept, IReadOnlyList<SequenceRange> InDoubt)
{
    /// <summary>True if it is not known how often a record is stored, because its second sending is in doubt.</summary>
    /// <param name="sequence">The sequence number.</param>
    public bool IsInDoubt(long sequence)
    {
        foreach (var range in InDoubt)
        {
            if (range.Contains(sequence))
            {
                return true;
            }
        }

        return false;
    }

    /// <summary>
    /// The batches that must be stored twice, as ranges of sequence numbers: those in doubt and those that were not acknowledged
    /// are left out. None if the database keeps one row per record. The audit expects their second rows and adds them to the
    /// checksum.
    /// </summary>
    /// <param name="records">Records that the source generated.</param>
    /// <param name="unacknowledged">Batches whose first sending was not acknowledged.</param>
    public IEnumerable<SequenceRange> StoredTwice(long records, IReadOnlyList<SequenceRange> unacknowledged) => !AreKept ? []
        : Schedule.Ranges(records).Where(range => !IsInDoubt(range.First) && !unacknowledged.Any(r => r.Contains(range.First)));
}
