namespace DbIngest.Abstractions.Records;

/// <summary>
/// The header of a <see cref="BatchBody"/>. It says which records the body holds. <c>RecordRoutes</c> of the service reads it
/// before it takes a batch for the body. <see cref="BatchBody.HeaderOf"/> has checked the ranges below, but not the length of the
/// body.
/// </summary>
/// <param name="Source">The source of all records, from 0.</param>
/// <param name="FirstSequence">The sequence number of the first record, from 0.</param>
/// <param name="Count">Records, 1 to <see cref="RecordBatch.MaxCapacity"/>.</param>
/// <param name="Values">Values of a record, unchecked: 0 to 65,535.</param>
public readonly record struct BatchHeader(int Source, long FirstSequence, int Count, int Values);
