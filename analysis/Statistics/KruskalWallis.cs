namespace DbIngest.Analysis.Statistics;

/// <summary>
/// The Kruskal-Wallis test of one location, on ranks (Kruskal, Wallis, "Use of ranks in one-criterion variance analysis", JASA 47,
/// 1952), corrected for ties.
/// </summary>
/// <param name="H">The statistic.</param>
/// <param name="DegreesOfFreedom">Groups - 1.</param>
/// <param name="P">The p-value of the chi-squared approximation; rough below five values a group.</param>
public sealed record KruskalWallis(double H, int DegreesOfFreedom, double P)
{
    /// <summary>Tests whether groups have one location.</summary>
    /// <param name="groups">The values of each group.</param>
    /// <returns>The test, or null for fewer than two groups, an empty one, or equal values only.</returns>
    public static KruskalWallis? Of(IReadOnlyList<IReadOnlyList<double>> groups)
    {
        if (!Samples.Have(groups, 1))
        {
            return null;
        }

        double[] all = [.. groups.SelectMany(group => group)];
        double n = all.Length;
        double ties = all.GroupBy(value => value).Sum(group => Math.Pow(group.Count(), 3) - group.Count());
        double correction = 1 - (ties / ((n * n * n) - n));
        if (correction == 0)
        {
            return null;
        }

        double[] ranks = Ranks.Of(all);
        var sums = new CompensatedSum();
        int start = 0;
        foreach (var group in groups)
        {
            // Around the mean rank: the textbook's difference of two large sums would cancel.
            double sum = CompensatedSum.Of(ranks.Skip(start).Take(group.Count).Select(rank => rank - ((n + 1) / 2)));
            sums.Add(sum * sum / group.Count);
            start += group.Count;
        }

        double h = 12 / (n * (n + 1)) * sums.Value / correction;
        return new KruskalWallis(h, groups.Count - 1, Tails.ChiSquared(h, groups.Count - 1));
    }
}
