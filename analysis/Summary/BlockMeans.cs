using DbIngest.Core.Results;

namespace DbIngest.Analysis.Summary;

/// <summary>
/// Figures of trials at the level where they are repeated. Trials of one deployment share what came with it, so where a point was measured
/// on several, each counts once, by its mean (Kalibera, Jones, "Rigorous benchmarking in reasonable time", ISMM 2013: the variance of the means of
/// the highest level holds that of all levels below).
/// </summary>
internal static class BlockMeans
{
    /// <summary>How many blocks have trials; 0 where there are none.</summary>
    public static int Count(IReadOnlyList<TrialResult> trials) => trials.Select(trial => trial.Block).OfType<int>().Distinct().Count();

    /// <summary>Values of trials by block, in the order of the blocks; all in one group where fewer than two blocks have trials.</summary>
    public static double[][] Groups(IReadOnlyList<TrialResult> trials, IReadOnlyList<double> values) => Count(trials) < 2
        ? [[.. values]]
        : [.. trials.Zip(values).GroupBy(pair => pair.First.Block).OrderBy(block => block.Key).Select(block => block.Select(pair => pair.Second).ToArray())];

    /// <summary>The mean of each block; the values themselves where fewer than two blocks have trials.</summary>
    public static IReadOnlyList<double> Of(IReadOnlyList<TrialResult> trials, IReadOnlyList<double> values)
    {
        double[][] blocks = Groups(trials, values);
        return blocks.Length < 2 ? values : [.. blocks.Select(block => block.Average())];
    }

    /// <summary>Values without what their block adds to them: what is left to tell of trends within deployments.</summary>
    public static IReadOnlyList<double> Within(IReadOnlyList<TrialResult> trials, IReadOnlyList<double> values)
    {
        if (Count(trials) < 2)
        {
            return values;
        }

        double all = values.Average();
        var means = trials.Zip(values).GroupBy(pair => pair.First.Block!.Value).ToDictionary(block => block.Key, block => block.Average(pair => pair.Second));
        return [.. trials.Zip(values, (trial, value) => value * all / means[trial.Block!.Value])];
    }
}
