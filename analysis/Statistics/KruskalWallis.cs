namespace DbIngest.Analysis.Statistics;

/// <summary>
/// The Kruskal-Wallis test of equal location, on ranks (Kruskal, Wallis, "Use of ranks in one-criterion variance analysis", JASA
/// 47, 1952), corrected for ties. <c>WarmStateRules</c> compares the stretches of an interrupted sweep by it. A test compares it
/// with R's <c>kruskal.test</c>.
/// </summary>
/// <param name="H">The statistic, corrected for ties; larger values speak against equal location.</param>
/// <param name="DegreesOfFreedom">Groups - 1.</param>
/// <param name="P">
/// The probability of an H at least as large if all groups had one location, by the chi-squared approximation.
/// </param>
public sealed record KruskalWallis(double H, int DegreesOfFreedom, double P)
{
    /// <summary>The exact probability, computed for few values. Null for many, for which the approximation is good.</summary>
    public double? ExactP { get; init; }

    /// <returns>Null for fewer than two groups, an empty group, or equal values only.</returns>
    public static KruskalWallis? Of(IReadOnlyList<IReadOnlyList<double>> groups)
    {
        if (!SampleGroups.Have(groups, 1))
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

        // Centred on the mean rank: the textbook's difference of two large sums would cancel.
        double[] centred = [.. Ranks.Of(all).Select(rank => rank - ((n + 1) / 2))];
        var sums = new CompensatedSum();
        int start = 0;
        foreach (var group in groups)
        {
            double sum = CompensatedSum.Of(centred.Skip(start).Take(group.Count));
            sums.Add(sum * sum / group.Count);
            start += group.Count;
        }

        double h = 12 / (n * (n + 1)) * sums.Value / correction;
        return new KruskalWallis(h, groups.Count - 1, UpperTails.ChiSquared(h, groups.Count - 1))
        {
            ExactP = ExactKruskalWallis.P(centred, [.. groups.Select(group => group.Count)], sums.Value),
        };
    }
}
