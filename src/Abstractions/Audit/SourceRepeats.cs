namespace DbIngest.Abstractions.Audit;

/// <summary>
/// What the audit expects of the records that a source sent twice. The trial makes one per source after ingest, as part of its
/// <see cref="SourceExtent"/>.
/// </summary>
/// <param name="Schedule">Which batches were sent twice.</param>
/// <param name="AreKept">
/// True if the database has to hold both, false if it has to hold one (<see cref="Targets.Repeats"/>).
/// </param>
/// <param name="InDoubt">
/// Batches whose second sending failed in doubt or was given up. They are stored once or more often, which is not judged.
/// </param>
public sealed record SourceRepeats(RepeatSchedule Schedule, bool AreKept, IReadOnlyList<SequenceRange> InDoubt)
{
    /// <summary>True if it is not known how often a record is stored.</summary>
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

    /// <summary>The batches that must be stored twice, as ranges of sequence numbers. None if the database keeps one.</summary>
    /// <param name="records">Records of the source.</param>
    /// <param name="unacknowledged">Batches whose first sending was not acknowledged.</param>
    public IEnumerable<SequenceRange> StoredTwice(long records, IReadOnlyList<SequenceRange> unacknowledged) => !AreKept ? []
        : Schedule.Ranges(records).Where(range => !IsInDoubt(range.First) && !unacknowledged.Any(r => r.Contains(range.First)));
}
