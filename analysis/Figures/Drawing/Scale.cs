namespace DbIngest.Analysis.Figures.Drawing;

/// <summary>Places values along an axis of a figure.</summary>
/// <param name="from">The pixel of the axis's beginning.</param>
/// <param name="to">The pixel of its end.</param>
internal abstract class Scale(double from, double to)
{
    /// <summary>The pixel of the axis's beginning.</summary>
    public double From => from;

    /// <summary>The pixel of its end.</summary>
    public double To => to;

    /// <summary>The marks, each with its number, about as many as the length bears.</summary>
    public abstract IReadOnlyList<Tick> Ticks { get; }

    /// <summary>The pixel of a value.</summary>
    public double Of(double value) => from + ((to - from) * ShareOf(value));

    /// <summary>Where a value lies, 0 at the beginning and 1 at the end.</summary>
    protected abstract double ShareOf(double value);
}
