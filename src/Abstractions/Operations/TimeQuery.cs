namespace DbIngest.Abstractions.Operations;

/// <summary>
/// One question about the records of a time range. <c>TimeQueryProbe</c> of <c>--queries</c> draws it, <see cref="ITimeQueries"/>
/// answers it, and <c>ExpectedAnswer</c> computes the right answer from the records. A statement must not include the end of the
/// range.
/// </summary>
/// <param name="Kind">The kind of question.</param>
/// <param name="Source">The source, from 0. For <see cref="TimeQueryKind.HourlyMean"/> the first of several sources.</param>
/// <param name="Sources">Number of sources: 1 except for <see cref="TimeQueryKind.HourlyMean"/>.</param>
/// <param name="Value">Index of the value in the schema, from 0.</param>
/// <param name="From">Begin of the range in microseconds UTC, inclusive. <see cref="TimeQueryKind.Last"/> ignores it.</param>
/// <param name="Until">End of the range in microseconds UTC, exclusive.</param>
/// <param name="Threshold">The threshold of <see cref="TimeQueryKind.Above"/>.</param>
public readonly record struct TimeQuery(
    TimeQueryKind Kind, int Source, int Sources, int Value, long From, long Until, double Threshold = 0)
{
    /// <summary>Microseconds of an hour. Hours begin at multiples of it since 1970, UTC.</summary>
    public const long HourMicroseconds = 3_600_000_000;
}
