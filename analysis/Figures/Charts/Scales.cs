using DbIngest.Analysis.Figures.Drawing;

namespace DbIngest.Analysis.Figures.Charts;

/// <summary>Makes the scale of an axis.</summary>
internal static class Scales
{
    /// <summary>A scale that shows some values.</summary>
    /// <param name="kind">How it places them.</param>
    /// <param name="low">The smallest.</param>
    /// <param name="high">The largest.</param>
    /// <param name="ticks">About how many numbers it bears.</param>
    /// <param name="from">The pixel of its beginning.</param>
    /// <param name="to">The pixel of its end.</param>
    public static Scale Of(AxisKind kind, double low, double high, int ticks, double from, double to) => kind switch
    {
        AxisKind.Log when low > 0 => new LogScale(low, high, from, to),
        AxisKind.Spectrum => new SpectrumScale((long)Math.Round(1 / Math.Max(1e-12, 1 - high)), from, to),
        AxisKind.FromZero => LinearScale.FromZero(high, ticks, from, to),
        _ => LinearScale.Around(low, high, ticks, from, to),
    };
}
