namespace DbIngest.Analysis.Reproduce;

/// <summary>Says which points of given results are not of a study's protocol. The selections of all studies list them.</summary>
internal static class LeftOutPoints
{
    /// <summary>One sentence for each database and departure, in the order in which they come first.</summary>
    /// <param name="points">The database of each point, and what of it is not the protocol; null where nothing is.</param>
    public static IEnumerable<string> Sentences(IEnumerable<(string Database, string? Departure)> points) => points
        .Where(point => point.Departure is not null).GroupBy(point => point)
        .Select(group => string.Concat(
            FormattableString.Invariant($"Not the study's protocol: {group.Count()} {(group.Count() == 1 ? "point" : "points")} "),
            $"of {group.Key.Database} ({group.Key.Departure})."));
}
