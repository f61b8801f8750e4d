using System.Globalization;
using DbIngest.Analysis.Statistics;
using DbIngest.Analysis.Summary;
using DbIngest.Core.Plan;

namespace DbIngest.Analysis.Reproduce;

/// <summary>
/// The points of given results at the methods and thread models of study 4. <see cref="Reproduction"/> creates and reads it. The
/// published figures are those of the study: never change one. It also judges the findings, since each compares one pair: by how
/// much one thread model lowers the mean latency.
/// </summary>
internal sealed class Study4Data
{
    private const string MySql = "mysql";
    private const string MariaDb = "mariadb";
    private const string Dedicated = "dedicated";
    private const string Async = "async";

    /// <summary>The study's methods: names of mixes and HTTP methods.</summary>
    private static readonly (string Mix, string Method)[] Methods =
        [("study4-get", "GET"), ("study4-post", "POST"), ("study4-put", "PUT"), ("study4-delete", "DELETE")];

    /// <summary>
    /// By how much virtual threads lowered the mean latency, in percent. MongoDB's and Neo4j's published figures repeat those of
    /// MySQL and Oracle, so that they are left out.
    /// </summary>
    private static readonly (string Database, string Method, double Percent)[] Published =
    [
        ("postgres", "GET", 14.83), ("postgres", "POST", 16.23), ("postgres", "PUT", 15.42), ("postgres", "DELETE", 20.76),
        ("cassandra", "GET", 24.6), ("cassandra", "POST", 10.44), ("cassandra", "PUT", 15.29), ("cassandra", "DELETE", 15.49),
        (MySql, "GET", 16.45), (MySql, "PUT", 9.94),
        ("ado", "GET", 12.55), ("ado", "PUT", 4.49),
    ];

    /// <summary>Optional axes that the study has, or whose departures have other words.</summary>
    private static readonly Axis[] Known =
    [
        SweepAxes.Nodes, SweepAxes.Mix, SweepAxes.Rate, SweepAxes.Duration, SweepAxes.Operations, SweepAxes.Via, SweepAxes.Index,
        SweepAxes.ServiceThreads, SweepAxes.ServiceConnections, SweepAxes.ServiceHttp,
    ];

    private readonly Dictionary<(string Database, string Mix, string Threads), PointSummary> _points = [];

    private Study4Data(IReadOnlyList<SweepSummary> summaries)
    {
        Confidence = summaries.Count == 0 ? 0.95 : summaries.Max(summary => summary.Confidence);
        var basis = new List<string>
        {
            "The study: a REST service in Java with platform threads and with virtual threads, 300 requests/s for 20 s, one "
                + "measured run. .NET has no virtual threads: asynchronous calls on the thread pool stand for them, so that a "
                + "finding here is an analogue and never holds or fails.",
            "The study's 6,000 deletions find 120 records: all but 120 of them must have been of absent ones. Its figures of "
                + "MongoDB and Neo4j repeat those of MySQL and Oracle, likely an error in copying. Oracle is reached by ado.",
            "mariadb stands for MySQL where mysql was not measured. A reduction is that of the mean response time.",
        };
        var all = (from summary in summaries
                   from point in summary.Points
                   select (Result: summary, Point: point, Departure: DepartureOf(summary, point.Point))).ToList();
        var used = all.Where(point => point.Departure is null && LeftOutPoints.Counts(point.Point)).ToList();
        bool hasMySql = used.Exists(point => point.Point.Point.Database == MySql);
        foreach (var database in used.GroupBy(point =>
            point.Point.Point.Database == MariaDb && !hasMySql ? MySql : point.Point.Point.Database))
        {
            foreach (var method in database.GroupBy(point => point.Point.Point.Mix!.Words))
            {
                // The thread models of a pair must differ in nothing else.
                var settings = method
                    .GroupBy(point => (point.Result, Setting: point.Point.Point.Axes.Only(axis =>
                        axis != SweepAxes.Mix && axis != SweepAxes.ServiceThreads)))
                    .OrderByDescending(setting => setting.Count(point => IsOfAPair(point.Point.Point)))
                    .ThenByDescending(setting => LeftOutPoints.HasDuration(setting.First().Point.Point))
                    .ThenByDescending(setting => setting.Key.Result.StartedUtc).ToList();
                foreach (var point in settings[0])
                {
                    _points.TryAdd((database.Key, method.Key, point.Point.Point.ServiceThreads!), point.Point);
                }

                var first = settings[0].First().Point.Point;
                basis.Add($"{database.Key}, {method.Key}: {first.Database}, client {first.Client}, durability {first.Durability}"
                    + (settings.Count == 1 ? "."
                        : string.Create(CultureInfo.InvariantCulture, $"; chosen from {settings.Count} results or settings.")));
            }
        }

        basis.AddRange(LeftOutPoints.OtherDurations(_points.Values));
        basis.AddRange(LeftOutPoints.FailedAudits(all.Where(point => point.Departure is null).Select(point => point.Point)));
        basis.AddRange(LeftOutPoints.Sentences(all.Select(point => (point.Point.Point.Database, (string?)point.Departure))));
        Basis = basis;
    }

    /// <summary>Level of every interval, 0 to 1.</summary>
    public double Confidence { get; }

    /// <summary>What was chosen and what was left out, one sentence each.</summary>
    public IReadOnlyList<string> Basis { get; }

    /// <summary>
    /// Measured mean response times in milliseconds, one per database, method and thread model. The study's own means are not
    /// available.
    /// </summary>
    public IReadOnlyList<StudyFigure> Figures =>
    [
        .. from database in Databases
           from method in Methods
           from threads in Models
           let point = _points.GetValueOrDefault((database, method.Mix, threads))
           where point is not null
           let mean = TrialAverages.Of([point], TrialAverages.MeanMs)
           select new StudyFigure
           {
               Cell = $"{database}, {method.Method}, threads {threads}",
               Figure = "mean ms",
               Published = null,
               Ours = mean?.Mean,
               Interval = TrialAverages.IntervalOf(mean, Confidence),
           },
    ];

    /// <summary>The findings: each database and method, published or measured.</summary>
    public IReadOnlyList<(string Claim, string Published, Func<Study4Data, FindingOutcome> Judge)> Findings =>
    [
        .. from database in Databases.Union(Published.Select(reduction => reduction.Database))
           from method in Methods
           let published = Published.FirstOrDefault(p => p.Database == database && p.Method == method.Method)
           where published.Database is not null || Pair(database, method.Mix) is not null
           select (
               $"Threads that do not wait lower the mean latency of {method.Method} on {database}.",
               published.Database is null ? "n/a" : FormattableString.Invariant($"-{published.Percent:0.##} %"),
               (Func<Study4Data, FindingOutcome>)(data => data.Judge(database, method.Mix))),
    ];

    public static Study4Data Of(IReadOnlyList<SweepSummary> summaries) => new(summaries);

    private static readonly string[] Models = [Dedicated, "pool", Async, "queue"];

    private IEnumerable<string> Databases => _points.Keys.Select(key => key.Database).Distinct();

    private MeanRatio? Pair(string database, string mix) =>
        _points.TryGetValue((database, mix, Dedicated), out var dedicated)
            && _points.TryGetValue((database, mix, Async), out var asynchronous)
            && TrialAverages.Of([dedicated], TrialAverages.MeanMs) is { Mean: > 0 } before
            && TrialAverages.Of([asynchronous], TrialAverages.MeanMs) is { } after
            ? MeanRatio.Of(after, before) : null;

    private FindingOutcome Judge(string database, string mix)
    {
        if (Pair(database, mix) is not { } ratio)
        {
            return FindingOutcome.NotMeasured($"No mean latency of {database} at {mix} with both dedicated and async.");
        }

        if (ratio.IntervalAt(Confidence) is not { } bounds)
        {
            return FindingOutcome.NotMeasured("Too few trials for an interval.", $"{(ratio.Ratio - 1) * 100:+0.0;-0.0} %");
        }

        string ours = FormattableString.Invariant(
            $"{(ratio.Ratio - 1) * 100:+0.0;-0.0} % ({(bounds.Low - 1) * 100:+0.0;-0.0} to {(bounds.High - 1) * 100:+0.0;-0.0})");
        const string What = "Mean response time with asynchronous calls over dedicated threads";
        return bounds.Contains(1)
            ? new FindingOutcome(FindingVerdict.NotMeasured, ours, $"Not enough data to decide, the interval includes 0: {What}.")
            : ratio.Ratio < 1
                ? new FindingOutcome(FindingVerdict.AnalogueAgrees, ours, $"{What}: lower, as in the study.")
                : new FindingOutcome(FindingVerdict.AnalogueDiffers, ours, $"{What}: higher.");
    }

    private static bool IsOfAPair(Point point) => point.ServiceThreads is Dedicated or Async;

    /// <summary>Returns how a point departs from the study's protocol. Null if it does not.</summary>
    private static string? DepartureOf(SweepSummary summary, Point point) => point switch
    {
        { Via: not SweepAxes.ViaService } => "not through the service",
        { ServiceThreads: null } => "no thread model",
        { Mix: null } => "no mix",
        { Mix: { } mix } when !Methods.Any(method => method.Mix == mix.Words) => $"the mix {mix.Words}",
        { Rate: null } => "a closed loop",
        { Rate: { } rate } when rate.ToString() != "300" => $"the rate {rate}",
        { ServiceHttp: ServiceHttp.Version2 } => "HTTP/2",
        { ServiceConnections: not 10 } => "another number of connections than 10",
        { IsIndexed: false } => "a table without its key",
        { HasTimeIndex: true } => "a second index, on time",
        _ when OtherAxes.TextOf(point, Known) is { } other => other,
        _ when Study1Point.NodesOf(summary, point) > 1 => "several nodes",
        _ => null,
    };
}
