using DbIngest.Abstractions.Targets;

namespace DbIngest.Targets.Mongo.Shapes;

/// <summary>
/// The <c>_id</c> of a record: its source in the upper bits, its sequence in the lower. No two records have the same.
/// </summary>
internal static class RecordIdentity
{
    private const int SequenceBits = 40;
    private const int SourceBits = 23;

    /// <summary>The identity of a record.</summary>
    public static long Of(int source, long sequence) => ((long)source << SequenceBits) | sequence;

    /// <summary>Refuses a trial with more sources or records than there are identities for.</summary>
    /// <exception cref="TargetException">It has more.</exception>
    public static void Check(TrialTable table)
    {
        if (table.Sources > 1 << SourceBits || table.RecordsPerSource > 1L << SequenceBits)
        {
            throw new TargetException(
                $"The 64 bits of a record's _id have room for {1 << SourceBits} sources and {1L << SequenceBits} records of "
                + $"each; write fewer, or take id=objectid.");
        }
    }
}
