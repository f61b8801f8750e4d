namespace DbIngest.Analysis.Figures.Drawing;

/// <summary>
/// Places values along an axis of a figure: the base of all scales. Charts map every value to its pixel through it, and
/// <see cref="PlotFrame"/> draws its ticks. Scales are immutable. Apart from <see cref="PercentileScale"/> they do not clip: a
/// value outside of the axis gets a pixel outside.
/// </summary>
internal abstract class Scale(double from, double to)
{
    /// <summary>Pixel of the beginning of the axis.</summary>
    public double From => from;

    /// <summary>Pixel of the end of the axis.</summary>
    public double To => to;

    /// <summary>Ticks with their texts, as many as the length allows.</summary>
    public abstract IReadOnlyList<Tick> Ticks { get; }

    /// <summary>Returns the pixel of a value.</summary>
    public double Of(double value) => from + ((to - from) * ShareOf(value));

    /// <summary>Returns the place of a value, 0 at the beginning and 1 at the end.</summary>
    protected abstract double ShareOf(double value);
}
