using DbIngest.Abstractions.Targets;

namespace DbIngest.Targets.Mongo.Shapes;

/// <summary>
/// Encodes the <c>_id</c> of a record: source in the upper bits, sequence in the lower. It is unique, so a repeated record meets
/// its own document.
/// </summary>
internal static class RecordIdentity
{
    private const int SequenceBits = 40;
    private const int SourceBits = 23;

    /// <summary>Sequence numbers of a source that have an identity, from 0.</summary>
    public const long Sequences = 1L << SequenceBits;

    /// <summary>The identity of a record.</summary>
    public static long Of(int source, long sequence) => ((long)source << SequenceBits) | sequence;

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
