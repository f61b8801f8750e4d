using DbIngest.Abstractions.Targets;
using DbIngest.Analysis.Summary;

namespace DbIngest.Analysis.Reproduce;

/// <summary>
/// Assigns the databases of given results to the roles of study 1 (its relational server, its NoSQL databases) and holds the
/// points that <see cref="Study1Selection"/> chose for each. <see cref="Reproduction"/> creates it, and the judges of findings
/// read it. Only <see cref="All"/> may contain a point that departs from the study's protocol.
/// </summary>
internal sealed class Study1Data
{
    public const string Cassandra = "cassandra";
    public const string MongoDb = "mongodb";
    public const string Couchbase = "couchbase";

    private static readonly string[] NoSqlNames = [Cassandra, MongoDb, Couchbase];

    private static readonly string[] SqlServerNames = ["sqlserver", "mssql"];

    private readonly string[] _measured;

    private readonly Study1Selection _selection;

    private Study1Data(IReadOnlyList<SweepSummary> summaries)
    {
        string[] relational = RelationalServers(summaries);
        _measured = [.. summaries.SelectMany(summary => summary.Points).Select(point => point.Point.Database).Distinct()
            .Order(StringComparer.Ordinal)];
        _selection = Study1Selection.Of(summaries, NoSqlNames, relational);
        Relational = relational.FirstOrDefault(_selection.Series.ContainsKey);
        Confidence = summaries.Count == 0 ? 0.95 : summaries.Max(summary => summary.Confidence);
        Basis = [.. Sentences()];
    }

    /// <summary>Level of every interval, 0 to 1.</summary>
    public double Confidence { get; }

    /// <summary>Sentences for the reader: the study's protocol, the chosen points, and the points that were left out.</summary>
    public IReadOnlyList<string> Basis { get; }

    /// <summary>
    /// The relational server: SQL Server, or the first relational server of the results in its place; null when there is none.
    /// </summary>
    public string? Relational { get; }

    /// <summary>The NoSQL databases of the study among the results.</summary>
    public IReadOnlyList<string> NoSql => [.. NoSqlNames.Where(_selection.Series.ContainsKey)];

    /// <summary>Every database with a role.</summary>
    public IReadOnlyList<string> Databases => [.. new[] { Relational }.OfType<string>(), .. NoSql];

    /// <summary>Every point of a database with a role, those that depart from the protocol included.</summary>
    public IReadOnlyList<Study1Point> All => _selection.All;

    /// <summary>
    /// The chosen points of a database in the order of N, missing ones included; empty when the database is not there.
    /// </summary>
    public IReadOnlyList<PointSummary> Points(string? database) =>
        database is not null && _selection.Series.TryGetValue(database, out var points)
            ? [.. points.Select(point => point.Summary)] : [];

    /// <summary>The chosen points of a database that have figures, and passed their audits, in the order of N.</summary>
    public IReadOnlyList<PointSummary> Measured(string? database) => [.. Points(database).Where(LeftOutPoints.Counts)];

    /// <summary>The reason why a database cannot be judged, as exactly as the results allow.</summary>
    /// <param name="database">Name of the database.</param>
    /// <param name="what">The missing input, such as "two trials at a point".</param>
    public string Without(string database, string what) =>
        !_measured.Contains(database)
            ? $"No {database} is among the results."
            : !_selection.Series.ContainsKey(database)
                ? $"{database} is among the results, and no point of it has the study's protocol; see what was left out."
                : Measured(database).Count == 0
                    ? $"{database} is among the results, and no point of it has figures that count."
                    : $"{database} is among the results, without {what}.";

    /// <summary>The reason why no database has a role.</summary>
    public string WithoutRoles => _measured.Length == 0
        ? "The results have no point."
        : All.Count == 0
            ? $"The results are of {string.Join(", ", _measured)}: none of them is a database of the study, or a relational "
                + "server that could stand for SQL Server."
            : "No point has the study's protocol; see what was left out.";

    /// <summary>Pairs of measured points at equal N, in the order of N.</summary>
    public IReadOnlyList<(PointSummary First, PointSummary Second)> Common(string? first, string? second) =>
    [
        .. Measured(first).Join(
            Measured(second), point => point.Point.RecordsPerSource, point => point.Point.RecordsPerSource, (a, b) => (a, b)),
    ];

    public static Study1Data Of(IReadOnlyList<SweepSummary> summaries) => new(summaries);

    /// <summary>
    /// Lists the relational servers of the results, the study's own first. A library within the client's process is no server.
    /// </summary>
    private static string[] RelationalServers(IReadOnlyList<SweepSummary> summaries) =>
    [
        .. summaries.SelectMany(summary => summary.Targets)
            .Where(target => target is { Model: DataModel.Relational, Placement: not "in-process" })
            .Select(target => target.Database)
            .Distinct()
            .OrderBy(name => !SqlServerNames.Contains(name)),
    ];

    private IEnumerable<string> Sentences()
    {
        if (All.Count == 0)
        {
            yield return "None of the results is of a database that the study measured, or of a relational server that could "
                + "stand for SQL Server.";
            yield break;
        }

        yield return "The study's protocol: 8 sources, batches, a closed loop, one relational node against NoSQL clusters of "
            + "four, full ACID and the highest write concern. One setting stands for each database.";
        yield return "The study's NoSQL clusters had spinning disks; servers and settings here are in each result's manifest.";
        if (Relational is { } relational && !SqlServerNames.Contains(relational))
        {
            yield return $"{relational} stands for SQL Server, which is not among the results.";
        }

        foreach (string sentence in _selection.Basis.Concat(LeftOutPoints.FailedAudits(
            All.Where(point => point.Departures.Count == 0).Select(point => point.Summary))))
        {
            yield return sentence;
        }
    }
}
