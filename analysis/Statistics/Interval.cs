namespace DbIngest.Analysis.Statistics;

/// <summary>A confidence interval in the unit of its figure. Reports, tables and JSON all carry intervals as this type.</summary>
/// <param name="Low">The lower bound.</param>
/// <param name="High">The upper bound.</param>
/// <remarks>JSON states both bounds by their names, so neither may be renamed.</remarks>
public readonly record struct Interval(double Low, double High)
{
    /// <summary>The symmetric interval of a figure.</summary>
    public static Interval Around(double figure, double halfWidth) => new(figure - halfWidth, figure + halfWidth);

    /// <summary>True when the value lies within the bounds or on one.</summary>
    public bool Contains(double value) => Low <= value && value <= High;

    /// <summary>
    /// The interval of the figure multiplied by a factor of 0 or more; a negative factor would swap the bounds.
    /// </summary>
    public Interval Times(double factor) => new(Low * factor, High * factor);

    /// <summary>The interval of <paramref name="numerator"/> / the figure. Both bounds must be above 0.</summary>
    public Interval Dividing(double numerator) => new(numerator / High, numerator / Low);

    /// <summary>The interval of exp of the figure.</summary>
    /// <returns>Null where a double cannot hold a bound or its reciprocal: two values give intervals that wide.</returns>
    public Interval? Exp() => new Interval(Math.Exp(Low), Math.Exp(High)) is var exp
        && double.IsNormal(exp.Low) && double.IsNormal(exp.High) ? exp : null;

    /// <summary>Moves both bounds away from a figure.</summary>
    /// <param name="figure">Within the interval.</param>
    /// <param name="factor">1 or more.</param>
    public Interval WidenedAround(double figure, double factor) =>
        new(figure - (factor * (figure - Low)), figure + (factor * (High - figure)));

    /// <summary>Half the width as a share of a figure.</summary>
    /// <param name="figure">Not 0.</param>
    /// <returns>0.02 for plus or minus 2 %.</returns>
    public double HalfWidthShareOf(double figure) => (High - Low) / 2 / Math.Abs(figure);
}
