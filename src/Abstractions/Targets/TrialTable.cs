using DbIngest.Abstractions.Records;

namespace DbIngest.Abstractions.Targets;

/// <summary>
/// Shape and size of a table. For a trial, <c>IngestRequest</c> makes it: <see cref="ITarget.Prepare"/> creates the table by it,
/// and source processes and <c>verify</c> pass the same values to <see cref="ITarget.Attach"/>. <c>ServedStore</c> makes its own
/// once at the start of <c>serve</c>, for <see cref="ITarget.Ensure"/>. Immutable.
/// </summary>
/// <param name="Schema">The values of a record.</param>
/// <param name="Sources">Sources that will write, numbered from 0.</param>
/// <param name="RecordsPerSource">
/// Records per source, with sequence numbers from 0. An upper bound if a trial ends by time.
/// </param>
/// <param name="IsKeyed">
/// True if single records will be found by (source, sequence), by a mix or by a service that stores each record once. A table
/// without a key then needs an index.
/// </param>
public sealed record TrialTable(RecordSchema Schema, int Sources, long RecordsPerSource, bool IsKeyed = false)
{
    /// <summary>Most sequence numbers of a source in a service: numbers in JSON are exact up to 2^53.</summary>
    public const long MostSequences = 1L << 53;

    /// <summary>
    /// False to leave out the index by which single records are found, so that each read and change reads the whole table and
    /// nothing keeps a record from being stored twice. Only for databases with <see cref="TargetDefinition.ReadsWithoutIndex"/>.
    /// </summary>
    public bool IsIndexed { get; init; } = true;

    /// <summary>
    /// True to create an index on source and timestamp as well, by which <see cref="IInstantReads.Find"/> finds records.
    /// </summary>
    public bool HasTimeIndex { get; init; }

    /// <summary>True if the table has a unique key on source and sequence number.</summary>
    public bool HasKey => IsKeyed && IsIndexed;

    /// <summary>
    /// True for the table of a service. Its updates must clear the values that the new content lacks, and several services may
    /// write at once. In a trial every version of a record lacks the same values, so a client need not clear any.
    /// </summary>
    public bool IsServed { get; init; }

    /// <summary>
    /// True for the table of a service that keeps a ledger of requests: its writers are an <see cref="IRequestLedger"/>.
    /// </summary>
    public bool HasLedger { get; init; }

    /// <summary>
    /// True if values are added to the table while it is written (<see cref="ITarget.AddValues"/>). A statement that stores
    /// records must then name its columns, as the table may have more of them when it runs.
    /// </summary>
    public bool GetsValues { get; init; }

    /// <summary>Writers that a trial opens at once: one per source and batch in flight. 0 if unknown.</summary>
    public int Lanes { get; init; }

    /// <summary>Records of the largest batch. 0 if unknown.</summary>
    public int BatchRecords { get; init; }

    /// <summary>
    /// Sources per client process: sources of the first process have the numbers from 0, and so on. Empty if unknown.
    /// </summary>
    public IReadOnlyList<int> Processes { get; init; } = [];

    /// <summary>Number of the client process of a source, from 0, and how many processes there are.</summary>
    /// <param name="source">The source, from 0.</param>
    /// <returns>If the processes are unknown, one process for each source.</returns>
    public (int Process, int Of) ProcessOf(int source)
    {
        int end = 0;
        for (int process = 0; process < Processes.Count; process++)
        {
            end += Processes[process];
            if (source < end)
            {
                return (process, Processes.Count);
            }
        }

        return (source, Math.Max(Sources, source + 1));
    }
}
