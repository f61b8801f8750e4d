namespace DbIngest.Analysis.Statistics;

/// <summary>A confidence interval, in the unit of the figure that it belongs to.</summary>
/// <param name="Low">The lower bound.</param>
/// <param name="High">The upper bound.</param>
public readonly record struct Interval(double Low, double High)
{
    /// <summary>Whether a value lies within, bounds included.</summary>
    /// <param name="value">The value.</param>
    /// <returns>Whether it does.</returns>
    public bool Contains(double value) => Low <= value && value <= High;

    /// <summary>The interval with both bounds farther from a figure.</summary>
    /// <param name="figure">The figure, within the interval.</param>
    /// <param name="factor">1 or more.</param>
    /// <returns>The interval.</returns>
    public Interval WidenedAround(double figure, double factor) =>
        new(figure - (factor * (figure - Low)), figure + (factor * (High - figure)));

    /// <summary>Half the width as a share of a figure.</summary>
    /// <param name="figure">The figure, not 0.</param>
    /// <returns>0.02 for plus or minus 2 %.</returns>
    public double HalfWidthShareOf(double figure) => (High - Low) / 2 / Math.Abs(figure);
}
