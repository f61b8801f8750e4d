namespace DbIngest.Analysis.Statistics;

/// <summary>
/// Tests whether a straight line fits values that were repeated at several places: the mean square of the places' means around
/// the line (lack of fit) over that of values around their means (pure error) is an F (Draper, Smith, "Applied Regression
/// Analysis", ch. 1). Where it is significant, repeating the values tells nothing of the line's error, as each repetition lies
/// off the line alike. The places then give the interval. <c>SizeLine</c> tests the line of bytes over records by it.
/// </summary>
/// <param name="P">
/// P-value of the test. 0 where repetitions are equal and their places do not lie on the line, 1 where all places do.
/// </param>
/// <param name="SlopeInterval">
/// Interval of the least-squares slope from the lack of fit alone, on the number of places - 2 degrees of freedom.
/// </param>
internal sealed record LackOfFit(double P, Interval SlopeInterval)
{
    /// <summary>Level of the test.</summary>
    private const double Alpha = 0.05;

    /// <summary>Distances from the line count as rounding below this share of the values.</summary>
    private const double Rounding = 1e-9;

    /// <summary>True if the places lie off the line by more than repetitions scatter.</summary>
    public bool IsSignificant => P < Alpha;

    /// <summary>Tests a line.</summary>
    /// <param name="places">The values of each place. The x of a place may differ slightly, as of resent records.</param>
    /// <param name="confidence">Level of the interval, between 0 and 1.</param>
    /// <returns>
    /// Null for fewer than three places, and where no place has two values: the ordinary interval is that of the places then.
    /// </returns>
    public static LackOfFit? Of(IReadOnlyList<IReadOnlyList<(double X, double Y)>> places, double confidence)
    {
        (double X, double Y)[] all = [.. places.SelectMany(place => place)];
        int shape = places.Count(place => place.Count > 0) - 2;
        int repeated = all.Length - shape - 2;
        if (shape < 1 || repeated < 1 || LinearFit.Of(all, confidence) is not { } line)
        {
            return null;
        }

        double meanX = all.Average(point => point.X);
        double meanY = all.Average(point => point.Y);
        double sxx = CompensatedSum.Of(all.Select(point => (point.X - meanX) * (point.X - meanX)));
        double[][] errors =
        [
            .. places.Where(place => place.Count > 0).Select(place => place
                .Select(point => point.Y - meanY - (line.Slope * (point.X - meanX))).ToArray()),
        ];
        double lack = CompensatedSum.Of(errors.Select(place => place.Length * place.Average() * place.Average()));
        double pure = CompensatedSum.Of(errors.SelectMany(place =>
            place.Select(error => (error - place.Average()) * (error - place.Average()))));
        double least = Rounding * Rounding * CompensatedSum.Of(all.Select(point => point.Y * point.Y));
        double p = lack <= least ? 1 : pure <= least ? 0 : UpperTails.F(lack / shape / (pure / repeated), shape, repeated);
        return new LackOfFit(p,
            Interval.Around(line.Slope, StudentT.HalfWidth(confidence, shape, Math.Sqrt(lack / shape / sxx))));
    }
}
