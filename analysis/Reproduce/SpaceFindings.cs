using DbIngest.Analysis.Statistics;
using DbIngest.Analysis.Summary;
using DbIngest.Core.Results;

namespace DbIngest.Analysis.Reproduce;

/// <summary>
/// Study 1's findings on disk space (its figures 5 and 6). <see cref="Reproduction"/> numbers them and calls the judges. A
/// finding inserted before others changes their numbers.
/// </summary>
internal static class SpaceFindings
{
    /// <summary>Two sizes that differ by a smaller share count as one step of preallocation.</summary>
    private const double SameStep = 0.01;

    /// <summary>Two N whose records differ by a smaller share cannot tell a step from plain growth.</summary>
    private const double LeastGrowth = 2 * SameStep;

    public static (string Claim, string Published, Func<Study1Data, FindingOutcome> Judge)[] All { get; } =
    [
        ("The relational database takes the least space.", "no figure", RelationalIsLeast),
        ("Cassandra takes 1.5x the space of the relational database.", "1.5x", data => Times(data, 1.5, [Study1Data.Cassandra])),
        ("Document stores take up to 5x the space of the relational database.", "up to 5x",
            data => Times(data, 5, [Study1Data.MongoDb, Study1Data.Couchbase])),
        ("MongoDB's space grows in steps.", "no figure", Steps),
        ("Space per record converges as N grows: fixed overhead.", "no figure", Converges),
    ];

    private static FindingOutcome RelationalIsLeast(Study1Data data) =>
        Without(data, data.NoSql) ?? FindingOutcome.OfAll([.. Ratios(data, data.NoSql)
            .Select(pair => FindingOutcome.OfRatio(pair.Ratio.Ratio, pair.Ratio.IntervalAt(data.Confidence), pair.What))]);

    /// <summary>Judges the largest ratio of the given databases; its interval is corrected for all of them.</summary>
    private static FindingOutcome Times(Study1Data data, double published, IReadOnlyList<string> databases)
    {
        if (Without(data, databases) is { } without)
        {
            return without;
        }

        var ratios = Ratios(data, databases);
        var (ratio, what) = ratios.MaxBy(candidate => candidate.Ratio.Ratio);
        return FindingOutcome.OfMagnitude(
            published, ratio.Ratio, ratio.IntervalAt(1 - ((1 - data.Confidence) / ratios.Count)), what);
    }

    /// <summary>
    /// Returns why the space of databases cannot be compared with that of the relational server. Null when it can.
    /// </summary>
    private static FindingOutcome? Without(Study1Data data, IReadOnlyList<string> databases) =>
        data.Relational is null
            ? FindingOutcome.NotMeasured(data.Databases.Count == 0 ? data.WithoutRoles
                : "No relational server is among the results.")
            : databases.Count == 0
            ? FindingOutcome.NotMeasured("No NoSQL database of the study is among the results.")
            : Ratios(data, databases).Count == 0
            ? FindingOutcome.NotMeasured(
                string.Join(" ", databases.Select(name => data.Without(name, $"its space at an N of {data.Relational}"))))
            : null;

    /// <summary>
    /// Returns bytes per record / those of the relational server, at the largest common N, where fixed overhead matters least.
    /// </summary>
    private static List<(MeanRatio Ratio, FormattableString What)> Ratios(Study1Data data, IReadOnlyList<string> databases) =>
    [
        .. databases
            .Select(name => data.Common(data.Relational, name)
                .LastOrDefault(pair => HasSpace(pair.First) && HasSpace(pair.Second)))
            .Where(pair => pair.First is not null)
            .Select(points => (MeanRatio.Of(Repeated(points.Second), Repeated(points.First)),
                (FormattableString)$"bytes a record, {points.Second.Point.Database} / {points.First.Point.Database} at N = {points.First.Point.RecordsPerSource:#,0}: {points.Second.Space!.BytesPerRecord.Mean:0} and {points.First.Space!.BytesPerRecord.Mean:0}")),
    ];

    /// <summary>A server that does not tell its space gives 0 bytes.</summary>
    private static bool HasSpace(PointSummary point) => point.Space is { BytesPerRecord.Mean: > 0 };

    /// <summary>Bytes per record of what repeats at a point: its trials, or its blocks where there are several.</summary>
    private static SampleStatistics Repeated(PointSummary point)
    {
        TrialResult[] trials = [.. point.Measured.Where(trial => trial.Space is not null)];
        return SampleStatistics.Of(BlockMeans.Of(trials, [.. trials.Select(trial => trial.Space!.BytesPerRecord)]));
    }

    private static FindingOutcome Steps(Study1Data data)
    {
        (long N, double Bytes)[] sizes =
        [
            .. data.Measured(Study1Data.MongoDb).Where(HasSpace)
                .Select(point => (point.Point.RecordsPerSource, point.Space!.BytesPerRecord.Mean * point.TotalRecords)),
        ];
        if (sizes.Length < 3)
        {
            return FindingOutcome.NotMeasured(sizes.Length == 0 ? data.Without(Study1Data.MongoDb, "its space")
                : "Steps need three N.");
        }

        var pairs = sizes.Zip(sizes.Skip(1), (less, more) => (Less: less, More: more))
            .Where(pair => pair.More.N >= (1 + LeastGrowth) * pair.Less.N).ToList();
        int flat = pairs.Count(pair => Math.Abs(pair.More.Bytes - pair.Less.Bytes) < SameStep * pair.More.Bytes);
        FormattableString ours = $"{flat} of {pairs.Count} steps flat";

        // N that lie further apart than those of the study may each lie on another step.
        return flat == 0 && (pairs.Count == 0 || pairs.Exists(pair => pair.More.N - pair.Less.N > Study1Point.SmallestN))
            ? FindingOutcome.NotMeasured(FormattableString.Invariant(
                $"Without a flat step, only neighbouring N of the study, {Study1Point.SmallestN:#,0} apart, show that there is none."), ours)
            : FindingOutcome.Of(flat > 0, ours, $"A step is flat when more records take the same space, to {SameStep:0 %}.");
    }

    /// <summary>
    /// Fits bytes per record over 1 / records: the slope is the fixed overhead, the intercept the limit for large N.
    /// </summary>
    private static FindingOutcome Converges(Study1Data data)
    {
        var fits = data.Databases
            .Select(name => data.Measured(name).Where(HasSpace).ToList())
            .Where(points => points.Count >= ThroughputFindings.FewestN)
            .Select(points => (points[0].Point.Database, Smallest: points[0].Space!.BytesPerRecord.Mean,
                Fit: LinearFit.Of([.. points.Select(point => (1.0 / point.TotalRecords, point.Space!.BytesPerRecord.Mean))],
                    data.Confidence)!))
            .ToList();
        if (fits.Count == 0)
        {
            return FindingOutcome.NotMeasured(data.Databases.Count == 0 ? data.WithoutRoles
                : $"{string.Join(", ", data.Databases)}: no database has its space at {ThroughputFindings.FewestN} N.");
        }

        return FindingOutcome.OfAll([.. fits.Select(database =>
        {
            var overhead = database.Fit.SlopeInterval!.Value;
            FormattableString ours =
                $"{database.Database} {database.Smallest / 1000:0.000} to {database.Fit.Intercept / 1000:0.000} KB";
            FormattableString reason =
                $"{database.Database}: from the smallest N to the limit of bytes a record = limit + overhead / records; overhead {overhead.Low:#,0} to {overhead.High:#,0} bytes.";
            return overhead.Low > 0 || overhead.High <= 0
                ? FindingOutcome.Of(overhead.Low > 0, ours, reason)
                : FindingOutcome.NotMeasured("Not enough data to decide. " + FormattableString.Invariant(reason), ours);
        })]);
    }
}
