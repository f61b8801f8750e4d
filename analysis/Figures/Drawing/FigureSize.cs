namespace DbIngest.Analysis.Figures.Drawing;

/// <summary>The room that a figure has, in pixels. On a phone it is drawn anew rather than scaled, so that its text stays readable.</summary>
/// <param name="Width">The width.</param>
/// <param name="Height">The height of an ordinary figure.</param>
/// <param name="IsNarrow">Whether it is for a phone.</param>
internal sealed record FigureSize(double Width, double Height, bool IsNarrow)
{
    /// <summary>For a page on a desk, and for files.</summary>
    public static readonly FigureSize Wide = new(920, 400, false);

    /// <summary>For a phone.</summary>
    public static readonly FigureSize Narrow = new(358, 320, true);

    /// <summary>The size of text, in pixels.</summary>
    public double FontSize => IsNarrow ? 11 : 12.5;

    /// <summary>How wide a text is, about: system fonts differ by a few per cent.</summary>
    public double WidthOf(string text) => text.Length * FontSize * 0.56;
}
