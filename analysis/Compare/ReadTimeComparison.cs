using DbIngest.Analysis.Statistics;
using DbIngest.Analysis.Summary;
using DbIngest.Core.Plan;
using DbIngest.Core.Results;

namespace DbIngest.Analysis.Compare;

/// <summary>
/// How long reads beside the load took on both sides of a comparison: the answers to a kind of question (<c>--queries</c>), or
/// from an acknowledgement until a query saw the record (<c>--freshness</c>). <see cref="Comparison"/> makes one for each common
/// point and read that both sides have. No verdict and no gate rests on it.
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
public sealed record ReadTimeComparison(Point A, Point B, string Read, double AP50Ms, double BP50Ms, double Ratio,
    Interval? RatioInterval)
{
    private const string Visible = "visible after";

    /// <summary>Compares the reads of the common points.</summary>
    /// <param name="common">The points.</param>
    /// <param name="confidence">Level of the intervals.</param>
    internal static IReadOnlyList<ReadTimeComparison> Of(IEnumerable<(PointSide A, PointSide B)> common, double confidence) =>
    [
        .. common.SelectMany(sides => Reads(sides.A).Intersect(Reads(sides.B), StringComparer.Ordinal)
            .Select(read => Of(sides.A, sides.B, read, confidence))),
    ];

    private static ReadTimeComparison Of(PointSide a, PointSide b, string read, double confidence)
    {
        var (valuesA, valuesB) = (Medians(a, read), Medians(b, read));
        var (statisticsA, statisticsB) = (SampleStatistics.Of(valuesA), SampleStatistics.Of(valuesB));
        bool isAlike = RunsOf(a, read) > 1 == RunsOf(b, read) > 1;
        return new ReadTimeComparison(a.Point, b.Point, read, statisticsA.Mean, statisticsB.Mean,
            statisticsB.Mean / statisticsA.Mean,
            isAlike ? MeanRatio.Of(statisticsB, statisticsA).IntervalAt(confidence) : null);
    }

    private static IEnumerable<string> Reads(PointSide side) =>
        side.Runs.SelectMany(run => run.Measured).SelectMany(Times).Select(time => time.Read).Distinct();

    private static int RunsOf(PointSide side, string read) =>
        side.Runs.Count(run => run.Measured.Any(trial => TimeOf(trial, read) is not null));

    /// <summary>The medians of trials or blocks of the only run, or the mean of each of several runs.</summary>
    private static IReadOnlyList<double> Medians(PointSide side, string read)
    {
        var runs = side.Runs.Select(run => run.Measured.Where(trial => TimeOf(trial, read) is not null).ToList())
            .Where(trials => trials.Count > 0)
            .Select(trials => BlockMeans.Of(trials, [.. trials.Select(trial => TimeOf(trial, read)!.Value)]))
            .ToList();
        return runs is [var only] ? only : [.. runs.Select(run => run.Average())];
    }

    private static double? TimeOf(TrialResult trial, string read)
    {
        foreach (var time in Times(trial))
        {
            if (time.Read == read)
            {
                return time.Ms;
            }
        }

        return null;
    }

    private static IEnumerable<(string Read, double Ms)> Times(TrialResult trial)
    {
        foreach (var query in trial.Queries ?? [])
        {
            if (query.Response is { P50Us: > 0 } response)
            {
                yield return (LoadWords.Of(query.Kind), response.P50Us / 1000);
            }
        }

        if (trial.Freshness?.Seen is { P50Us: > 0 } seen)
        {
            yield return (Visible, seen.P50Us / 1000);
        }
    }
}
