namespace DbIngest.Sources;

/// <summary>
/// Report on an input and its records. <see cref="InputInspector"/> creates it. <c>SourcesVerb</c> prints it after
/// <c>sources inspect</c>, and with <c>--json</c> its properties are the output's format: do not rename them.
/// </summary>
/// <param name="Name">The file, folder or pattern.</param>
/// <param name="Format">The format of its first file.</param>
/// <param name="Rows">Number of records.</param>
/// <param name="EarliestUtc">The earliest time.</param>
/// <param name="LatestUtc">The latest time.</param>
/// <param name="MedianIntervalS">Median of the intervals between records, in seconds.</param>
/// <param name="Backward">Number of records earlier than the previous one.</param>
/// <param name="Repeated">Number of records with the previous one's time.</param>
/// <param name="Uncertain">Number of records whose time lost precision or was reconstructed.</param>
/// <param name="Values">The values of a record.</param>
/// <param name="Facts">What the reader determined about the input.</param>
public sealed record InputReport(
    string Name,
    string Format,
    long Rows,
    DateTime EarliestUtc,
    DateTime LatestUtc,
    double MedianIntervalS,
    long Backward,
    long Repeated,
    long Uncertain,
    IReadOnlyList<ValueReport> Values,
    IReadOnlyDictionary<string, string> Facts);

/// <summary>Report on one value over all records of an input, within an <see cref="InputReport"/>.</summary>
/// <param name="Name">The value's name.</param>
/// <param name="Unit">The value's unit; empty when unknown.</param>
/// <param name="Count">Number of records with the value.</param>
/// <param name="Missing">Number of records without it.</param>
/// <param name="Min">The smallest; null when it is always missing.</param>
/// <param name="Max">The largest; null when it is always missing.</param>
/// <param name="Sum">The sum, added in order with compensation (Neumaier 1974). Null when it is beyond the range of a
/// double, since JSON has no infinity.</param>
public sealed record ValueReport(string Name, string Unit, long Count, long Missing, double? Min, double? Max, double? Sum);
