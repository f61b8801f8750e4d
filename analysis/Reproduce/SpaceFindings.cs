using DbIngest.Analysis.Statistics;

namespace DbIngest.Analysis.Reproduce;

/// <summary>Study 1's findings on disk space (its figures 5 and 6). <see cref="Reproduction"/> numbers and judges them.</summary>
internal static class SpaceFindings
{
    /// <summary>Smaller relative differences of two sizes count as one step of preallocation.</summary>
    private const double SameStep = 0.01;

    public static (string Claim, string Published, Func<Study1Data, FindingOutcome> Judge)[] All { get; } =
    [
        ("Cassandra takes more space than the relational database.", "1.5x", data => More(data, [Study1Data.Cassandra])),
        ("Document stores take more space than the relational database.", "up to 5x",
            data => More(data, [Study1Data.MongoDb, Study1Data.Couchbase])),
        ("MongoDB's space grows in steps.", "no figure; a staircase", Steps),
        ("Space per record falls with N and converges: fixed overhead.", "no figure; falling curves", Converges),
    ];

    /// <summary>Compares at the largest common N, where fixed overhead matters least.</summary>
    private static FindingOutcome More(Study1Data data, string[] databases)
    {
        if (data.Relational is null)
        {
            return FindingOutcome.NotMeasured(data.Databases.Count == 0 ? data.WithoutRoles
                : "No relational server is among the results.");
        }

        var ratios = databases
            .Select(name => data.Common(data.Relational, name)
            .LastOrDefault(pair => pair is { First.Space: not null, Second.Space: not null }))
            .Where(pair => pair.First is not null)
            .Select(pair => (Pair: pair,
                Ratio: MeanRatio.Of(pair.Second.Space!.BytesPerRecord, pair.First.Space!.BytesPerRecord)))
            .ToList();
        if (ratios.Count == 0)
        {
            return FindingOutcome.NotMeasured(
                string.Join(" ", databases.Select(name => data.Without(name, $"its space at an N of {data.Relational}"))));
        }

        var (points, ratio) = ratios.MaxBy(candidate => candidate.Ratio.Ratio);
        return FindingOutcome.OfRatio(
            ratio.Ratio,
            ratio.IntervalAt(data.Confidence),
            $"bytes a record, {points.Second.Point.Database} / {points.First.Point.Database} at N = {points.First.Point.RecordsPerSource:#,0}: {points.Second.Space!.BytesPerRecord.Mean:0} and {points.First.Space!.BytesPerRecord.Mean:0}");
    }

    private static FindingOutcome Steps(Study1Data data)
    {
        double[] sizes =
        [
            .. data.Measured(Study1Data.MongoDb).Where(point => point.Space is not null)
                .Select(point => point.Space!.BytesPerRecord.Mean * point.TotalRecords),
        ];
        if (sizes.Length < 3)
        {
            return FindingOutcome.NotMeasured(sizes.Length == 0 ? data.Without(Study1Data.MongoDb, "its space")
                : "Steps need three N.");
        }

        int flat = Enumerable.Range(1, sizes.Length - 1).Count(i => Math.Abs(sizes[i] - sizes[i - 1]) < SameStep * sizes[i]);
        return FindingOutcome.Of(
            flat > 0, $"{flat} of {sizes.Length - 1} steps flat",
                $"A step is flat when more records take the same space, to {SameStep:0 %}.");
    }

    private static FindingOutcome Converges(Study1Data data)
    {
        var series = data.Databases
            .Select(name => data.Measured(name).Where(point => point.Space is not null).ToList())
            .Where(points => points.Count > 1)
            .Select(points => (First: points[0], Last: points[^1],
                Ratio: MeanRatio.Of(points[0].Space!.BytesPerRecord, points[^1].Space!.BytesPerRecord)))
            .ToList();
        if (series.Count == 0)
        {
            return FindingOutcome.NotMeasured(
                data.Databases.Count == 0 ? data.WithoutRoles
                    : $"{string.Join(", ", data.Databases)}: no database has its space at two N.");
        }

        int falling = series.Count(s => s.Ratio.IntervalAt(data.Confidence) is { Low: > 1 });
        var ours = string.Join(
            ", ",
            series.Select(s => FormattableString.Invariant(
                $"{s.First.Point.Database} {s.First.Space!.BytesPerRecord.Mean / 1000:0.000} to {s.Last.Space!.BytesPerRecord.Mean / 1000:0.000} KB")));
        return FindingOutcome.Of(
            falling == series.Count, $"{ours}",
                $"From the smallest to the largest N; {falling} of {series.Count} databases fall beyond chance.");
    }
}
