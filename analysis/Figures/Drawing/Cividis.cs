using System.Globalization;

namespace DbIngest.Analysis.Figures.Drawing;

/// <summary>
/// Computes colours of the map cividis, which looks nearly alike for all kinds of colour vision and rises evenly in lightness
/// (Nuñez, Anderton, Renslow, PLOS ONE 13(7), 2018), interpolated between nine of its colours. <c>HeatChart</c> fills its cells
/// with them.
/// </summary>
internal static class Cividis
{
    private static readonly (int R, int G, int B)[] Stops =
    [
        (0, 34, 78), (18, 53, 112), (59, 73, 108), (87, 93, 109), (112, 113, 115), (138, 134, 120), (165, 156, 116),
            (195, 179, 105), (254, 232, 56),
    ];

    /// <summary>Returns the colour of a score as <c>#rrggbb</c>.</summary>
    /// <param name="score">0 to 1.</param>
    public static string At(double score)
    {
        var (r, g, b) = Mix(score);
        return string.Create(CultureInfo.InvariantCulture, $"#{r:x2}{g:x2}{b:x2}");
    }

    /// <summary>True when dark text is more legible on the colour than white text, by WCAG's relative luminance.</summary>
    public static bool IsLight(double score)
    {
        var (r, g, b) = Mix(score);
        return (0.2126 * Linear(r)) + (0.7152 * Linear(g)) + (0.0722 * Linear(b)) > 0.179;
    }

    private static (int R, int G, int B) Mix(double score)
    {
        double place = Math.Clamp(score, 0, 1) * (Stops.Length - 1);
        int below = Math.Min(Stops.Length - 2, (int)place);
        var (low, high) = (Stops[below], Stops[below + 1]);
        int Between(int from, int to) => (int)Math.Round(from + ((to - from) * (place - below)));
        return (Between(low.R, high.R), Between(low.G, high.G), Between(low.B, high.B));
    }

    private static double Linear(int channel)
    {
        double share = channel / 255.0;
        return share <= 0.03928 ? share / 12.92 : Math.Pow((share + 0.055) / 1.055, 2.4);
    }
}
