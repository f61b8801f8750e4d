namespace DbIngest.Sources;

/// <summary>What an input is, and how its content becomes records.</summary>
/// <param name="Name">The file, folder or pattern.</param>
/// <param name="Format">The format that its first file was recognised as.</param>
/// <param name="Rows">The records in it.</param>
/// <param name="EarliestUtc">The earliest time.</param>
/// <param name="LatestUtc">The latest time.</param>
/// <param name="MedianIntervalS">The median of the intervals between records, in seconds.</param>
/// <param name="Backward">Records whose time is before that of the one before.</param>
/// <param name="Repeated">Records whose time is that of the one before.</param>
/// <param name="Uncertain">Records whose time lost precision or was reconstructed.</param>
/// <param name="Values">The values of a record.</param>
/// <param name="Facts">What was found out about the input, and what was odd.</param>
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

/// <summary>What one value of the records of an input amounts to.</summary>
/// <param name="Name">Its name.</param>
/// <param name="Unit">Its unit; empty when none is known.</param>
/// <param name="Count">How often it is present.</param>
/// <param name="Missing">How often it is missing.</param>
/// <param name="Min">The smallest; null when it is always missing.</param>
/// <param name="Max">The largest; null when it is always missing.</param>
/// <param name="Sum">The sum, added in order with compensation (Neumaier 1974).</param>
public sealed record ValueReport(string Name, string Unit, long Count, long Missing, double? Min, double? Max, double Sum);
