using System.Globalization;
using DbIngest.Analysis.Summary;
using DbIngest.Core.Operations;
using DbIngest.Core.Plan;

namespace DbIngest.Analysis.Reproduce;

/// <summary>
/// The points of given results at the mixes and sizes of study 2, one setting per database. <see cref="Reproduction"/> creates
/// it, and <see cref="MixFindings"/> reads it. The published means are those of the study: never change one.
/// </summary>
internal sealed class Study2Data
{
    public const string Cassandra = "cassandra";
    public const string Cockroach = "cockroach";
    public const string MongoDb = "mongodb";
    public const string Volt = "voltdb";

    /// <summary>The study's order of databases in its tables.</summary>
    public static readonly string[] Names = [Volt, MongoDb, Cassandra, Cockroach];

    /// <summary>Numbers of rows of the study, each with as many operations.</summary>
    public static readonly long[] Sizes = [10_000, 100_000, 1_000_000];

    private const int Lanes = 32;
    private const string Letters = "ABCDE";

    /// <summary>Optional axes that the study has, or whose departures have other words.</summary>
    private static readonly Axis[] Known =
    [
        SweepAxes.Nodes, SweepAxes.Mix, SweepAxes.Rate, SweepAxes.Duration, SweepAxes.Operations, SweepAxes.Via, SweepAxes.Index,
    ];

    /// <summary>The means that the study's text gives, in operations/s.</summary>
    private static readonly Dictionary<(char Mix, long Records, string Database), double> Published = new()
    {
        [('A', 10_000, Cockroach)] = 8_447,
        [('A', 10_000, Cassandra)] = 2_918,
        [('B', 10_000, Cockroach)] = 1_608,
        [('A', 100_000, MongoDb)] = 17_406,
        [('A', 100_000, Cockroach)] = 13_568,
        [('A', 100_000, Cassandra)] = 12_461,
        [('C', 100_000, Cassandra)] = 13_553,
        [('C', 100_000, MongoDb)] = 13_716,
        [('E', 100_000, Cassandra)] = 19_303,
        [('E', 100_000, Cockroach)] = 577,
        [('A', 1_000_000, MongoDb)] = 32_754,
        [('A', 1_000_000, Cassandra)] = 21_638,
        [('A', 1_000_000, Cockroach)] = 14_146,
        [('E', 1_000_000, Cassandra)] = 68_103,
        [('E', 1_000_000, Cockroach)] = 617,
    };

    private readonly Dictionary<(char Mix, long Records, string Database), PointSummary> _points = [];

    private Study2Data(IReadOnlyList<SweepSummary> summaries)
    {
        Confidence = summaries.Count == 0 ? 0.95 : summaries.Max(summary => summary.Confidence);
        var all = (from summary in summaries
                   from point in summary.Points
                   where Names.Contains(point.Point.Database)
                   let departure = DepartureOf(summary, point.Point)
                   select (Result: summary, Point: point, Departure: departure)).ToList();
        var basis = new List<string>
        {
            "The study: YCSB with 32 clients on one node with default caches, as many operations as rows; it states neither the "
            + "size of a record nor the law of keys. Its rows and operations changed together, so that neither says how a "
            + "database scales.",
            "The study contradicts itself: its text counts 51 of 54 pairs as different, and 6 pairs at 15 cells are 90. Eta "
            + "squared of VoltDB at 10,000 rows is .1473, more than the 0.14 that it calls large, and its test finds nothing "
            + "(p = .119).",
            "Effects of the mix hold together, and so do pairs of databases (Bonferroni over the findings of each kind).",
        };
        foreach (var database in all.Where(point => point.Departure is null).GroupBy(point => point.Point.Point.Database))
        {
            // A setting may come from several results, as the preset measures a million rows in a separate sweep. All mixes of
            // one size come from one result: the effect of the mix must not contain what differs from run to run.
            var settings = database
                .GroupBy(point => (
                    Axes: point.Point.Point.Axes.Only(axis =>
                        !axis.IsSize && axis != SweepAxes.Mix && axis != SweepAxes.Operations),
                    point.Point.Point.Mix!.Keys))
                .Select(setting => setting.GroupBy(point => TotalOf(point.Point.Point)).SelectMany(size => size
                    .GroupBy(point => point.Result)
                    .OrderByDescending(result => result.Count()).ThenByDescending(result => result.Key.StartedUtc)
                    .First()).ToList())
                .OrderByDescending(setting => setting.Count)
                .ThenByDescending(setting => (int?)setting[0].Result.Targets
                    .FirstOrDefault(setting[0].Point.Point.IsWrittenTo)?.Survives ?? -1)
                .ThenByDescending(setting => setting.Max(point => point.Result.StartedUtc)).ToList();
            foreach (var point in settings[0])
            {
                _points.TryAdd((LetterOf(point.Point.Point)!.Value, TotalOf(point.Point.Point), database.Key), point.Point);
            }

            var first = settings[0][0].Point.Point;
            int results = settings[0].Select(point => point.Result).Distinct().Count();
            basis.Add(string.Create(CultureInfo.InvariantCulture,
                $"{database.Key}: durability {first.Durability}, client {first.Client}, {SweepAxes.Sources.Phrase(first.Axes)} with "
                + $"{first.InFlight} in flight, {first.Values} values, keys {first.Mix!.Keys.ToString().ToLowerInvariant()}; "
                + $"{settings[0].Count} of 15 cells")
                + (results == 1 ? string.Empty : string.Create(CultureInfo.InvariantCulture, $" from {results} results"))
                + (settings.Count == 1 ? "." : $"; chosen from {settings.Count} settings, the one with the most cells."));
        }

        basis.AddRange(LeftOutPoints.FailedAudits(_points.Values));
        basis.AddRange(LeftOutPoints.Sentences(all.Select(point => (point.Point.Point.Database, (string?)point.Departure))));
        if (all.Count == 0)
        {
            basis.Add("None of the results is of a database of the study: VoltDB, MongoDB, Cassandra, CockroachDB.");
        }

        Basis = basis;
    }

    /// <summary>Level of every interval, 0 to 1.</summary>
    public double Confidence { get; }

    /// <summary>What was chosen and what was left out, one sentence each.</summary>
    public IReadOnlyList<string> Basis { get; }

    /// <summary>Every cell that the study published or the results have.</summary>
    public IReadOnlyList<StudyMean> Means =>
    [
        .. from records in Sizes
           from mix in Letters
           from database in Names
           let key = (mix, records, database)
           let point = At(mix, records, database)
           where Published.ContainsKey(key) || _points.ContainsKey(key)
           select new StudyMean
           {
               Mix = mix.ToString(),
               Records = records,
               Database = database,
               PublishedOperationsPerS = Published.TryGetValue(key, out double mean) ? mean : null,
               OperationsPerS = point?.Throughput?.RecordsPerS,
               IntervalOperationsPerS = point?.Throughput?.IntervalRecordsPerS,
           },
    ];

    /// <summary>
    /// Pairs of published means at one cell that differ by more than the practical threshold, the larger mean first.
    /// </summary>
    public static IEnumerable<(char Mix, long Records, string More, string Less, double Ratio)> PublishedPairs =>
        from first in Published
        from second in Published
        where first.Key.Mix == second.Key.Mix && first.Key.Records == second.Key.Records && first.Value > second.Value
            && first.Value / second.Value > 1 + FindingOutcome.Practical
        select (first.Key.Mix, first.Key.Records, first.Key.Database, second.Key.Database, first.Value / second.Value);

    /// <summary>Returns the point of a cell if it has figures and passed its audits, else null.</summary>
    public PointSummary? At(char mix, long records, string database) =>
        _points.TryGetValue((mix, records, database), out var point) && LeftOutPoints.Counts(point) ? point : null;

    /// <summary>The points of a database at one size with figures that support claims, in the order of the mixes.</summary>
    public IReadOnlyList<PointSummary> Over(long records, string database) =>
        [.. Letters.Select(mix => At(mix, records, database)).OfType<PointSummary>().Where(point => point.BearsClaims)];

    public static Study2Data Of(IReadOnlyList<SweepSummary> summaries) => new(summaries);

    private static long TotalOf(Point point) => point.RecordsPerSource * point.Sources.Total;

    private static char? LetterOf(Point point) => point.Mix is { IsReadsAndUpdates: true } mix
        && 4 * mix.UpdateShare is var quarter && Math.Abs(quarter - Math.Round(quarter)) < 1e-9
            ? Letters[(int)Math.Round(quarter)] : null;

    /// <summary>Returns how a point departs from the study's protocol. Null if it does not.</summary>
    private static string? DepartureOf(SweepSummary summary, Point point) => point switch
    {
        { Mix: null } => "no mix",
        _ when LetterOf(point) is null => $"the mix {point.Mix!.Words}",
        { Mix.Keys: not (KeyChoice.Ycsb or KeyChoice.Zipfian) } => "keys of another law",
        { Mix.IsShared: false } => "each lane has its records alone, and the study's clients share them",
        { Rate: not null } => "operations that arrive at a rate",
        { DurationS: not null } => "trials that end by time",
        { OperationsPerSource: { } operations } when operations != point.RecordsPerSource =>
            "another number of operations than of rows",
        _ when Study1Point.NodesOf(summary, point) > 1 => "several nodes",
        { Via: not (null or SweepAxes.ViaNone) } => "through a service",
        { IsIndexed: false } => "a table without its key",
        { HasTimeIndex: true } => "a second index, on time",
        _ when OtherAxes.TextOf(point, Known) is { } other => other,
        _ when point.Sources.Total * point.InFlight != Lanes =>
            FormattableString.Invariant($"{point.Sources.Total * point.InFlight} lanes"),
        _ when !Sizes.Contains(TotalOf(point)) => FormattableString.Invariant($"{TotalOf(point):#,0} rows"),
        _ => null,
    };
}
