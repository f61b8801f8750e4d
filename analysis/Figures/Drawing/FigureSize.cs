namespace DbIngest.Analysis.Figures.Drawing;

/// <summary>
/// The room of a figure in pixels. <c>FigureSection</c> draws every figure of a page at both sizes: a phone gets a separate
/// drawing instead of a scaled one, so that its text stays readable. <c>SvgImage</c> draws files at the wide size, and
/// <c>PrintImage</c> draws the figures of papers at the narrow one.
/// </summary>
/// <param name="Width">Pixels.</param>
/// <param name="Height">Pixels; a chart may need another height.</param>
/// <param name="IsNarrow">True for a phone.</param>
internal sealed record FigureSize(double Width, double Height, bool IsNarrow)
{
    /// <summary>The room on a wide screen and in files.</summary>
    public static readonly FigureSize Wide = new(920, 400, false);

    /// <summary>The room on a phone, and in a column of a paper.</summary>
    public static readonly FigureSize Narrow = new(358, 320, true);

    /// <summary>Size of text in pixels.</summary>
    public double FontSize => IsNarrow ? 11 : 12.5;

    /// <summary>Estimates the width of a text in pixels; system fonts differ by a few per cent.</summary>
    public double WidthOf(string text) => text.Length * FontSize * 0.56;
}
