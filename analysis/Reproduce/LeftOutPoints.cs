using DbIngest.Analysis.Summary;
using DbIngest.Core.Plan;

namespace DbIngest.Analysis.Reproduce;

/// <summary>
/// Writes sentences on the points of given results that findings leave out: those that depart from a study's protocol, of which
/// <see cref="LoadFindings"/> still reads some, and those of which a trial failed its audit. One more sentence is on points that
/// findings read although their trials have another duration. The selections and data of all four studies call it.
/// </summary>
internal static class LeftOutPoints
{
    /// <summary>Seconds of a trial by the presets of studies 3 and 4. Study 4 states them, and study 3 states none.</summary>
    private const double ProtocolS = 20;

    /// <summary>Returns one sentence for each pair of database and departure, in the order in which they first occur.</summary>
    /// <param name="points">
    /// The database of each point, and how the point departs from the protocol; null where it does not.
    /// </param>
    public static IEnumerable<string> Sentences(IEnumerable<(string Database, string? Departure)> points) => points
        .Where(point => point.Departure is not null).GroupBy(point => point)
        .Select(group => string.Concat(
            FormattableString.Invariant($"Not the study's protocol: {group.Count()} {(group.Count() == 1 ? "point" : "points")} "),
            $"of {group.Key.Database} ({group.Key.Departure})."));

    /// <summary>
    /// True when findings may rest on a point: it has figures, and no trial failed its audit. How fast a database loses records
    /// says nothing.
    /// </summary>
    public static bool Counts(PointSummary point) => !point.IsMissing && point.Audit.Verdict != AuditVerdict.Failed;

    /// <summary>Returns one sentence for each database with points of which a trial failed its audit.</summary>
    /// <param name="points">Points of the protocol.</param>
    public static IEnumerable<string> FailedAudits(IEnumerable<PointSummary> points) => points
        .Where(point => point.Audit.Verdict == AuditVerdict.Failed).GroupBy(point => point.Point.Database, StringComparer.Ordinal)
        .Select(group => FormattableString.Invariant($"Left out: {group.Count()} {(group.Count() == 1 ? "point" : "points")} ")
            + $"of {group.Key}, of which a trial failed its audit.");

    /// <summary>True when the trials of a point have the duration of the presets of studies 3 and 4.</summary>
    public static bool HasDuration(Point point) => point.DurationS is ProtocolS;

    /// <summary>
    /// Returns one sentence for each database and duration other than that of the presets of studies 3 and 4. Findings read such
    /// points: both studies compare means of requests, which a shorter trial estimates with a wider interval.
    /// </summary>
    /// <param name="points">The points that findings read.</param>
    public static IEnumerable<string> OtherDurations(IEnumerable<PointSummary> points) => points
        .Select(point => point.Point).Where(point => !HasDuration(point))
        .GroupBy(point => (point.Database, Duration: SweepAxes.Duration.Phrase(point.Axes)))
        .Select(group => string.Concat(
            FormattableString.Invariant($"Another duration than the protocol's {ProtocolS} s, and judged all the same: "),
            FormattableString.Invariant($"{group.Count()} {(group.Count() == 1 ? "point" : "points")} of {group.Key.Database} "),
            $"({group.Key.Duration ?? "until a number of operations"})."));
}
