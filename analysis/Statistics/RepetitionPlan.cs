namespace DbIngest.Analysis.Statistics;

/// <summary>
/// Shows where the variance of nested repetitions arises, and plans the number of repetitions at each level (Kalibera, Jones,
/// "Rigorous benchmarking in reasonable time", ISMM 2013). Levels from the lowest: run, restart of the server, deployment. Rule 3
/// and the table of deployments quote the plan.
/// </summary>
/// <remarks>
/// S_i^2 is the mean variance of the means of level i - 1 within their group of level i. The variance that arises at a level is
/// T_1^2 = S_1^2, T_i^2 = S_i^2 - S_(i-1)^2 / r_(i-1), at least 0. r is the number of repetitions (if it varies, its harmonic
/// mean, an approximation). The best number within one repetition of the next level is r_i = ceil(sqrt(c_(i+1) / c_i x T_i^2 /
/// T_(i+1)^2)), with c_i the time that one more repetition of level i costs. The number at the highest level follows from the
/// requested interval. <c>PointSummaries</c> and <c>DeploymentPlan</c> compute it. <c>summary.json</c> contains the members, so
/// none may be renamed.
/// </remarks>
/// <param name="Levels">The lowest level first.</param>
/// <param name="HalfWidthShare">
/// Half the width of the interval that the plan is expected to reach, as a share of the mean.
/// </param>
public sealed record RepetitionPlan(IReadOnlyList<RepetitionLevel> Levels, double HalfWidthShare)
{
    private const int Most = 100_000;

    /// <summary>Plans the next experiment from a first one.</summary>
    /// <param name="measured">
    /// Values of the first experiment: deployments of restarts of runs. A level repeated only once has no known variance.
    /// </param>
    /// <param name="costs">Time of one more run, restart and deployment, above 0, in one unit.</param>
    /// <param name="halfWidthShare">Requested half-width as a share of the mean.</param>
    /// <param name="confidence">Level, between 0 and 1.</param>
    /// <param name="widening">
    /// Width of intervals / width for independent repetitions, 1 or more (<see cref="EffectiveSize.Widening"/>).
    /// </param>
    /// <returns>Null when no level was repeated.</returns>
    public static RepetitionPlan? Of(
        IReadOnlyList<IReadOnlyList<IReadOnlyList<double>>> measured,
        (double Run, double Restart, double Deployment) costs,
        double halfWidthShare,
        double confidence,
        double widening = 1)
    {
        var restarts = measured.SelectMany(deployment => deployment).ToList();
        double[][] means = [.. measured.Select(deployment => deployment.Select(Mean).ToArray())];
        double[] top = [.. means.Select(Mean)];
        Estimate[] estimates =
        [
            Estimate.Of(RepetitionKind.Run, restarts, costs.Run),
            Estimate.Of(RepetitionKind.Restart, means, costs.Restart),
            Estimate.Of(RepetitionKind.Deployment, [top], costs.Deployment),
        ];

        // A level that was never repeated merges with the level above it: its variance is part of that level's, or unknown.
        var known = estimates.Where(estimate => estimate.Square is not null).ToList();
        return known.Count == 0 ? null : Plan(known, Mean(top), halfWidthShare, confidence, widening);
    }

    private static RepetitionPlan Plan(List<Estimate> known, double mean, double share, double confidence, double widening)
    {
        double[] own = new double[known.Count];
        for (int i = 0; i < own.Length; i++)
        {
            double below = i == 0 ? 0 : known[i - 1].Square!.Value / known[i - 1].Repetitions;
            own[i] = Math.Max(0, known[i].Square!.Value - below);
        }

        var counts = new int[own.Length];
        double variance = 0;
        for (int i = 0; i < own.Length - 1; i++)
        {
            double best = Math.Ceiling(Math.Sqrt(known[i + 1].Cost / known[i].Cost * own[i] / own[i + 1]));

            // Without variance above this level, runs alone bring the mean closer: plan at least as many as were made.
            counts[i] = double.IsFinite(best) ? (int)Math.Clamp(best, 1, Most) : (int)Math.Ceiling(known[i].Repetitions);
            variance = (variance + own[i]) / counts[i];
        }

        variance += own[^1];
        double Half(int n) => StudentT.HalfWidth(confidence, n - 1, Math.Sqrt(variance / n), widening) / Math.Abs(mean);
        int count = Fewest(Half, share);
        counts[^1] = count;
        return new RepetitionPlan(
            [.. known.Select((estimate, i) => new RepetitionLevel(estimate.Kind, estimate.Repetitions, own[i], counts[i]))],
                Half(count));
    }

    /// <summary>
    /// The fewest repetitions, 2 or more, whose half-width does not exceed the requested one. Half-widths fall as repetitions are
    /// added: the number is doubled until it is too large, then halved in between. Noisy trials need thousands of repetitions,
    /// and each half-width searches for its critical value.
    /// </summary>
    private static int Fewest(Func<int, double> half, double share)
    {
        int enough = 2;
        while (half(enough) > share)
        {
            if (enough >= Most)
            {
                return enough;
            }

            enough *= 2;
        }

        // The half of it is too few, unless it is 2 itself.
        int few = enough / 2;
        enough = Math.Min(enough, Most);
        while (enough > 2 && enough - few > 1)
        {
            int middle = few + ((enough - few) / 2);
            if (half(middle) > share)
            {
                few = middle;
            }
            else
            {
                enough = middle;
            }
        }

        return enough;
    }

    private static double Mean(IReadOnlyList<double> values) => SampleStatistics.Of(values).Mean;

    /// <summary>One level of the first experiment. Square is null when the level was not repeated.</summary>
    private sealed record Estimate(RepetitionKind Kind, double Repetitions, double? Square, double Cost)
    {
        public static Estimate Of(RepetitionKind kind, IReadOnlyList<IReadOnlyList<double>> groups, double cost)
        {
            double[] squares =
                [.. groups.Where(group => group.Count > 1).Select(SampleStatistics.Of).Select(s => s.Sd!.Value * s.Sd.Value)];
            return new Estimate(
                kind,
                groups.Count / groups.Sum(group => 1.0 / group.Count),
                squares.Length == 0 ? null : squares.Average(),
                cost);
        }
    }
}
