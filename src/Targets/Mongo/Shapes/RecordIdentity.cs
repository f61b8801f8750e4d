using DbIngest.Abstractions.Targets;

namespace DbIngest.Targets.Mongo.Shapes;

/// <summary>
/// Encodes the <c>_id</c> of a record: source in the upper 23 bits, sequence in the lower 40. It is unique, so the server rejects
/// a repeated record. Stored: a change of the bits makes older collections unreadable.
/// </summary>
internal static class RecordIdentity
{
    private const int SequenceBits = 40;
    private const int SourceBits = 23;

    /// <summary>Sequence numbers of a source that have an identity, from 0.</summary>
    public const long Sequences = 1L << SequenceBits;

    /// <summary>The identity of a record, or with <see cref="Sequences"/> the end of those of a source.</summary>
    /// <exception cref="ArgumentOutOfRangeException">
    /// The source has no identities: the shift would drop bits of it, and yield the identity of another source.
    /// </exception>
    public static long Of(int source, long sequence)
    {
        ArgumentOutOfRangeException.ThrowIfGreaterThanOrEqual((uint)source, 1u << SourceBits, nameof(source));
        return ((long)source << SequenceBits) + sequence;
    }

    /// <summary>Refuses a trial with more sources or records than identities.</summary>
    /// <exception cref="TargetException">The trial has too many.</exception>
    public static void Check(TrialTable table)
    {
        if (table.Sources > 1 << SourceBits || table.RecordsPerSource > Sequences)
        {
            throw new TargetException(
                $"The 64 bits of a record's _id have room for {1 << SourceBits} sources and {Sequences} records of "
                + $"each; write fewer, or take id=objectid.");
        }
    }
}
