namespace DbIngest.Abstractions.Operations;

/// <summary>A row of the answer to a <see cref="TimeQuery"/>.</summary>
/// <param name="Source">The source, from 0.</param>
/// <param name="Time">The record's time or the begin of the hour, in microseconds UTC. 0 if the kind has none.</param>
/// <param name="Count">Values that the row stands for. A missing value does not count.</param>
/// <param name="Value">The value. <see cref="double.NaN"/> if it is missing, or <paramref name="Count"/> is 0.</param>
public readonly record struct TimeQueryRow(int Source, long Time, long Count, double Value);
