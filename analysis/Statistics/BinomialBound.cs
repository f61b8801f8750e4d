namespace DbIngest.Analysis.Statistics;

/// <summary>
/// The one-sided upper bound of Clopper and Pearson for a share (C. J. Clopper, E. S. Pearson, "The use of confidence or fiducial
/// limits illustrated in the case of the binomial", Biometrika 26, 1934). Without a success it is 1 - (1 - confidence)^(1/n),
/// which the rule of three, 3/n, approximates at 95 %. <c>FaultFigures</c> and <c>FreshnessFigures</c> state it. It assumes
/// independent trials, and then lies below the true share in at most 1 - confidence of samples.
/// </summary>
internal static class BinomialBound
{
    /// <summary>
    /// Returns the largest share at which at most this number of successes has a probability of at least 1 - confidence.
    /// </summary>
    /// <param name="successes">Successes, 0 to <paramref name="n"/>.</param>
    /// <param name="n">Independent trials, at least 1.</param>
    /// <param name="confidence">Confidence level, for example 0.95.</param>
    public static double Upper(int successes, int n, double confidence)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(n, 1);
        if (successes >= n)
        {
            return 1;
        }

        if (successes == 0)
        {
            return 1 - Math.Pow(1 - confidence, 1.0 / n);
        }

        double low = 0;
        double high = 1;
        while (high - low > 1e-9)
        {
            double middle = (low + high) / 2;
            (low, high) = AtMost(successes, n, middle) > 1 - confidence ? (middle, high) : (low, middle);
        }

        return high;
    }

    /// <summary>Probability of at most k successes, summed in logarithms so that no term underflows.</summary>
    private static double AtMost(int k, int n, double share)
    {
        double term = n * Math.Log(1 - share);
        double sum = Math.Exp(term);
        for (int i = 1; i <= k; i++)
        {
            term += Math.Log((n - i + 1.0) / i) + Math.Log(share / (1 - share));
            sum += Math.Exp(term);
        }

        return sum;
    }
}
