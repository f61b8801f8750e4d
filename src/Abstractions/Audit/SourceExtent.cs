namespace DbIngest.Abstractions.Audit;

/// <summary>
/// What one source tried to write in a trial. The trial, the replay of a mix and <c>verify</c> make one per source, and a source
/// process that audits makes those of its sources. <see cref="StoredContent"/> compares the stored rows with it, so it must never
/// come from the database.
/// </summary>
/// <param name="Records">Records that the source generated, with sequence numbers from 0.</param>
/// <param name="Unacknowledged">Ranges that were never acknowledged. Their rows may or may not be stored.</param>
/// <param name="Present">
/// Acknowledged records that must be stored, if a mix deleted others. Null if all of them must be stored.
/// </param>
/// <param name="Repeats">What must be stored of the records that the source sent twice. Null if it sent each once.</param>
public sealed record SourceExtent(
    long Records,
    IReadOnlyList<SequenceRange> Unacknowledged,
    SequenceBitmap? Present = null,
    SourceRepeats? Repeats = null)
{
    /// <summary>
    /// A source of which nothing is known, because the process of the source was lost in a mix. The audit takes no row of the
    /// source for right or wrong. The length is 0, so a target that reads by sequence numbers reads no row of the source.
    /// </summary>
    public static SourceExtent Unknown { get; } = new(0, []) { IsUnknown = true };

    /// <summary>
    /// First sequence number whose record has the values that the trial added (<see cref="Records.RecordSchema.AddedCount"/>).
    /// 0 if every record has all values of the schema.
    /// </summary>
    public long WholeFrom { get; init; }

    /// <summary>True if nothing is known of the source, so that all of its rows count as never acknowledged.</summary>
    public bool IsUnknown { get; private init; }
}
