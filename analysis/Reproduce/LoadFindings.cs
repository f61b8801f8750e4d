using DbIngest.Analysis.Compare;
using DbIngest.Analysis.Statistics;
using DbIngest.Analysis.Summary;
using DbIngest.Core.Plan;

namespace DbIngest.Analysis.Reproduce;

/// <summary>
/// Study 1's findings on load, sources and nodes. <see cref="Reproduction"/> numbers them and calls the judges. A finding
/// inserted before others changes their numbers. Two of them also read points that depart from the protocol in the number of
/// sources or nodes alone.
/// </summary>
internal static class LoadFindings
{
    public static (string Claim, string Published, Func<Study1Data, FindingOutcome> Judge)[] All { get; } =
    [
        ("MongoDB fails at the highest load, 330,000 records a source.", "missing value", MongoFails),
        ("8 sources are best: fewer or more lower throughput.", "no figure; chosen by trial", EightSources),
        ("Total insertion time is linear in N.", "no figure", LinearTime),
        ("One node is faster than each of four.", "hinted at, no figure", OneNode),
    ];

    private static FindingOutcome MongoFails(Study1Data data)
    {
        var largest = data.Points(Study1Data.MongoDb)
            .FirstOrDefault(point => point.Point.RecordsPerSource == Study1Point.LargestN);
        if (largest is null)
        {
            return FindingOutcome.NotMeasured(data.Points(Study1Data.MongoDb).Count == 0
                ? data.Without(Study1Data.MongoDb, "a figure")
                : FormattableString.Invariant($"mongodb was not measured at N = {Study1Point.LargestN:#,0}."));
        }

        int failed = largest.Trials.Incomplete + largest.Trials.Invalid + largest.Trials.WarmUpFailed
            + largest.Trials.Unreachable;
        FormattableString ours = $"{largest.Trials.Measured} trials complete, {failed} failed";
        string at = FormattableString.Invariant($"mongodb at N = {Study1Point.LargestN:#,0}");
        return (largest.IsMissing, failed) switch
        {
            (true, 0) => FindingOutcome.NotMeasured($"{at}: {largest.MissingReason}", ours),
            (false, > 0) => FindingOutcome.NotMeasured($"{at}: some trials were complete and some failed.", ours),

            // A database that fails at every load does not fail because of the highest load.
            (true, _) when data.Points(Study1Data.MongoDb).Count > 1 && data.Measured(Study1Data.MongoDb).Count == 0 =>
                FindingOutcome.NotMeasured($"{at}, and no other N has figures that count: {largest.MissingReason}", ours),
            _ => FindingOutcome.Of(
                largest.IsMissing, ours, $"At N = {Study1Point.LargestN:#,0}: {largest.MissingReason ?? "a point with figures"}"),
        };
    }

    /// <summary>
    /// Compares eight sources with the best of all other numbers, in equal settings, at each database's largest N. The intervals
    /// are corrected for the numbers compared.
    /// </summary>
    private static FindingOutcome EightSources(Study1Data data)
    {
        var groups = data.All
            .Where(point => LeftOutPoints.Counts(point.Summary)
                && point.DepartsOnlyIn(Study1Point.OfSources(point.Point.Sources.Total)))
            .GroupBy(point => (point.Result, Setting: point.Point.Axes.Only(axis => axis != SweepAxes.Sources)))
            .Select(group => (
                Eight: group.FirstOrDefault(point => point.Departures.Count == 0)?.Summary,
                Others: group.Where(point => point.Departures.Count > 0).Select(point => point.Summary).ToList()))
            .Where(group => group.Eight is not null
                && group.Others.Exists(point => point.Point.Sources.Total < Study1Point.Sources)
                && group.Others.Exists(point => point.Point.Sources.Total > Study1Point.Sources))
            .GroupBy(group => group.Eight!.Point.Database)
            .Select(database => database.MaxBy(group => group.Eight!.Point.RecordsPerSource))
            .ToList();
        if (groups.Count == 0)
        {
            return FindingOutcome.NotMeasured(data.All.Count == 0 ? data.WithoutRoles
                : "No database was measured with fewer than 8 sources, with 8 and with more, in equal settings.");
        }

        int compared = groups.Sum(group => group.Others.Count);
        return FindingOutcome.OfAll([.. groups.Select(group =>
        {
            var best = group.Others.MaxBy(point => point.Throughput!.RecordsPerS)!;
            var ratio = ThroughputRatio.Of(best, group.Eight!);
            string numbers = string.Join(", ", group.Others.Select(point => point.Point.Sources.Total).Order());
            return ratio is null
                ? FindingOutcome.NotMeasured($"{best.Point.Database} acknowledged nothing in time.")
                : FindingOutcome.OfRatio(ratio.Value, ratio.IntervalAt(1 - ((1 - data.Confidence) / compared)),
                    $"{best.Point.Database}, 8 sources / {best.Point.Sources.Total}, the best of {numbers}, at N = {best.Point.RecordsPerSource:#,0}");
        })]);
    }

    /// <summary>
    /// Fits time = a + b N, with errors in proportion to N, and looks for an N whose time lies off the line by more than the
    /// practical threshold. Times are linear if the interval of each lies within the threshold.
    /// </summary>
    private static FindingOutcome LinearTime(Study1Data data)
    {
        var series = data.Databases.Select(data.Measured)
            .Where(points => points.Count(point => point.Trials.Measured > 1) > ThroughputFindings.FewestN).ToList();
        return series.Count == 0
            ? FindingOutcome.NotMeasured(data.Databases.Count == 0 ? data.WithoutRoles
                : $"{string.Join(", ", data.Databases)}: a line needs {ThroughputFindings.FewestN + 1} N with two trials each.")
            : FindingOutcome.OfAll(
                [.. series.Select(points => Linear([.. points.Where(p => p.Trials.Measured > 1)], data.Confidence))]);
    }

    private static FindingOutcome Linear(PointSummary[] points, double confidence)
    {
        // time / N = b + a / N: dividing by N gives every N the same weight.
        var fit = LinearFit.Of(
            [.. points.Select(point => (1.0 / point.TotalRecords, point.ElapsedS!.Mean / point.TotalRecords))], confidence)!;
        double corrected = 1 - ((1 - confidence) / points.Length);
        var off = points.Select(point =>
        {
            double line = fit.Slope + (fit.Intercept * point.TotalRecords);
            var repeated = SampleStatistics.Of(BlockMeans.Of(point.Measured, TrialTimes.Of(point)));
            double Half(double level) => MeanEstimate.Of(repeated) is { HasVariance: true } mean
                ? StudentT.TwoSided(level, mean.DegreesOfFreedom) * Math.Sqrt(mean.SquaredError) : double.PositiveInfinity;
            double share = Math.Abs(point.ElapsedS!.Mean - line) / line;

            // The claim that some N lies off the line is corrected for the number of N. The claim that all lie close needs no
            // correction, because it holds only if each single claim does.
            return (point.Point, Share: share, Least: Math.Max(0, share - (Half(corrected) / line)),
                Most: share + (Half(confidence) / line));
        }).ToList();
        var worst = off.MaxBy(point => point.Share);
        string database = points[0].Point.Database;
        FormattableString ours = $"{database} off by at most {worst.Share:0.0 %}";
        FormattableString reason =
            $"{database}: distance of the mean time from a straight line over {points.Length} N, largest at N = {worst.Point.RecordsPerSource:#,0}; whole intervals within {FindingOutcome.Practical:0 %} are linear.";
        bool isLinear = off.TrueForAll(point => point.Most < FindingOutcome.Practical);
        return isLinear || off.Exists(point => point.Least > FindingOutcome.Practical)
            ? FindingOutcome.Of(isLinear, ours, reason)
            : FindingOutcome.NotMeasured("Not enough data to decide. " + FormattableString.Invariant(reason), ours);
    }

    /// <summary>
    /// Judges throughput on one node / throughput per node of four, at the largest N where all other settings are equal.
    /// </summary>
    private static FindingOutcome OneNode(Study1Data data)
    {
        var pairs = data.All
            .Where(one => one.Nodes == 1 && data.NoSql.Contains(one.Point.Database) && LeftOutPoints.Counts(one.Summary)
                && one.DepartsOnlyIn(Study1Point.OfNodes(1)))
            .SelectMany(one => data.All
                .Where(four => four.Nodes == Study1Point.ClusterNodes && four.Departures.Count == 0
                    && LeftOutPoints.Counts(four.Summary) && SettingOf(four.Point).Equals(SettingOf(one.Point)))
                .Select(four => (One: one.Summary, Four: four.Summary)))
            .GroupBy(pair => pair.One.Point.Database)
            .Select(database => database.MaxBy(pair => pair.One.Point.RecordsPerSource))
            .ToList();
        if (pairs.Count == 0)
        {
            return FindingOutcome.NotMeasured(data.All.Count == 0 ? data.WithoutRoles
                : "No NoSQL database was measured on one node and on four in equal settings.");
        }

        return FindingOutcome.OfAll([.. pairs.Select(pair => ThroughputRatio.Of(pair.Four, pair.One) is { } ratio
            ? FindingOutcome.OfRatio(
                ratio.Value * Study1Point.ClusterNodes,
                ratio.IntervalAt(data.Confidence)?.Times(Study1Point.ClusterNodes),
                $"{pair.One.Point.Database}, one node / throughput per node of four at N = {pair.One.Point.RecordsPerSource:#,0}; one node has {ratio.Value:0.00}x the throughput of the cluster")
            : FindingOutcome.NotMeasured($"{pair.One.Point.Database} acknowledged nothing in time."))]);
    }

    private static AxisValues SettingOf(Point point) =>
        point.Axes.Only(axis => axis != SweepAxes.Nodes && axis != SweepAxes.Deployment);
}
