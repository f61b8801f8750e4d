using DbIngest.Analysis.Figures.Drawing;

namespace DbIngest.Analysis.Figures.Charts;

/// <summary>
/// A figure with its texts, which draws itself into any room. The classes of <c>analysis/Figures</c> create charts.
/// <c>SvgImage</c> and <c>PrintImage</c> draw them. Drawing is a pure function of chart and room, so equal results give equal
/// bytes. The name must be unique within a report, because a file and an element bear it.
/// </summary>
internal abstract record Chart
{
    /// <summary>File name without folder and ending: letters, digits and dashes.</summary>
    public required string Name { get; init; }

    /// <summary>Title in a few words.</summary>
    public required string Title { get; init; }

    /// <summary>Description for readers who cannot see the figure: axes, series, ranges.</summary>
    public required string Description { get; init; }

    /// <summary>Text below the figure; empty for none.</summary>
    public string Caption { get; init; } = string.Empty;

    /// <summary>True when the figure can show raw trials.</summary>
    public virtual bool HasRaw => false;

    /// <summary>The same figure on a logarithmic scale where that shows more; else null.</summary>
    public virtual Chart? Logarithmic => null;

    /// <summary>Returns the height in pixels within a room.</summary>
    public virtual double HeightIn(FigureSize size) => size.Height;

    /// <summary>Draws the content; the caller opens and closes the element around it.</summary>
    public abstract void Draw(MarkupWriter svg, FigureSize size);
}
