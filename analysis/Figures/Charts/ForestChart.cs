using System.Globalization;
using DbIngest.Analysis.Figures.Drawing;

namespace DbIngest.Analysis.Figures.Charts;

/// <summary>
/// Draws a forest plot: one row per ratio with its interval, against 1 and the range that counts as equivalent.
/// <c>ForestFigures</c> creates it. It needs at least one row.
/// </summary>
internal sealed record ForestChart : Chart
{
    /// <summary>Rows from the top.</summary>
    public required IReadOnlyList<ForestRow> Rows { get; init; }

    /// <summary>Title of the axis of ratios.</summary>
    public required string XTitle { get; init; }

    /// <summary>Range that counts as equivalent; null for none.</summary>
    public required (double Low, double High)? Equivalent { get; init; }

    /// <inheritdoc/>
    public override double HeightIn(FigureSize size) => (Rows.Count * RowHeight(size)) + (4.6 * size.FontSize);

    /// <inheritdoc/>
    public override void Draw(MarkupWriter svg, FigureSize size)
    {
        double text = size.FontSize;
        double label = size.IsNarrow ? 8 : Math.Min(280, Rows.Max(row => size.WidthOf(row.Label)) + 20);
        double verdict = size.IsNarrow ? 8
            : Math.Min(330, Rows.Max(row => Math.Max(size.WidthOf(Say(row)), size.WidthOf(row.Verdict))) + 24);
        double[] bounds =
        [
            .. Rows.SelectMany(row => new[] { row.Ratio, row.Low, row.High }).OfType<double>().Where(value => value > 0),
            1, Equivalent?.Low ?? 0.9, Equivalent?.High ?? 1.1,
        ];
        var x = new LogScale(bounds.Min(), bounds.Max(), label, size.Width - verdict);
        double bottom = (Rows.Count * RowHeight(size)) + (text * 1.2);
        for (int i = 0; i < Rows.Count; i++)
        {
            DrawRow(svg, size, Rows[i], x, (i * RowHeight(size)) + (0.6 * text));
        }

        DrawAxis(svg, size, x, bottom);
    }

    private static double RowHeight(FigureSize size) => size.IsNarrow ? 78 : 40;

    private static string Say(ForestRow row) => row switch
    {
        { Ratio: { } ratio, Low: { } low, High: { } high } =>
            string.Create(CultureInfo.InvariantCulture, $"{ratio:0.000} ({low:0.000} to {high:0.000})"),
        { Ratio: { } ratio } => string.Create(CultureInfo.InvariantCulture, $"{ratio:0.000} (no interval)"),
        _ => "missing",
    };

    private void DrawRow(MarkupWriter svg, FigureSize size, ForestRow row, LogScale x, double top)
    {
        double text = size.FontSize;
        double middle = size.IsNarrow ? top + (5.3 * text) : top + (RowHeight(size) / 2);
        DrawReference(svg, x, middle, size.IsNarrow ? 11 : RowHeight(size) / 2);

        // Text stands beside the intervals on a wide screen, above them on a phone.
        (double Left, double Room, double Label, double Ratio, double Verdict) at = size.IsNarrow
            ? (0, size.Width, top + text, top + (2.4 * text), top + (3.75 * text))
            : (x.To + 14, size.Width - x.To - 14, middle + (0.35 * text), middle - (0.25 * text), middle + (1.05 * text));
        int Most(double room) => (int)(room / (text * 0.56));
        svg.Open("g", ("class", "pt s0")).Element("title", $"{row.Label}\n{Say(row)}\n{row.Verdict}");
        svg.Element("text", Legend.Shorten(row.Label, Most(size.IsNarrow ? size.Width : x.From - 8)), ("x", 0.0), ("y", at.Label),
            ("font-size", text));
        svg.Element("text", Say(row), ("x", at.Left), ("y", at.Ratio), ("font-size", text));
        svg.Element("text", Legend.Shorten(row.Verdict, Most(at.Room)), ("class", "quiet"), ("x", at.Left), ("y", at.Verdict),
            ("font-size", text));
        if (row is { Low: > 0 and { } low, High: { } high })
        {
            svg.Empty("path", ("class", "line"), ("d",
                $"M{MarkupWriter.Number(x.Of(low))} {MarkupWriter.Number(middle - 4)}v8m0 "
                + $"-4H{MarkupWriter.Number(x.Of(high))}m0 -4v8"));
        }

        if (row.Ratio is { } ratio)
        {
            svg.Empty("path", ("class", "dot"), ("d", new SeriesLook(1).Marker(x.Of(ratio), middle, 4.5)));
        }

        svg.Close().Line();
    }

    /// <summary>The line at 1 and the equivalent range, at the height of a row's interval.</summary>
    private void DrawReference(MarkupWriter svg, LogScale x, double middle, double reach)
    {
        if (Equivalent is { } range)
        {
            svg.Empty("rect", ("class", "shade"), ("x", x.Of(range.Low)), ("y", middle - reach),
                ("width", x.Of(range.High) - x.Of(range.Low)), ("height", 2 * reach));
        }

        svg.Empty("path", ("class", "axis"),
            ("d", $"M{MarkupWriter.Number(x.Of(1))} {MarkupWriter.Number(middle - reach)}v{MarkupWriter.Number(2 * reach)}"))
            .Line();
    }

    private void DrawAxis(MarkupWriter svg, FigureSize size, LogScale x, double bottom)
    {
        double text = size.FontSize;
        svg.Empty("path", ("class", "axis"),
            ("d", $"M{MarkupWriter.Number(x.From)} {MarkupWriter.Number(bottom)}H{MarkupWriter.Number(x.To)}"));
        foreach (var tick in x.Ticks)
        {
            svg.Empty("path", ("class", "axis"),
                ("d", $"M{MarkupWriter.Number(x.Of(tick.Value))} {MarkupWriter.Number(bottom)}v4"));
            svg.Element("text", tick.Text, ("class", "quiet"), ("x", x.Of(tick.Value)), ("y", bottom + (1.5 * text)),
                ("text-anchor", "middle"), ("font-size", text));
        }

        svg.Element("text", XTitle, ("class", "quiet"), ("x", (x.From + x.To) / 2), ("y", bottom + (3 * text)),
            ("text-anchor", "middle"), ("font-size", text)).Line();
    }
}
