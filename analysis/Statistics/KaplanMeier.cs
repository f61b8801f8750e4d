namespace DbIngest.Analysis.Statistics;

/// <summary>
/// Computes quantiles of times, some of which are right-censored: the observation ended before they did. It is the product-limit
/// estimator of E. L. Kaplan and P. Meier, "Nonparametric estimation from incomplete observations", JASA 53 (1958).
/// <c>FreshnessFigures</c> calls it for the times until a query returned a record. A censored time never counts as an end.
/// </summary>
public static class KaplanMeier
{
    /// <summary>Computes quantiles.</summary>
    /// <param name="observed">Times whose end was observed, each with its count, in any order.</param>
    /// <param name="waited">
    /// Censored times: how long each was observed without an end, with its count, in the unit of the observed times.
    /// </param>
    /// <param name="shares">The quantiles to compute, as shares from 0 to 1: 0.5 is the median.</param>
    /// <returns>
    /// One time per share: the smallest observed time by which at least this share of the times have ended, by the estimate. Null
    /// where too few ended to tell.
    /// </returns>
    public static double?[] Quantiles(
        IEnumerable<(long Time, long Count)> observed, IEnumerable<(long Time, long Count)> waited, params double[] shares)
    {
        // Of equal times, those that ended count before the censored ones, as the estimator defines it.
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
                    // The product of many factors has rounding errors in its last digits, which the tolerance allows for.
                    found[i] ??= surviving <= 1 - shares[i] + 1e-12 ? time : null;
                }
            }

            atRisk -= count;
        }

        return found;
    }
}
