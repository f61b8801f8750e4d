using System.Text;
using DbIngest.Analysis.Output;

namespace DbIngest.Analysis.Latex;

/// <summary>
/// Renders a table for a paper, with the rules of the LaTeX package booktabs. <see cref="LatexFiles"/> writes it as a file that a
/// paper takes in by <c>\input</c>. Figures stay rounded to what their intervals bear, as in the report.
/// </summary>
internal static class LatexTable
{
    /// <summary>Characters of a page's width in a small font. A wider table loses its least important columns.</summary>
    private const int PageCharacters = 110;

    /// <summary>Renders a table as a <c>table</c> environment with its title as caption and its notes below.</summary>
    /// <param name="table">The table.</param>
    /// <param name="label">The name for <c>\ref</c>, without <c>tab:</c>.</param>
    /// <returns>Lines ending in LF.</returns>
    public static string Of(TextTable table, string label)
    {
        var fitting = table.Fit(PageCharacters, between: 2);
        var text = new StringBuilder()
            .Append("% Needs \\usepackage{booktabs,textcomp} and \\usepackage[T1]{fontenc}.\n")
            .Append("\\begin{table}\n\\centering\n\\small\n")
            .Append("\\caption{").Append(LatexText.Escape(fitting.Title)).Append("}\n")
            .Append("\\label{tab:").Append(label).Append("}\n")
            .Append("\\begin{tabular}{@{}").AppendJoin("", fitting.RightAligned.Select(right => right ? 'r' : 'l'))
            .Append("@{}}\n\\toprule\n");
        AppendRow(text, fitting.Headers);
        text.Append("\\midrule\n");
        foreach (var row in fitting.Rows)
        {
            AppendRow(text, row);
        }

        text.Append("\\bottomrule\n\\end{tabular}\n");
        foreach (string note in fitting.Notes.Where(note => !note.StartsWith(TextTable.LeftOut, StringComparison.Ordinal)))
        {
            text.Append("\\par\\smallskip\\footnotesize ").Append(LatexText.Escape(note)).Append('\n');
        }

        return text.Append("\\end{table}\n").ToString();
    }

    private static void AppendRow(StringBuilder text, IReadOnlyList<string> cells) =>
        text.AppendJoin(" & ", cells.Select(LatexText.Escape)).Append(" \\\\\n");
}
