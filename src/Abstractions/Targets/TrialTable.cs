using DbIngest.Abstractions.Records;

namespace DbIngest.Abstractions.Targets;

/// <summary>
/// Shape and size of the table of one trial. The trial runner makes it, <see cref="ITarget.Prepare"/> creates the table by it,
/// and source processes pass the same one to <see cref="ITarget.Attach"/>.
/// </summary>
/// <param name="Schema">The values of a record.</param>
/// <param name="Sources">Sources that will write, numbered from 0.</param>
/// <param name="RecordsPerSource">
/// Records per source, with sequence numbers from 0. An upper bound if a trial ends by time.
/// </param>
/// <param name="IsKeyed">
/// True if a mix will access single records by (source, sequence). A table without a key then needs an index.
/// </param>
public sealed record TrialTable(RecordSchema Schema, int Sources, long RecordsPerSource, bool IsKeyed = false);
