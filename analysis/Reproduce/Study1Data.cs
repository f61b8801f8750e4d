using DbIngest.Abstractions.Targets;
using DbIngest.Analysis.Summary;

namespace DbIngest.Analysis.Reproduce;

/// <summary>
/// The points of given results in the roles of study 1. As in the study, a database runs at its own best batch: at each N the
/// fastest of its points represents it, among points with equal sources and values.
/// </summary>
internal sealed class Study1Data
{
    public const string Cassandra = "cassandra";
    public const string MongoDb = "mongodb";
    public const string Couchbase = "couchbase";

    private static readonly string[] NoSqlNames = [Cassandra, MongoDb, Couchbase];

    private static readonly string[] SqlServerNames = ["sqlserver", "mssql"];

    private readonly Dictionary<string, IReadOnlyList<PointSummary>> _series;

    private readonly IReadOnlyList<PointSummary> _all;

    private Study1Data(
        IReadOnlyList<PointSummary> all, Dictionary<string, IReadOnlyList<PointSummary>> series, string? relational,
            double confidence, IReadOnlyList<string> basis)
    {
        _all = all;
        _series = series;
        Relational = relational;
        Confidence = confidence;
        Basis = basis;
    }

    public double Confidence { get; }

    public IReadOnlyList<string> Basis { get; }

    /// <summary>
    /// The relational server: SQL Server, or the first relational server of the results in its place; null when there is none.
    /// </summary>
    public string? Relational { get; }

    /// <summary>The NoSQL databases of the study among the results.</summary>
    public IReadOnlyList<string> NoSql => [.. NoSqlNames.Where(_series.ContainsKey)];

    /// <summary>Every database with a role.</summary>
    public IReadOnlyList<string> Databases => [.. new[] { Relational }.OfType<string>(), .. NoSql];

    /// <summary>
    /// The points of a database in the order of N, missing ones included; empty when the database is not there.
    /// </summary>
    public IReadOnlyList<PointSummary> Points(string? database) =>
        database is not null && _series.TryGetValue(database, out var points) ? points : [];

    /// <summary>The points with figures.</summary>
    public IReadOnlyList<PointSummary> Measured(string? database) => [.. Points(database).Where(point => !point.IsMissing)];

    /// <summary>The reason why a database cannot be judged, as exactly as the results allow.</summary>
    /// <param name="database">Name of the database.</param>
    /// <param name="what">The missing input, such as "two trials at a point".</param>
    public string Without(string database, string what) =>
        _all.All(point => point.Point.Database != database)
            ? $"No {database} is among the results."
            : !_series.ContainsKey(database)
                ? $"{database} was measured with another number of sources or values than most of the results, and is not set beside them."
                : Measured(database).Count == 0
                    ? $"{database} is among the results, and no point of it has figures."
                    : $"{database} is among the results, without {what}.";

    /// <summary>The reason why no database has a role.</summary>
    public string WithoutRoles => _all.Count == 0
        ? "The results have no point."
        : "The results are of "
            + string.Join(", ", _all.Select(point => point.Point.Database).Distinct().Order(StringComparer.Ordinal))
            + ": none of them is a database of the study, or a relational server in the place of its.";

    /// <summary>Pairs of measured points at equal N, in the order of N.</summary>
    public IReadOnlyList<(PointSummary First, PointSummary Second)> Common(string? first, string? second) =>
    [
        .. Measured(first).Join(
            Measured(second), point => point.Point.RecordsPerSource, point => point.Point.RecordsPerSource, (a, b) => (a, b)),
    ];

    public static Study1Data Of(IReadOnlyList<SweepSummary> summaries)
    {
        string[] relational = RelationalServers(summaries);
        PointSummary[] all = [.. summaries.SelectMany(summary => summary.Points)];
        var points = all.Where(point => NoSqlNames.Contains(point.Point.Database) || relational.Contains(point.Point.Database))
            .ToList();

        // The setting in which most databases were measured; among equals, the one with the most points.
        var setting = points.GroupBy(point => (point.Point.Sources.Total, point.Point.Values))
            .OrderByDescending(group => group.Select(point => point.Point.Database).Distinct().Count())
            .ThenByDescending(group => group.Count())
            .FirstOrDefault();
        var series = (setting ?? Enumerable.Empty<PointSummary>()).GroupBy(point => point.Point.Database).ToDictionary(
            group => group.Key,
            group => (IReadOnlyList<PointSummary>)
            [
                .. group.GroupBy(point => point.Point.RecordsPerSource).OrderBy(n => n.Key)
                    .Select(n => n.MaxBy(point => point.Throughput?.RecordsPerS ?? -1)!),
            ]);
        double confidence = summaries.Count == 0 ? 0.95 : summaries.Max(summary => summary.Confidence);
        string? server = relational.FirstOrDefault(series.ContainsKey);
        var data = new Study1Data(all, series, server, confidence, []);
        return new Study1Data(all, series, server, confidence, setting is null
            ? ["None of the results is of a database that the study measured, or of a relational server that could stand for "
                + "SQL Server."]
            : [.. Sentences(data, setting.Key.Total, setting.Key.Values)]);
    }

    /// <summary>Reads the manifests. A library within the client's process is no server.</summary>
    private static string[] RelationalServers(IReadOnlyList<SweepSummary> summaries) =>
    [
        .. summaries.SelectMany(summary => summary.Targets)
            .Where(target => target is { Model: DataModel.Relational, Placement: not "in-process" })
            .Select(target => target.Database)
            .Distinct()
            .OrderBy(name => !SqlServerNames.Contains(name)),
    ];

    private static IEnumerable<string> Sentences(Study1Data data, int sources, int values)
    {
        yield return FormattableString.Invariant(
            $"Points of {sources} sources and {values} values a record (the study: 8 sources); at each N the fastest point of a database.");
        yield return "The study's NoSQL databases were clusters of four nodes with spinning disks; servers and settings here "
            + "are in each result's manifest.";
        if (data.Relational is { } relational && !SqlServerNames.Contains(relational))
        {
            yield return $"{relational} stands for SQL Server, which is not among the results.";
        }

        foreach (string database in data.Databases)
        {
            var points = data.Points(database);
            yield return FormattableString.Invariant(
                $"{database}: {data.Measured(database).Count} of {points.Count} points measured, N {points[0].Point.RecordsPerSource:#,0} to {points[^1].Point.RecordsPerSource:#,0}.");
        }
    }
}
