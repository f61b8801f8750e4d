using System.Globalization;
using DbIngest.Abstractions.Targets;
using DbIngest.Analysis.Statistics;
using DbIngest.Analysis.Summary;
using DbIngest.Core.Plan;
using DbIngest.Core.Results;

namespace DbIngest.Analysis.Reproduce;

/// <summary>
/// The points of given results at the loads and concurrencies of study 3, one setting per kind of store (SQL, document, hybrid).
/// <see cref="Reproduction"/> creates it, and <see cref="PersistenceFindings"/> reads it. The published averages are those of the
/// study: never change one.
/// </summary>
internal sealed class Study3Data
{
    public const string Indexed = "SQL indexed";
    public const string Unindexed = "SQL no index";
    public const string Document = "MongoDB";
    public const string HybridIndexed = "hybrid indexed";
    public const string HybridUnindexed = "hybrid no index";

    /// <summary>The study's stores in the order of its tables.</summary>
    public static readonly string[] Stores = [Indexed, Unindexed, Document, HybridIndexed, HybridUnindexed];

    /// <summary>The study's loads: names of mixes and the study's words.</summary>
    public static readonly (string Mix, string Words)[] Loads =
        [("study3-rh", "read-heavy"), ("study3-wh", "write-heavy"), ("study3-mx", "mixed")];

    private static readonly int[] Concurrencies = [1, 10, 50, 100, 500, 1000];

    /// <summary>
    /// Optional axes that the study has or leaves open, or whose departures have other words. The preset starts a server again
    /// only where the run has started it.
    /// </summary>
    private static readonly Axis[] Known =
    [
        SweepAxes.Nodes, SweepAxes.Mix, SweepAxes.Rate, SweepAxes.Duration, SweepAxes.Operations, SweepAxes.Via, SweepAxes.Index,
        SweepAxes.ServiceThreads, SweepAxes.ServiceConnections, SweepAxes.ServiceHttp, SweepAxes.Restart,
    ];

    /// <summary>
    /// The study's averages over concurrency, for each store at read-heavy, write-heavy and mixed load.
    /// </summary>
    private static readonly (string Figure, Func<TrialResult, double?> Of, double[][] Published)[] Tables =
    [
        ("p95 ms", TrialAverages.P95Ms,
            [
                [51.87, 120.60, 77.51], [310.75, 228.55, 231.57], [113.81, 57.80, 81.70], [38.70, 66.86, 69.83],
                [83.91, 51.02, 73.70],
            ]),
        ("requests/s", PerSecond,
            [[472, 278, 373], [145, 176, 140], [313, 468, 365], [489, 460, 431], [419, 390, 412]]),
        ("CPU %", trial => trial.Server?.CpuShare * 100,
            [[47, 36, 40], [37, 35, 33], [46, 60, 50], [53, 49, 47], [49, 44, 50]]),
        ("memory MB", trial => (trial.Server?.MeanRssBytes ?? trial.Server?.PeakRssBytes) / 1e6,
            [[946, 936, 1008], [1096, 979, 1056], [1199, 1183, 1255], [1105, 1071, 1111], [1118, 1097, 1154]]),
    ];

    private readonly Dictionary<(string Store, string Mix, int Concurrency), PointSummary> _points = [];

    private Study3Data(IReadOnlyList<SweepSummary> summaries)
    {
        Confidence = summaries.Count == 0 ? 0.95 : summaries.Max(summary => summary.Confidence);
        var all = (from summary in summaries
                   from point in summary.Points
                   let kind = summary.Targets.FirstOrDefault(point.Point.IsWrittenTo)?.Model
                   let store = StoreOf(kind, point.Point.IsIndexed)
                   where store is not null
                   select (Result: summary, Point: point, Kind: kind, Store: store!,
                       Departure: DepartureOf(summary, point.Point))).ToList();
        var basis = new List<string>
        {
            "The study: a REST service on MySQL 5.7.36 with indexes and without, MongoDB, and two hybrids, in containers on one "
                + "node. It states neither the shares of its loads, nor the number of records, nor how the hybrids divide data.",
            "The study contradicts itself: its text says that writes are faster without indexes, and its table has them slower "
                + "(228.55 and 120.60 ms); it calls hybrids intermediate, and they have the best p95 in each load; it names a "
                + "high CPU share of reads without an index, and its table has the lowest there (37 %).",
            "Figures are averages over the concurrencies, as the study's; a pair is compared at those that both have.",
        };
        foreach (var kind in all.Where(point => point.Departure is null).GroupBy(point => point.Kind))
        {
            // A store with an index and the one without must differ in nothing else: both are of one database and setting, and of
            // one result where one has both.
            AxisValues SettingOf(Point point) => point.Axes.Only(axis => axis != SweepAxes.Mix && axis != SweepAxes.InFlight
                && (axis != SweepAxes.Index || kind.Key == DataModel.Document));
            var stores = kind.GroupBy(point => SettingOf(point.Point.Point))
                .Select(setting => setting.GroupBy(point => point.Result)
                    .OrderByDescending(result => result.Count()).ThenByDescending(result => result.Key.StartedUtc)
                    .SelectMany(result => result.GroupBy(point => point.Store)).DistinctBy(store => store.Key).ToList())
                .OrderByDescending(setting => setting.Sum(store => store.Count()))
                .ThenByDescending(setting => LeftOutPoints.HasDuration(setting[0].First().Point.Point))
                .ThenByDescending(setting => setting.Max(store => store.First().Result.StartedUtc)).First();
            foreach (var store in stores)
            {
                foreach (var point in store)
                {
                    _points.TryAdd((store.Key, point.Point.Point.Mix!.Words, Lanes(point.Point.Point)), point.Point);
                }

                var first = store.First().Point.Point;
                int choices = kind.Where(point => point.Store == store.Key)
                    .Select(point => (point.Result, SettingOf(point.Point.Point))).Distinct().Count();
                basis.Add($"{store.Key}: {first.Database}, client {first.Client}, durability {first.Durability}, "
                    + string.Create(CultureInfo.InvariantCulture, $"{store.Count()} of 18 cells")
                    + (choices == 1 ? "."
                        : string.Create(CultureInfo.InvariantCulture, $"; chosen from {choices} results or settings.")));
            }
        }

        basis.AddRange(LeftOutPoints.OtherDurations(_points.Values));
        basis.AddRange(LeftOutPoints.FailedAudits(_points.Values));
        basis.AddRange(LeftOutPoints.Sentences(all.Select(point => (point.Point.Point.Database, (string?)point.Departure))));
        Basis = basis;
    }

    /// <summary>Level of every interval, 0 to 1.</summary>
    public double Confidence { get; }

    /// <summary>What was chosen and what was left out, one sentence each.</summary>
    public IReadOnlyList<string> Basis { get; }

    /// <summary>Every published average beside the measured average.</summary>
    public IReadOnlyList<StudyFigure> Figures =>
    [
        .. from table in Tables
           from store in Stores.Index()
           from load in Loads.Index()
           let points = At(store.Item, load.Item.Mix, Concurrencies)
           let ours = TrialAverages.Of(points, table.Of)
           select new StudyFigure
           {
               Cell = $"{store.Item}, {load.Item.Words}",
               Figure = table.Figure,
               Published = table.Published[store.Index][load.Index],
               Ours = ours?.Mean,
               Interval = TrialAverages.IntervalOf(ours, Confidence),
               Note = points.Count is > 0 and < 6 ? $"{points.Count} of 6 concurrencies" : null,
           },
    ];

    /// <summary>Averages a figure of two stores at one load, over the concurrencies at which both have figures.</summary>
    public (SampleStatistics? First, SampleStatistics? Second, int Concurrencies) Pair(
        string first, string second, string mix, Func<TrialResult, double?> figure)
    {
        int[] common = [.. Concurrencies.Where(c => At(first, mix, [c]).Count + At(second, mix, [c]).Count == 2)];
        var (of, over) = (TrialAverages.Of(At(first, mix, common), figure), TrialAverages.Of(At(second, mix, common), figure));
        return (of, over, common.Length);
    }

    public static Study3Data Of(IReadOnlyList<SweepSummary> summaries) => new(summaries);

    /// <summary>Completed operations per second of a trial.</summary>
    public static double? PerSecond(TrialResult trial) => trial.ElapsedS > 0 ? trial.Acknowledged / trial.ElapsedS : null;

    private IReadOnlyList<PointSummary> At(string store, string mix, IReadOnlyList<int> concurrencies) =>
    [
        .. concurrencies.Select(concurrency => _points.GetValueOrDefault((store, mix, concurrency))).OfType<PointSummary>()
            .Where(point => LeftOutPoints.Counts(point) && point.Measured.Count > 0),
    ];

    /// <summary>Returns the study's store. Null for databases of another kind.</summary>
    private static string? StoreOf(DataModel? kind, bool hasIndex) => kind switch
    {
        DataModel.Mixed => hasIndex ? HybridIndexed : HybridUnindexed,
        DataModel.Document => Document,
        DataModel.Relational => hasIndex ? Indexed : Unindexed,
        _ => null,
    };

    private static int Lanes(Point point) => point.Sources.Total * point.InFlight;

    /// <summary>Returns how a point departs from the study's protocol. Null if it does not.</summary>
    private static string? DepartureOf(SweepSummary summary, Point point) => point switch
    {
        { Via: not SweepAxes.ViaService } => "not through the service",
        { Mix: null } => "no mix",
        { Mix: { } mix } when !Loads.Any(load => load.Mix == mix.Words) => $"the mix {mix.Words}",
        { Rate: not null } => "operations that arrive at a rate",
        { ServiceHttp: ServiceHttp.Version2 } => "HTTP/2",
        { HasTimeIndex: true } => "a second index, on time",
        _ when OtherAxes.TextOf(point, Known) is { } other => other,
        _ when Study1Point.NodesOf(summary, point) > 1 => "several nodes",
        _ when !Concurrencies.Contains(Lanes(point)) => FormattableString.Invariant($"{Lanes(point)} requests at once"),
        _ => null,
    };
}
