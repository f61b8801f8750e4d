namespace DbIngest.Analysis.Statistics;

/// <summary>
/// Where the variance of nested repetitions arises, and how many repetitions of each level to make (Kalibera, Jones, "Rigorous benchmarking
/// in reasonable time", ISMM 2013). Levels from the lowest: the run, the server's restart, the deployment.
/// </summary>
/// <remarks>
/// S_i^2 is the mean variance of the means of level i - 1 within their group of level i. The level's own variance is T_1^2 = S_1^2,
/// T_i^2 = S_i^2 - S_(i-1)^2 / r_(i-1), and not below 0; r is the number of repetitions (its harmonic mean when it differs: an
/// approximation). The best number within one repetition of the next level is r_i = ceil(sqrt(c_(i+1) / c_i x T_i^2 / T_(i+1)^2)),
/// with c_i the time that one more repetition of level i costs by itself. The number of the highest level then follows from the
/// interval that is wanted.
/// </remarks>
/// <param name="Levels">The levels, the lowest first.</param>
/// <param name="HalfWidthShare">Half the width of the interval that the plan is expected to reach, as a share of the mean.</param>
public sealed record RepetitionPlan(IReadOnlyList<RepetitionLevel> Levels, double HalfWidthShare)
{
    private const int Most = 100_000;

    /// <summary>Plans the next experiment from a first one.</summary>
    /// <param name="measured">
    /// The values of the first experiment: deployments of restarts of runs. Two of each at least where a level's variance is to be known.
    /// </param>
    /// <param name="costs">What one more run, restart and deployment costs by itself, above 0, in one unit.</param>
    /// <param name="halfWidthShare">Half the width of the interval that is wanted, as a share of the mean.</param>
    /// <param name="confidence">Its confidence level.</param>
    /// <param name="widening">By how much intervals are wider because repetitions depend on each other.</param>
    /// <returns>The plan; null when no level was repeated.</returns>
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

        // A level that was never repeated is one with the level above it: what it adds is part of that one's variance, or unknown.
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

            // No variance above (or none anywhere): runs alone bring the mean closer, and at least as many as were made.
            counts[i] = double.IsFinite(best) ? (int)Math.Clamp(best, 1, Most) : (int)Math.Ceiling(known[i].Repetitions);
            variance = (variance + own[i]) / counts[i];
        }

        variance += own[^1];
        int count = 2;
        double Half(int n) => widening * StudentT.TwoSided(confidence, n - 1) * Math.Sqrt(variance / n) / Math.Abs(mean);
        while (Half(count) > share && count < Most)
        {
            count = Half(count * 2) > share ? count * 2 : count + 1;
        }

        counts[^1] = count;
        return new RepetitionPlan(
            [.. known.Select((estimate, i) => new RepetitionLevel(estimate.Kind, estimate.Repetitions, own[i], counts[i]))], Half(count));
    }

    private static double Mean(IReadOnlyList<double> values) => SampleStatistics.Of(values).Mean;

    /// <summary>One level of the first experiment; the square is null when it was not repeated.</summary>
    private sealed record Estimate(RepetitionKind Kind, double Repetitions, double? Square, double Cost)
    {
        public static Estimate Of(RepetitionKind kind, IReadOnlyList<IReadOnlyList<double>> groups, double cost)
        {
            double[] squares = [.. groups.Where(group => group.Count > 1).Select(SampleStatistics.Of).Select(s => s.Sd!.Value * s.Sd.Value)];
            return new Estimate(
                kind,
                groups.Count / groups.Sum(group => 1.0 / group.Count),
                squares.Length == 0 ? null : squares.Average(),
                cost);
        }
    }
}
