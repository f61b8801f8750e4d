namespace DbIngest.Analysis.Figures.Drawing;

/// <summary>
/// Draws the legend of a figure, in rows above its plot, and returns where the plot may begin. The charts with series
/// (<c>BoxChart</c>, <c>CloudChart</c>, <c>LineChart</c>, <c>TimeChart</c>) call it first and place their plot below. A name too
/// long for a row is cut.
/// </summary>
internal static class Legend
{
    private const double Sample = 26;

    /// <summary>Draws the entries from left to right, as many per row as fit.</summary>
    /// <returns>Pixel at which the legend ends; 0 without entries.</returns>
    public static double Draw(MarkupWriter svg, FigureSize size, IReadOnlyList<LegendEntry> entries)
    {
        double row = size.FontSize * 1.7;
        double x = 0;
        double y = 0;
        foreach (var entry in entries)
        {
            string name = Shorten(entry.Name, (int)((size.Width - Sample) / (size.FontSize * 0.56)) - 2);
            double width = Sample + 6 + size.WidthOf(name) + 16;
            if (x > 0 && x + width > size.Width)
            {
                (x, y) = (0, y + row);
            }

            double middle = y + (row / 2);
            svg.Open("g", ("class", entry.Class));
            entry.Draw(svg, x, middle, Sample);
            svg.Element("text", name, ("x", x + Sample + 6), ("y", middle + (0.35 * size.FontSize)), ("font-size", size.FontSize))
                .Close().Line();
            x += width;
        }

        return entries.Count == 0 ? 0 : y + row;
    }

    /// <summary>
    /// Cuts a text to a number of characters and marks the cut. Forest plots and heat maps cut their labels by it.
    /// </summary>
    /// <param name="most">Most characters, the mark included; at least 2.</param>
    /// <param name="text">One line of plain text.</param>
    public static string Shorten(string text, int most) => text.Length <= most ? text
        : string.Concat(text.AsSpan(0, Math.Max(1, most - 1)), "…");
}
