using System.Text.RegularExpressions;
using DbIngest.Analysis.Figures.Drawing;
using DbIngest.Analysis.Output;

namespace DbIngest.Analysis.Report;

/// <summary>
/// Writes a table into a page, within a scrolling container, so that the page itself never scrolls sideways. On a narrow screen
/// the style shows each row as a card, in which every cell has its column's head. The pages of reports, comparisons, histories
/// and advices, and the live page, write their tables by it. <see cref="RankingTable"/> and <c>ResultPage</c> write theirs
/// themselves.
/// </summary>
internal static partial class HtmlTable
{
    /// <summary>Writes a table without its notes.</summary>
    /// <param name="page">Page to write to.</param>
    /// <param name="table">Table to write.</param>
    /// <param name="label">Description for screen readers.</param>
    /// <param name="rowClass">Style class of each row by index; null for none.</param>
    public static void Write(MarkupWriter page, TextTable table, string label, Func<int, string?>? rowClass = null)
    {
        // A scrolling container must be reachable by keyboard.
        page.Open("div", ("class", "scroll"), ("role", "region"), ("aria-label", label), ("tabindex", 0)).Open("table").Line();
        page.Open("thead").Open("tr");
        for (int i = 0; i < table.Headers.Count; i++)
        {
            page.Element("th", Breakable(Polish(table.Headers[i])), ("scope", "col"), ("class", Class(table, i)));
        }

        page.Close().Close().Line().Open("tbody").Line();
        for (int row = 0; row < table.Rows.Count; row++)
        {
            page.Open("tr", ("class", rowClass?.Invoke(row)));
            for (int i = 0; i < table.Headers.Count; i++)
            {
                string text = Polish(table.Rows[row][i]);
                if (i == 0)
                {
                    page.Element("th", text, ("scope", "row"), ("class", Class(table, i)));
                }
                else
                {
                    page.Element("td", text, ("class", Class(table, i)), ("data-head", Polish(table.Headers[i])));
                }
            }

            page.Close().Line();
        }

        page.Close().Close().Close().Line();
    }

    /// <summary>Writes a table that may be wider than the text of the page, and its notes.</summary>
    /// <param name="page">Page to write to.</param>
    /// <param name="table">Table to write.</param>
    /// <param name="label">Description for screen readers.</param>
    public static void WriteWide(MarkupWriter page, TextTable table, string label)
    {
        page.Open("div", ("class", "figures")).Line();
        Write(page, table, label);
        page.Close().Line();
        ReportPage.WriteNotes(page, table);
    }

    /// <summary>Allows a break after a slash, <c>records/</c> over <c>source</c>, but within no unit: <c>records/s</c>.</summary>
    private static string Breakable(string head) => LongSlash().Replace(head, "/\u200B");

    [GeneratedRegex("/(?=\\p{L}{3})", RegexOptions.None, 1000)]
    private static partial Regex LongSlash();

    /// <summary>Replaces ASCII notation with typography that a console lacks.</summary>
    public static string Polish(string text) => text.Replace("+-", "±", StringComparison.Ordinal)
        .Replace(" us/", " µs/", StringComparison.Ordinal);

    private static string? Class(TextTable table, int column) => table.RightAligned[column] ? "n" : null;
}
