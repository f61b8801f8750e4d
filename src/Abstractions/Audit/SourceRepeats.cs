namespace DbIngest.Abstractions.Audit;

/// <summary>
/// What the audit expects of the records that a source sent twice (<c>--duplicates</c>), as part of the source's
/// <see cref="SourceExtent"/>. <c>IngestOutcome</c> makes one per source after each trial, <c>AuditTask</c> in a source process
/// that audits, and <c>VerifyVerb</c> for <c>verify</c>. All of them must use the same schedule, or the audit takes right rows
/// for wrong ones.
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
    /// <summary>True if the second sending of a record is in doubt, so that one row or more may be stored.</summary>
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
    /// Lists the batches that must be stored twice, as ranges of sequence numbers. It leaves out batches in doubt and batches
    /// that were not acknowledged. Empty if the database keeps one row per record. The audit demands the second rows of these
    /// batches and adds their hashes to the expected checksum.
    /// </summary>
    /// <param name="records">Records that the source generated.</param>
    /// <param name="unacknowledged">Batches whose first sending was not acknowledged.</param>
    public IEnumerable<SequenceRange> StoredTwice(long records, IReadOnlyList<SequenceRange> unacknowledged) => !AreKept ? []
        : Schedule.Ranges(records).Where(range => !IsInDoubt(range.First) && !unacknowledged.Any(r => r.Contains(range.First)));
}
