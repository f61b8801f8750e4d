using DbIngest.Analysis.Figures.Drawing;

namespace DbIngest.Analysis.Figures.Charts;

/// <summary>
/// Creates the scale of an axis from its kind. <see cref="LineChart"/> calls it for both axes. It uses a logarithmic scale only
/// for values above 0, which the scale itself does not check.
/// </summary>
internal static class ScaleFactory
{
    /// <summary>Creates a scale that covers a range of values.</summary>
    /// <param name="kind">Kind of scale. A logarithmic one becomes linear unless all values are above 0.</param>
    /// <param name="low">Smallest value.</param>
    /// <param name="high">Largest value.</param>
    /// <param name="ticks">Approximate number of ticks.</param>
    /// <param name="from">Pixel of the beginning.</param>
    /// <param name="to">Pixel of the end.</param>
    public static Scale Of(AxisKind kind, double low, double high, int ticks, double from, double to) => kind switch
    {
        AxisKind.Log when low > 0 => new LogScale(low, high, from, to),
        AxisKind.Spectrum => new PercentileScale((long)Math.Round(1 / Math.Max(1e-12, 1 - high)), from, to),
        AxisKind.FromZero => LinearScale.FromZero(high, ticks, from, to),
        _ => LinearScale.Around(low, high, ticks, from, to),
    };
}
