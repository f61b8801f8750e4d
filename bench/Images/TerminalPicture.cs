using System.Globalization;
using System.Net;
using System.Text;

namespace DbIngest.Bench.Images;

/// <summary>Draws lines of a terminal as SVG, for <see cref="Pictures"/>.</summary>
internal static class TerminalPicture
{
    private const double Character = 7.83;
    private const int Line = 18;
    private const int Margin = 16;

    /// <summary>Returns the picture as SVG.</summary>
    /// <param name="command">The first line, a command with its prompt.</param>
    /// <param name="lines">The lines of output below it.</param>
    public static string Of(string command, IReadOnlyList<(string Text, bool IsBold)> lines)
    {
        int widest = lines.Select(line => line.Text.Length).Append(command.Length).Max();
        string size = string.Create(CultureInfo.InvariantCulture,
            $"{(widest * Character) + (2 * Margin):0} {((lines.Count + 2) * Line) + Margin:0}");
        string[] sides = size.Split(' ');
        var svg = new StringBuilder(string.Create(
            CultureInfo.InvariantCulture,
            $"""
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size}" width="{sides[0]}" height="{sides[1]}" role="img" aria-label="Console output of a finished sweep">
            <rect width="{sides[0]}" height="{sides[1]}" rx="8" fill="#10151c"/>
            <g font-family="ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace" font-size="13" fill="#d7dee8" xml:space="preserve">

            """));
        Add(svg, 0, command, " fill=\"#7fd1a8\"");
        for (int i = 0; i < lines.Count; i++)
        {
            Add(svg, i + 2, lines[i].Text, lines[i].IsBold ? " font-weight=\"700\"" : string.Empty);
        }

        return svg.Append("</g></svg>\n").ToString();
    }

    private static void Add(StringBuilder svg, int row, string text, string style)
    {
        if (text.Length > 0)
        {
            // Some viewers collapse consecutive blanks.
            text = text.Replace(' ', '\u00A0');
            svg.Append(string.Create(
                CultureInfo.InvariantCulture,
                $"<text x=\"{Margin}\" y=\"{(row * Line) + 29}\"{style} textLength=\"{text.Length * Character:0.0}\" "
                + $"lengthAdjust=\"spacingAndGlyphs\">{WebUtility.HtmlEncode(text).Replace("&#160;", "\u00A0", StringComparison.Ordinal)}</text>\n"));
        }
    }
}
