using System.Text;
using DbIngest.Analysis.Output;

namespace DbIngest.Analysis.Latex;

/// <summary>
/// Renders a table for a paper, with the rules of the LaTeX package booktabs. <see cref="LatexFiles"/> writes it as a file that a
/// paper takes in by <c>\input</c>. Figures must stay rounded to what their intervals bear, as in the report.
/// </summary>
internal static class LatexTable
{
    /// <summary>
    /// Characters of a page's width in a small font. A wider table loses its least important columns, and words are broken.
    /// </summary>
    private const int PageCharacters = 110;

    /// <summary>Characters that a column takes beside its cells.</summary>
    private const int Between = 2;

    /// <summary>Rows and lines of notes for which a page of <c>paper.tex</c> has room. A float loses those beyond.</summary>
    private const int PageLines = 35;

    /// <summary>Characters of a note that take one line.</summary>
    private const int NoteCharacters = 150;

    /// <summary>
    /// Renders a table as a <c>table</c> environment with its title as caption and its notes below. A table that is longer than a
    /// page becomes several, a page each, under one number. Notes of more than half a page follow it as text, which may go on
    /// over pages, as those of a study's findings do.
    /// </summary>
    /// <param name="table">The table.</param>
    /// <param name="label">The name for <c>\ref</c>, without <c>tab:</c>.</param>
    /// <returns>Lines ending in LF.</returns>
    public static string Of(TextTable table, string label)
    {
        var fitting = table.Fit(PageCharacters, Between);
        int[] widths = WidthsOf(fitting);
        string[] notes = [.. fitting.Notes.Where(note => !note.StartsWith(TextTable.LeftOut, StringComparison.Ordinal))];
        int noteLines = notes.Sum(note => 1 + (note.Length / NoteCharacters));
        bool areNotesApart = noteLines > PageLines / 2;
        var parts = Parts(fitting.Rows, widths, areNotesApart ? 0 : noteLines);
        var text = new StringBuilder("% Needs \\usepackage{booktabs,textcomp} and \\usepackage[T1]{fontenc}.\n");
        for (int part = 0; part < parts.Count; part++)
        {
            text.Append("\\begin{table}\n\\centering\n\\small\n");
            AppendCaption(text, fitting.Title, label, isFirst: part == 0);
            AppendRows(text, fitting, widths, parts[part]);
            foreach (string note in part == parts.Count - 1 && !areNotesApart ? notes : [])
            {
                text.Append("\\par\\smallskip\\footnotesize ").Append(LatexText.Escape(note)).Append('\n');
            }

            // LaTeX holds few floats at once: each page of a long table is given out before the next.
            text.Append("\\end{table}\n").Append(parts.Count > 1 || areNotesApart ? "\\clearpage\n" : string.Empty);
        }

        foreach (string note in areNotesApart ? notes : [])
        {
            text.Append("{\\footnotesize\\noindent ").Append(LatexText.Escape(note)).Append("\\par}\\smallskip\n");
        }

        return text.ToString();
    }

    /// <summary>
    /// The characters of each column. Where a page is too narrow for all, the widest columns of words share one width, and LaTeX
    /// breaks their cells into lines.
    /// </summary>
    private static int[] WidthsOf(TextTable table)
    {
        var natural = table.Widths;
        int most = natural.Max();
        int[] Cut() => [.. natural.Select((width, i) => table.RightAligned[i] ? width : Math.Min(width, most))];
        while (most > TextTable.FoldedAtLeast && Cut().Sum(width => width + Between) > PageCharacters)
        {
            most--;
        }

        return Cut();
    }

    /// <summary>Divides the rows into parts of about equal length, of which the last one has room for the notes.</summary>
    private static List<IReadOnlyList<string>[]> Parts(IReadOnlyList<IReadOnlyList<string>> rows, int[] widths, int noteLines)
    {
        int[] lines = [.. rows.Select(row => row.Zip(widths, (cell, width) => 1 + (Math.Max(0, cell.Length - 1)
            / Math.Max(1, width))).Max())];
        int all = lines.Sum() + noteLines;
        int pages = Math.Max(1, (all + PageLines - 1) / PageLines);
        int most = (all + pages - 1) / pages;
        var parts = new List<IReadOnlyList<string>[]>();
        int used = noteLines;
        int end = rows.Count;
        for (int row = rows.Count - 1; row >= 0; row--)
        {
            if (row < end - 1 && used + lines[row] > most)
            {
                parts.Insert(0, [.. rows.Take(end).Skip(row + 1)]);
                (end, used) = (row + 1, 0);
            }

            used += lines[row];
        }

        parts.Insert(0, [.. rows.Take(end)]);
        return parts;
    }

    private static void AppendCaption(StringBuilder text, string title, string label, bool isFirst)
    {
        text.Append(isFirst ? string.Empty : "\\addtocounter{table}{-1}\n")
            .Append("\\caption{").Append(LatexText.Escape(title)).Append(isFirst ? "}\n" : " (continued)}\n");
        if (isFirst)
        {
            text.Append("\\label{tab:").Append(label).Append("}\n");
        }
    }

    private static void AppendRows(StringBuilder text, TextTable table, int[] widths, IReadOnlyList<string>[] rows)
    {
        var natural = table.Widths;
        text.Append("\\begin{tabular}{@{}").AppendJoin("", table.RightAligned.Select((right, i) => right ? "r"
            : widths[i] == natural[i] ? "l"
            : FormattableString.Invariant($"p{{{(double)widths[i] / PageCharacters:0.00}\\linewidth}}")))
            .Append("@{}}\n\\toprule\n");
        AppendRow(text, table.Headers);
        text.Append("\\midrule\n");
        foreach (var row in rows)
        {
            AppendRow(text, row);
        }

        text.Append("\\bottomrule\n\\end{tabular}\n");
    }

    private static void AppendRow(StringBuilder text, IReadOnlyList<string> cells) =>
        text.AppendJoin(" & ", cells.Select(LatexText.Escape)).Append(" \\\\\n");
}
