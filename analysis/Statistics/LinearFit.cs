namespace DbIngest.Analysis.Statistics;

/// <summary>A straight line through points by ordinary least squares (Draper, Smith, "Applied Regression Analysis", ch. 1).</summary>
/// <param name="N">How many points.</param>
/// <param name="Slope">Change of y for one more of x.</param>
/// <param name="Intercept">y at x = 0.</param>
/// <param name="RSquared">The share of the variance of y that the line explains; 1 when y does not vary.</param>
/// <param name="SlopeInterval">The Student t interval of the slope on n - 2 degrees of freedom; null when n is below 3.</param>
public sealed record LinearFit(int N, double Slope, double Intercept, double RSquared, Interval? SlopeInterval)
{
    /// <summary>Fits the line. Sums are centred and compensated.</summary>
    /// <param name="points">The points.</param>
    /// <param name="confidence">The confidence level of the slope's interval.</param>
    /// <returns>The line, or null when fewer than two different x are given.</returns>
    public static LinearFit? Of(IReadOnlyList<(double X, double Y)> points, double confidence)
    {
        int n = points.Count;
        if (n < 2)
        {
            return null;
        }

        double meanX = SampleStatistics.Of([.. points.Select(point => point.X)]).Mean;
        double meanY = SampleStatistics.Of([.. points.Select(point => point.Y)]).Mean;
        double sxx = CompensatedSum.Of(points.Select(point => (point.X - meanX) * (point.X - meanX)));
        double sxy = CompensatedSum.Of(points.Select(point => (point.X - meanX) * (point.Y - meanY)));
        double syy = CompensatedSum.Of(points.Select(point => (point.Y - meanY) * (point.Y - meanY)));
        if (sxx == 0)
        {
            return null;
        }

        double slope = sxy / sxx;
        double residual = CompensatedSum.Of(points.Select(point =>
        {
            double error = point.Y - meanY - (slope * (point.X - meanX));
            return error * error;
        }));

        Interval? interval = null;
        if (n > 2)
        {
            double half = StudentT.TwoSided(confidence, n - 2) * Math.Sqrt(residual / (n - 2) / sxx);
            interval = new Interval(slope - half, slope + half);
        }

        return new LinearFit(n, slope, meanY - (slope * meanX), syy == 0 ? 1 : 1 - (residual / syy), interval);
    }
}
