namespace DbIngest.Analysis.Reproduce;

/// <summary>
/// Writes which points of given results depart from a study's protocol. <see cref="Study1Selection"/>, <see cref="Study2Data"/>,
/// <see cref="Study3Data"/> and <see cref="Study4Data"/> call it.
/// </summary>
internal static class LeftOutPoints
{
    /// <summary>Returns one sentence for each pair of database and departure, in the order in which they first occur.</summary>
    /// <param name="points">
    /// The database of each point, and how the point departs from the protocol; null where it does not.
    /// </param>
    public static IEnumerable<string> Sentences(IEnumerable<(string Database, string? Departure)> points) => points
        .Where(point => point.Departure is not null).GroupBy(point => point)
        .Select(group => string.Concat(
            FormattableString.Invariant($"Not the study's protocol: {group.Count()} {(group.Count() == 1 ? "point" : "points")} "),
            $"of {group.Key.Database} ({group.Key.Departure})."));
}
