using DbIngest.Analysis.Statistics;
using DbIngest.Analysis.Summary;
using DbIngest.Core.Plan;
using DbIngest.Core.Results;

namespace DbIngest.Analysis.Compare;

/// <summary>
/// Compares the times of reads beside the load on both sides of a comparison: of the answers to a kind of question
/// (<c>--queries</c>), or from an acknowledgement until a query saw the record (<c>--freshness</c>). <see cref="Comparison"/>
/// makes one for each common point and read that both sides have. A record that was never seen counts as censored at the time for
/// which probes asked for it. No verdict and no gate rests on the comparison.
/// </summary>
/// <param name="A">The point in A.</param>
/// <param name="B">The point in B.</param>
/// <param name="Read">What was read, in words.</param>
/// <param name="AP50Ms">Mean of the trials' median response times in A, in milliseconds.</param>
/// <param name="BP50Ms">The same in B.</param>
/// <param name="Ratio">B / A; below 1 when B answers sooner.</param>
/// <param name="RatioInterval">
/// Fieller's interval of the ratio. What varies is the trial, the block of a run that has several, or the run where a side has
/// several. Null where a side has one of these alone, or one side has one run and the other several.
/// </param>
/// <remarks>
/// A read is left out at a point if one trial saw too few of its records for a median. JSON states the members, so none may be
/// renamed.
/// </remarks>
public sealed record ReadTimeComparison(Point A, Point B, string Read, double AP50Ms, double BP50Ms, double Ratio,
    Interval? RatioInterval)
{
    private const string Visible = "visible after";

    /// <summary>Compares the reads of the common points.</summary>
    /// <param name="common">The points.</param>
    /// <param name="confidence">Level of the intervals.</param>
    internal static IReadOnlyList<ReadTimeComparison> Of(IEnumerable<(PointSide A, PointSide B)> common, double confidence) =>
    [
        .. common.SelectMany(sides =>
        {
            var (a, b) = (Reads(sides.A), Reads(sides.B));
            return a.Keys.Where(read => b.TryGetValue(read, out var other) && IsKnown(a[read]) && IsKnown(other))
                .Select(read => Of(sides, read, a[read], b[read], confidence));
        }),
    ];

    private static ReadTimeComparison Of((PointSide A, PointSide B) sides, string read, List<List<ReadTime>> a,
        List<List<ReadTime>> b, double confidence)
    {
        var (statisticsA, statisticsB) = (SampleStatistics.Of(Medians(a)), SampleStatistics.Of(Medians(b)));
        bool isAlike = a.Count > 1 == b.Count > 1;
        return new ReadTimeComparison(sides.A.Point, sides.B.Point, read, statisticsA.Mean, statisticsB.Mean,
            statisticsB.Mean / statisticsA.Mean,
            isAlike ? MeanRatio.Of(statisticsB, statisticsA).IntervalAt(confidence) : null);
    }

    /// <summary>
    /// False if a trial saw too few of its records for a median. The mean of the other trials would say too little.
    /// </summary>
    private static bool IsKnown(List<List<ReadTime>> runs) => !runs.Exists(run => run.Exists(time => double.IsNaN(time.Ms)));

    /// <summary>The times of each read of a side, one list a run, in the order in which its trials name them first.</summary>
    private static OrderedDictionary<string, List<List<ReadTime>>> Reads(PointSide side)
    {
        var reads = new OrderedDictionary<string, List<List<ReadTime>>>(StringComparer.Ordinal);
        foreach (var run in side.Runs)
        {
            foreach (var read in run.Measured.SelectMany(Times).GroupBy(time => time.Read, StringComparer.Ordinal))
            {
                reads.TryAdd(read.Key, []);
                reads[read.Key].Add([.. read]);
            }
        }

        return reads;
    }

    /// <summary>The medians of trials or blocks of the only run, or the mean of each of several runs.</summary>
    private static IReadOnlyList<double> Medians(List<List<ReadTime>> runs)
    {
        var medians = runs
            .Select(run => BlockMeans.Of([.. run.Select(time => time.Trial)], [.. run.Select(time => time.Ms)])).ToList();
        return medians is [var only] ? only : [.. medians.Select(run => run.Average())];
    }

    private static IEnumerable<ReadTime> Times(TrialResult trial)
    {
        foreach (var query in trial.Queries ?? [])
        {
            if (query.Response is { P50Us: > 0 } response)
            {
                yield return new(trial, LoadWords.Of(query.Kind), response.P50Us / 1000);
            }
        }

        if (trial.Freshness is { Probes: > 0 } fresh)
        {
            yield return new(trial, Visible, FreshnessFigures.SeenP50UsOf(fresh) / 1000 ?? double.NaN);
        }
    }

    private readonly record struct ReadTime(TrialResult Trial, string Read, double Ms);
}
