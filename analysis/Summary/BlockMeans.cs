using DbIngest.Core.Results;

namespace DbIngest.Analysis.Summary;

/// <summary>
/// Reduces figures of trials to means of blocks. A block is one deployment with its trials (<c>--blocks</c>): they share its
/// peculiarities, so each deployment counts once (Kalibera, Jones, "Rigorous benchmarking in reasonable time", ISMM 2013: the
/// variance of the means of the highest level contains that of all levels below). <c>PointSummaries</c>, <c>PointSide</c>,
/// <c>AbsoluteGate</c> and the findings of <c>--reproduce</c> compute every interval from such means. With fewer than two blocks
/// the trials themselves count. Trials and values must stand in one order, because they belong together by position.
/// </summary>
internal static class BlockMeans
{
    /// <summary>The number of blocks that have trials; 0 without blocks.</summary>
    public static int Count(IReadOnlyList<TrialResult> trials) => trials.Select(trial => trial.Block).OfType<int>().Distinct()
        .Count();

    /// <summary>
    /// The values of each block, in the order of the blocks; one group of all values when fewer than two blocks have trials.
    /// </summary>
    public static T[][] Groups<T>(IReadOnlyList<TrialResult> trials, IReadOnlyList<T> values) => Count(trials) < 2
        ? [[.. values]]
        : [.. trials.Zip(values).GroupBy(pair => pair.First.Block).OrderBy(block => block.Key)
            .Select(block => block.Select(pair => pair.Second).ToArray())];

    /// <summary>The mean of each block; the values themselves when fewer than two blocks have trials.</summary>
    public static IReadOnlyList<double> Of(IReadOnlyList<TrialResult> trials, IReadOnlyList<double> values)
    {
        double[][] blocks = Groups(trials, values);
        return blocks.Length < 2 ? values : [.. blocks.Select(block => block.Average())];
    }

    /// <summary>
    /// The values relative to the mean of their block, for the test of normality. The only value of a block equals its mean and
    /// says nothing of a distribution, so it is left out.
    /// </summary>
    public static IReadOnlyList<double> Within(IReadOnlyList<TrialResult> trials, IReadOnlyList<double> values)
    {
        if (Count(trials) < 2)
        {
            return values;
        }

        double all = values.Average();
        return
        [
            .. Groups(trials, values).Where(block => block.Length > 1)
                .SelectMany(block => block.Select(value => value * all / block.Average())),
        ];
    }
}
