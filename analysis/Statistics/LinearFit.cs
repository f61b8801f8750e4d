namespace DbIngest.Analysis.Statistics;

/// <summary>
/// A straight line through points by ordinary least squares (Draper, Smith, "Applied Regression Analysis", ch. 1).
/// <c>SpaceSlope</c>, <see cref="DependentSlope"/>, <see cref="LackOfFit"/> and the findings of study 1 fit by it. Its interval
/// assumes that the values do not depend on each other: for others, use <see cref="DependentSlope"/>.
/// </summary>
/// <param name="N">Number of points.</param>
/// <param name="Slope">Change of y per unit of x.</param>
/// <param name="Intercept">y at x = 0.</param>
/// <param name="RSquared">Share of the variance of y that the line explains; 1 when y does not vary.</param>
/// <param name="SlopeInterval">Student's t interval on n - 2 degrees of freedom; null when n is below 3.</param>
public sealed record LinearFit(int N, double Slope, double Intercept, double RSquared, Interval? SlopeInterval)
{
    /// <summary>Fits the line on centred, compensated sums.</summary>
    /// <returns>Null when all x are equal, or there are fewer than two points.</returns>
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

        Interval? interval = n > 2
            ? Interval.Around(slope, StudentT.HalfWidth(confidence, n - 2, Math.Sqrt(residual / (n - 2) / sxx)))
            : null;
        return new LinearFit(n, slope, meanY - (slope * meanX), syy == 0 ? 1 : 1 - (residual / syy), interval);
    }

    /// <summary>
    /// Returns the interval of the slope: from the line of each block where there are several, because the slopes of deployments
    /// differ by more than trials scatter around one line.
    /// </summary>
    /// <param name="blocks">The points of each block; all of them in one where there are no blocks.</param>
    /// <param name="confidence">Level, between 0 and 1.</param>
    /// <returns>Null when fewer than two of several blocks have a line, and where <see cref="SlopeInterval"/> is null.</returns>
    internal Interval? SlopeIntervalOf((double X, double Y)[][] blocks, double confidence)
    {
        if (blocks.Length < 2)
        {
            return SlopeInterval;
        }

        double[] slopes = [.. blocks.Select(block => Of(block, confidence)?.Slope).OfType<double>()];
        return SampleStatistics.OfAny(slopes) is { Sd: { } sd, N: var n }
            ? Interval.Around(Slope, StudentT.HalfWidth(confidence, n - 1, sd / Math.Sqrt(n)))
            : null;
    }
}
