namespace DbIngest.Conformance;

/// <summary>One fault on one record of a source.</summary>
/// <param name="Kind">What is done to it.</param>
/// <param name="Sequence">The record.</param>
/// <param name="Seed">Decides which bit of which value, where there is a choice.</param>
internal sealed record Fault(Sabotage Kind, long Sequence, ulong Seed);
