namespace DbIngest.Analysis.Statistics;

/// <summary>
/// Quantiles of times of which some are only known to be longer than what was waited: the product-limit estimator of E. L. Kaplan
/// and P. Meier, "Nonparametric estimation from incomplete observations", JASA 53 (1958).
/// </summary>
public static class KaplanMeier
{
    /// <summary>Computes quantiles.</summary>
    /// <param name="observed">Times that ended, with their counts, in any order.</param>
    /// <param name="waited">Times that had not ended when the observation did, with their counts, in the same unit.</param>
    /// <param name="shares">The quantiles, 0 to 1, each as the share of times that are no longer.</param>
    /// <returns>
    /// One per share: the smallest time that so large a share does not exceed. Null where too few ended to tell.
    /// </returns>
    public static double?[] Quantiles(
        IEnumerable<(long Time, long Count)> observed, IEnumerable<(long Time, long Count)> waited, params double[] shares)
    {
        // A time that ended at the moment at which another was given up came first.
        var steps = observed.Select(of => (of.Time, of.Count, IsEnd: true))
            .Concat(waited.Select(of => (of.Time, of.Count, IsEnd: false)))
            .OrderBy(step => step.Time).ThenBy(step => step.IsEnd ? 0 : 1).ToList();
        var found = new double?[shares.Length];
        double surviving = 1;
        long atRisk = steps.Sum(step => step.Count);
        foreach (var (time, count, isEnd) in steps)
        {
            if (isEnd)
            {
                surviving *= 1 - ((double)count / atRisk);
                for (int i = 0; i < shares.Length; i++)
                {
                    // Products of many factors are off in the last digits.
                    found[i] ??= surviving <= 1 - shares[i] + 1e-12 ? time : null;
                }
            }

            atRisk -= count;
        }

        return found;
    }
}
