using DbIngest.Analysis.Compare;
using DbIngest.Analysis.Statistics;
using DbIngest.Analysis.Summary;
using DbIngest.Core.Results;

namespace DbIngest.Analysis.Reproduce;

/// <summary>
/// The findings of study 1 on throughput (its figures 3 and 4), each with a method that judges it by measured points. N is the
/// number of records per source. <see cref="Reproduction"/> numbers the findings in the order of <see cref="All"/> and calls the
/// methods. Inserting a finding changes the numbers of all later findings of the study.
/// </summary>
internal static class ThroughputFindings
{
    private const string NoRelational = "No relational server is among the results.";
    private const string NoNoSql = "No NoSQL database of the study is among the results.";
    private const string NoOther = "No other NoSQL database of the study is among the results.";

    /// <summary>
    /// Fewest values of N to which a change over N is fitted. <see cref="LoadFindings"/> and <see cref="SpaceFindings"/> read it
    /// too.
    /// </summary>
    internal const int FewestN = 3;

    public static (string Claim, string Published, Func<Study1Data, FindingOutcome> Judge)[] All { get; } =
    [
        ("The relational database on one node is faster than the best NoSQL cluster.", "faster", RelationalIsFaster),
        ("The relational database's lead over the best NoSQL cluster is up to 5x.", "up to 5x", RelationalLead),
        ("Cassandra is faster than MongoDB and Couchbase.", "faster", CassandraIsFaster),
        ("Cassandra is about 4x MongoDB and Couchbase.", "about 4x", CassandraLead),
        ("MongoDB is the slowest of the three NoSQL databases.", "no figure", MongoIsSlowest),
        ("Cassandra is more irregular than the other NoSQL databases.", "no figure", Irregular),
        ("Cassandra's throughput falls with load.", "no figure", Falls),
        ("Couchbase is the steadiest NoSQL database.", "no figure", Steadiest),
        ("The confidence interval is about 5 % of throughput wide, up to 17 % at the highest.", "5 %, up to 17 %", Width),
    ];

    /// <summary>The relational database is faster if it is so at every N: the N with the smallest ratio decides.</summary>
    private static FindingOutcome RelationalIsFaster(Study1Data data) =>
        Relational(data, ofSmallest: true, (ratio, interval, what) => FindingOutcome.OfRatio(ratio, interval, what));

    private static FindingOutcome RelationalLead(Study1Data data) =>
        Relational(data, ofSmallest: false, (ratio, interval, what) => FindingOutcome.OfMagnitude(5, ratio, interval, what));

    private static FindingOutcome Relational(
        Study1Data data, bool ofSmallest, Func<double, Interval?, FormattableString, FindingOutcome> judge)
    {
        if (data.Relational is null || data.NoSql.Count == 0)
        {
            return FindingOutcome.NotMeasured(data.Databases.Count == 0 ? data.WithoutRoles : data.Relational is null
                ? NoRelational : NoNoSql);
        }

        // At each N, compare the relational database with the fastest NoSQL database. Then take the N with the smallest ratio, or
        // the largest.
        var best = data.NoSql.SelectMany(name => data.Common(name, data.Relational))
            .GroupBy(pair => pair.First.Point.RecordsPerSource)
            .Select(n => n.MaxBy(pair => pair.First.Throughput!.RecordsPerS))
            .Select(pair => (Pair: pair, Ratio: ThroughputRatio.Of(pair.First, pair.Second)))
            .Where(candidate => candidate.Ratio is not null)
            .ToList();
        if (best.Count == 0)
        {
            return FindingOutcome.NotMeasured(
                $"{data.Relational} and {string.Join(", ", data.NoSql)} have no figures at the same N.");
        }

        // The chosen ratio is an extreme of several, so its interval gets Bonferroni's correction for their number.
        var smallest = best.MinBy(candidate => candidate.Ratio!.Value);
        var largest = best.MaxBy(candidate => candidate.Ratio!.Value);
        var ((first, _), ratio) = ofSmallest ? smallest : largest;
        var (end, otherEnd) = ofSmallest ? ("at least", "at most") : ("at most", "at least");
        double other = (ofSmallest ? largest : smallest).Ratio!.Value;
        return judge(
            ratio!.Value,
            ratio.IntervalAt(1 - ((1 - data.Confidence) / best.Count)),
            $"{end}, of {best.Count} N: {data.Relational} / {first.Point.Database} at N = {first.Point.RecordsPerSource:#,0}; {otherEnd} {other:0.00}x");
    }

    private static FindingOutcome CassandraIsFaster(Study1Data data) =>
        Against(data, Study1Data.Cassandra, inverse: false, FindingOutcome.OfRatio);

    private static FindingOutcome CassandraLead(Study1Data data) =>
        Against(data, Study1Data.Cassandra, inverse: false,
            (ratio, interval, what) => FindingOutcome.OfMagnitude(4, ratio, interval, what));

    private static FindingOutcome MongoIsSlowest(Study1Data data) => data.NoSql.Count == 3
        ? Against(data, Study1Data.MongoDb, inverse: true, FindingOutcome.OfRatio)
        : FindingOutcome.NotMeasured(data.NoSql.Count == 0 && data.Databases.Count == 0 ? data.WithoutRoles
            : "The slowest of three needs figures of Cassandra, MongoDB and Couchbase.");

    /// <summary>
    /// Compares a NoSQL database with each other NoSQL database of the study, at the largest N at which both have figures. The
    /// finding holds only if every comparison holds, so the intervals need no correction for the number of comparisons.
    /// </summary>
    /// <param name="data">The points.</param>
    /// <param name="database">The database.</param>
    /// <param name="inverse">
    /// True to divide the throughput of the other database by that of <paramref name="database"/>, false for the reverse.
    /// </param>
    /// <param name="judge">Judges a ratio from its value, its interval and the words for both sides.</param>
    private static FindingOutcome Against(
        Study1Data data, string database, bool inverse, Func<double, Interval?, FormattableString, FindingOutcome> judge)
    {
        string[] others = [.. data.NoSql.Where(name => name != database)];
        var pairs = others.Select(name => data.Common(name, database)).Where(common => common.Count > 0)
            .Select(common => common[^1]).ToList();
        if (pairs.Count == 0)
        {
            return FindingOutcome.NotMeasured(
                data.Points(database).Count == 0 ? data.Without(database, "a figure")
                : others.Length == 0 ? NoOther
                : $"{database} and {string.Join(", ", others)} have no figures at the same N.");
        }

        return FindingOutcome.OfAll([.. pairs.Select(pair =>
        {
            var (below, above) = inverse ? (pair.Second, pair.First) : (pair.First, pair.Second);
            return ThroughputRatio.Of(below, above) is { } ratio
                ? judge(ratio.Value, ratio.IntervalAt(data.Confidence),
                    $"{above.Point.Database} / {below.Point.Database} at N = {above.Point.RecordsPerSource:#,0}")
                : FindingOutcome.NotMeasured($"{above.Point.Database} or {below.Point.Database} acknowledged nothing in time.");
        })]);
    }

    private static FindingOutcome Irregular(Study1Data data) => Steadiness(data, Study1Data.Cassandra, steadiest: false);

    private static FindingOutcome Steadiest(Study1Data data) => Steadiness(data, Study1Data.Couchbase, steadiest: true);

    /// <summary>
    /// Judges whether the throughput of a database varies least, or most, between trials. Compares it with the other NoSQL
    /// database that varies least, or most. Each trial, or block where there are several, gives the deviation of its ln
    /// throughput from the mean of its point, times sqrt(n / (n - 1)), since few lie closer to their own mean. The root mean
    /// square of all deviations of a database is about its coefficient of variation. The test of Brown and Forsythe decides
    /// whether the two databases differ.
    /// </summary>
    /// <param name="data">The points.</param>
    /// <param name="database">The database.</param>
    /// <param name="steadiest">True if the finding says that the database varies least, false if most.</param>
    private static FindingOutcome Steadiness(Study1Data data, string database, bool steadiest)
    {
        double[][] own = Deviations(data, database);
        if (own.Length == 0)
        {
            return FindingOutcome.NotMeasured(data.Without(database, "two trials at a point"));
        }

        double ownSd = RootMeanSquare(own);
        var others = data.NoSql.Where(name => name != database)
            .Select(name => (Name: name, Points: Deviations(data, name))).Where(other => other.Points.Length > 0).ToList();
        if (others.Count == 0)
        {
            string[] named = [.. data.NoSql.Where(name => name != database)];
            return FindingOutcome.NotMeasured(
                named.Length == 0 ? NoOther : data.Without(named[0], "two trials at a point"), $"{ownSd:0.0 %} deviation");
        }

        var (closest, points) = steadiest
            ? others.MinBy(other => RootMeanSquare(other.Points))
            : others.MaxBy(other => RootMeanSquare(other.Points));
        double otherSd = RootMeanSquare(points);
        FormattableString ours = $"{ownSd:0.0 %} deviation against {otherSd:0.0 %} of {closest}";
        double? p = BrownForsythe.POfDeviations([[.. own.SelectMany(point => point)], [.. points.SelectMany(point => point)]],
            own.Length + points.Length);
        return p <= 1 - data.Confidence
            ? FindingOutcome.Of((ownSd < otherSd) == steadiest, ours,
                $"Deviations within the points differ (Brown-Forsythe at {data.Confidence:0.## %}).")
            : FindingOutcome.NotMeasured("Not enough data to decide: the deviations do not differ beyond chance.", ours);
    }

    /// <summary>The deviations of each point of a database with two trials or more.</summary>
    private static double[][] Deviations(Study1Data data, string database) =>
    [
        .. data.Measured(database).Select(point => AcrossPoints.Logs(point.Measured)).Where(logs => logs.Count > 1)
            .Select(Scaled),
    ];

    private static double[] Scaled(IReadOnlyList<double> logs)
    {
        double mean = SampleStatistics.Of(logs).Mean;
        double scale = Math.Sqrt(logs.Count / (logs.Count - 1.0));
        return [.. logs.Select(log => scale * (log - mean))];
    }

    private static double RootMeanSquare(double[][] points) =>
        Math.Sqrt(points.SelectMany(point => point).Average(deviation => deviation * deviation));

    private static FindingOutcome Falls(Study1Data data)
    {
        // A trial of which every record was sent again has no throughput.
        (long N, IReadOnlyList<double> Logs)[] points =
        [
            .. data.Measured(Study1Data.Cassandra)
                .Select(point => (N: point.Point.RecordsPerSource, Logs: AcrossPoints.Logs(point.Measured)))
                .Where(point => point.Logs.Count > 0),
        ];
        if (points.Length < FewestN)
        {
            return FindingOutcome.NotMeasured(points.Length == 0
                ? data.Without(Study1Data.Cassandra, "a figure")
                : $"Cassandra has figures at {points.Length} N; a fall over N needs {FewestN}.");
        }

        var fit = LinearFit.Of(
            [.. points.SelectMany(point => point.Logs.Select(log => (Math.Log(point.N), log)))], data.Confidence)!;
        TrialResult[] trials =
            [.. data.Measured(Study1Data.Cassandra).SelectMany(point => point.Measured).Where(trial => TrialRate.Of(trial) > 0)];
        (double X, double Y)[] places =
            [.. trials.Select(trial => (Math.Log(trial.Point.RecordsPerSource), Math.Log(TrialRate.Of(trial))))];
        if (fit.SlopeIntervalOf(BlockMeans.Groups(trials, places), data.Confidence) is not { } interval)
        {
            return FindingOutcome.NotMeasured("Fewer than two blocks have figures at several N, and give no interval.");
        }

        double range = Math.Log((double)points[^1].N / points[0].N);
        double Change(double slope) => Math.Exp(slope * range) - 1;
        var (low, high) = (Change(interval.Low), Change(interval.High));
        FormattableString ours = $"{Change(fit.Slope):+0.0 %;-0.0 %} ({low:+0.0 %;-0.0 %} to {high:+0.0 %;-0.0 %})";
        FormattableString reason =
            $"From N = {points[0].N:#,0} to {points[^1].N:#,0}, by the slope of ln throughput over ln N; a fall by less than {FindingOutcome.Practical:0 %} is none.";
        return high < 0 && Change(fit.Slope) < -FindingOutcome.Practical
            ? FindingOutcome.Of(true, ours, reason)
            : low > -FindingOutcome.Practical
                ? FindingOutcome.Of(false, ours, reason)
                : FindingOutcome.NotMeasured("Not enough data to decide. " + FormattableString.Invariant(reason), ours);
    }

    private static FindingOutcome Width(Study1Data data)
    {
        double[] widths =
        [
            .. from database in data.Databases
               from point in data.Measured(database)
               let rates = point.Throughput!
               where rates.MeanOfRatesIntervalRecordsPerS is not null
               select 2 * rates.MeanOfRatesIntervalRecordsPerS!.Value.HalfWidthShareOf(rates.RatesRecordsPerS.Mean),
        ];
        return widths.Length == 0
            ? FindingOutcome.NotMeasured(data.Databases.Count == 0 ? data.WithoutRoles
                : $"No point of {string.Join(", ", data.Databases)} has an interval.")
            : FindingOutcome.Of(
                SampleStatistics.Of(widths).Median <= 0.05 && widths.Max() <= 0.17,
                $"median {SampleStatistics.Of(widths).Median:0.0 %}, at most {widths.Max():0.0 %}",
                $"Width of the interval of the mean of rates over {widths.Length} points; it holds when neither figure is larger than the study's.");
    }
}
