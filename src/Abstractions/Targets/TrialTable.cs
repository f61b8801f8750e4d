using DbIngest.Abstractions.Records;

namespace DbIngest.Abstractions.Targets;

/// <summary>What a target prepares room for.</summary>
/// <param name="Schema">The shape of the records.</param>
/// <param name="Sources">How many sources will write, numbered from 0.</param>
/// <param name="RecordsPerSource">How many records each will write, sequence numbers from 0; where it is not known beforehand, the most.</param>
/// <param name="IsKeyed">Whether single records will be asked for by (source, sequence): a table without a key then gets an index.</param>
public sealed record TrialTable(RecordSchema Schema, int Sources, long RecordsPerSource, bool IsKeyed = false);
