using DbIngest.Analysis.Figures.Drawing;

namespace DbIngest.Analysis.Figures.Charts;

/// <summary>A figure: what it shows, and how it is drawn into any room.</summary>
internal abstract record Chart
{
    /// <summary>The name of its file, without folder and ending: letters, digits and dashes.</summary>
    public required string Name { get; init; }

    /// <summary>What it shows, in a few words.</summary>
    public required string Title { get; init; }

    /// <summary>What a reader who cannot see it must know: axes, series, ranges.</summary>
    public required string Description { get; init; }

    /// <summary>What a reader must know beside it; empty when nothing.</summary>
    public string Caption { get; init; } = string.Empty;

    /// <summary>Whether it can show raw trials.</summary>
    public virtual bool HasRaw => false;

    /// <summary>The same on a logarithmic scale, where that shows what the other hides; else null.</summary>
    public virtual Chart? Logarithmic => null;

    /// <summary>The height that it needs in a room.</summary>
    public virtual double HeightIn(FigureSize size) => size.Height;

    /// <summary>Draws it; the element that holds it is the caller's.</summary>
    public abstract void Draw(Markup svg, FigureSize size);
}
