namespace DbIngest.Analysis.Figures.Drawing;

/// <summary>
/// Holds the colours of figures and reports, light and dark, and the style rules of figures. <c>SvgImage</c>, <c>PrintImage</c>
/// and <c>PageStyle</c> embed them. It contains no input. Light and dark colours must define the same variables.
/// </summary>
internal static class Theme
{
    /// <summary>
    /// Blue, vermillion, bluish green, reddish purple, orange, sky blue and yellow of Okabe and Ito ("Color Universal Design",
    /// 2008), and the colour of text in place of their black. Dark shades are lighter, of the same hue; light yellow is darkened
    /// to be visible on white.
    /// </summary>
    private const string Light =
        "--fg:#1a1e24;--muted:#565f6b;--surface:#fff;--panel:#f5f7f9;--line:#d9dee4;--grid:#e6e9ed;--accent:#0060a0;"
        + "--good:#00664a;--note:#7a5200;--bad:#a83200;--mark:#fff3d6;"
        + "--s0:#0072b2;--s1:#d55e00;--s2:#009e73;--s3:#cc79a7;--s4:#e69f00;--s5:#56b4e9;--s6:#1a1e24;--s7:#b8a800;";

    private const string Dark =
        "--fg:#e7ebf0;--muted:#a5afbb;--surface:#12161c;--panel:#1a2028;--line:#343d49;--grid:#28303a;--accent:#7cc0f5;"
        + "--good:#5fd0a5;--note:#f0c060;--bad:#ff9c6e;--mark:#3a3216;"
        + "--s0:#4aa3df;--s1:#f0803c;--s2:#2fc79a;--s3:#e39bc4;--s4:#f0b73c;--s5:#9bd3f7;--s6:#e7ebf0;--s7:#f0e442;";

    /// <summary>Style rules of every figure. They need the variables of <see cref="Variables"/>.</summary>
    public const string FigureRules =
        ".fig{font-family:system-ui,-apple-system,\"Segoe UI\",Roboto,\"Helvetica Neue\",Arial,\"DejaVu "
        + "Sans\",sans-serif;font-variant-numeric:tabular-nums}"
        + ".fig text{fill:var(--fg)}.fig .quiet{fill:var(--muted)}.fig .strong{font-weight:600}"
        + ".fig .paper{fill:var(--surface)}.fig .grid{stroke:var(--grid);fill:none}.fig .axis{stroke:var(--muted);fill:none}"
        + ".fig .guide{stroke:var(--muted);fill:none;stroke-dasharray:4 4}.fig .shade{fill:var(--line);fill-opacity:.6}"
        + ".fig .line{stroke:var(--c);fill:none;stroke-width:2;stroke-linejoin:round}.fig "
        + ".bar{stroke:var(--c);fill:none;stroke-width:1.25}"
        + ".fig .dot{fill:var(--c);stroke:var(--surface);stroke-width:.75}.fig "
        + ".hollow{fill:var(--surface);stroke:var(--c);stroke-width:1.75}"
        + ".fig .cross{stroke:var(--c);fill:none;stroke-width:2}.fig .ring{stroke:var(--bad);fill:none;stroke-width:1.75}"
        + ".fig .box{fill:var(--c);fill-opacity:.18;stroke:var(--c);stroke-width:1.25}.fig "
        + ".mid{stroke:var(--c);stroke-width:2.5;fill:none}"
        + ".fig .points{stroke:var(--c);stroke-width:4;stroke-linecap:round;fill:none;stroke-opacity:.55}"
        + ".fig .raw{stroke:var(--c);stroke-width:3.5;stroke-linecap:round;fill:none;stroke-opacity:.5}"
        + ".fig .ink{fill:#000}.fig .chalk{fill:#fff}.fig .void{fill:var(--panel);stroke:var(--line)}.fig "
        + ".hit{fill:#000;fill-opacity:0}"
        + ".s0{--c:var(--s0)}.s1{--c:var(--s1)}.s2{--c:var(--s2)}.s3{--c:var(--s3)}"
        + ".s4{--c:var(--s4)}.s5{--c:var(--s5)}.s6{--c:var(--s6)}.s7{--c:var(--s7)}";

    /// <summary>The style rules of every figure in light colours, without variables.</summary>
    public static string PrintRules { get; } = WithoutVariables();

    /// <summary>Writes the colours as variables of an element: dark ones on a dark screen, light ones in print.</summary>
    public static string Variables(string selector) =>
        selector + "{color-scheme:light dark;" + Light + "}@media screen and (prefers-color-scheme:dark){" + selector + "{" + Dark
            + "}}"
        + "@media print{" + selector + "{color-scheme:light;" + Light + "}}";

    private static string WithoutVariables()
    {
        var colours = Light.Split(';', StringSplitOptions.RemoveEmptyEntries).Select(pair => pair.Split(':'))
            .ToDictionary(pair => pair[0], pair => pair[1], StringComparer.Ordinal);
        var rules = FigureRules.Split('}', StringSplitOptions.RemoveEmptyEntries).Select(rule => rule.Split('{'))
            .Where(rule => !rule[1].StartsWith("--c:", StringComparison.Ordinal))
            .SelectMany(rule => rule[1].Contains("var(--c)", StringComparison.Ordinal)
                ? Enumerable.Range(0, SeriesLook.Colours).Select(series => new SeriesLook(series).Class).Select(series =>
                    OfSeries(rule[0].Replace(".fig ", string.Empty, StringComparison.Ordinal), series)
                    + "{" + rule[1].Replace("var(--c)", $"var(--{series})", StringComparison.Ordinal) + "}")
                : [rule[0] + "{" + rule[1] + "}"]);
        return colours.Aggregate(string.Concat(rules), (text, colour) =>
            text.Replace($"var({colour.Key})", colour.Value, StringComparison.Ordinal));
    }

    /// <summary>Selects elements of a series, and those within a group of it.</summary>
    private static string OfSeries(string selector, string series) => $".{series}{selector},.{series} {selector}";
}
