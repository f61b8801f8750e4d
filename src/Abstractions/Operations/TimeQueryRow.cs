namespace DbIngest.Abstractions.Operations;

/// <summary>
/// One row of the answer to a <see cref="TimeQuery"/>. <see cref="ITimeQueries"/> returns the rows of a database, and
/// <c>AnswerCheck</c> compares them with the right ones of <c>ExpectedAnswer</c>. <see cref="TimeQueryKind"/> says which rows an
/// answer has.
/// </summary>
/// <param name="Source">The source, from 0.</param>
/// <param name="Time">The record's time or the begin of the hour, in microseconds UTC. 0 if the kind has none.</param>
/// <param name="Count">
/// Number of values from which <paramref name="Value"/> was computed, without missing ones. Always 1 for
/// <see cref="TimeQueryKind.Last"/>.
/// </param>
/// <param name="Value">The value. <see cref="double.NaN"/> if it is missing, or <paramref name="Count"/> is 0.</param>
public readonly record struct TimeQueryRow(int Source, long Time, long Count, double Value);
