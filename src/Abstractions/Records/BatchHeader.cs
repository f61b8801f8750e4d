namespace DbIngest.Abstractions.Records;

/// <summary>The header of a <see cref="BatchBody"/>: which records it holds.</summary>
/// <param name="Source">The source of all records, from 0.</param>
/// <param name="FirstSequence">The sequence number of the first record, from 0.</param>
/// <param name="Count">Records, 1 to <see cref="RecordBatch.MaxCapacity"/>.</param>
/// <param name="Values">Values of a record.</param>
public readonly record struct BatchHeader(int Source, long FirstSequence, int Count, int Values);
