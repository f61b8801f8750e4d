using System.Text;
using DbIngest.Analysis.Compare;
using DbIngest.Analysis.Figures;
using DbIngest.Analysis.Figures.Charts;
using DbIngest.Analysis.Output;
using DbIngest.Analysis.Report;
using DbIngest.Analysis.Reproduce;
using DbIngest.Analysis.Summary;
using DbIngest.Core.Results;

namespace DbIngest.Analysis.Latex;

/// <summary>
/// Writes the tables and figures of a report for a paper: a LaTeX file per table, an SVG per figure at the width of a column, and
/// a document that takes them all in. <c>SummaryOutput</c> calls it for <c>report --latex</c>. It replaces files of the same
/// names and deletes none.
/// </summary>
public static class LatexFiles
{
    /// <summary>Name of the subfolder of the report's folder.</summary>
    public const string Folder = "latex";

    private const string Document = "paper.tex";

    /// <summary>The files that <see cref="Write"/> creates or replaces.</summary>
    public static IReadOnlyList<string> FilesOf(string folder, IReadOnlyList<StoredResult> results, Reproduction? study,
        ScoreFormula score = ScoreFormula.PerRecord) =>
        [.. Content(results, study, score).Select(file => Path.Combine(folder, Folder, file.Name))];

    /// <summary>Writes the files, each atomically. Equal results give equal bytes.</summary>
    /// <param name="folder">Folder of the report; created when missing.</param>
    /// <param name="results">At least one.</param>
    /// <param name="study">A study's findings; null without a study.</param>
    /// <param name="score">Formula of the composite score.</param>
    /// <returns>The document.</returns>
    /// <exception cref="IOException">A file cannot be written.</exception>
    /// <exception cref="UnauthorizedAccessException">The folder cannot be written.</exception>
    public static string Write(string folder, IReadOnlyList<StoredResult> results, Reproduction? study,
        ScoreFormula score = ScoreFormula.PerRecord)
    {
        string place = Path.Combine(folder, Folder);
        Directory.CreateDirectory(place);
        foreach (var (name, text) in Content(results, study, score))
        {
            ResultFolder.WriteAtomically(Path.Combine(place, name), Encoding.UTF8.GetBytes(text));
        }

        return Path.Combine(place, Document);
    }

    private static IEnumerable<(string Name, string Text)> Content(IReadOnlyList<StoredResult> results, Reproduction? study,
        ScoreFormula score)
    {
        var tables = Tables(results, study)
            .Select((table, i) => (Name: FormattableString.Invariant($"table-{i + 1:00}"), Table: table)).ToList();
        var charts = FigureCatalog.Of(results, score);
        return
        [
            .. tables.Select(table => (table.Name + ".tex", LatexTable.Of(table.Table, table.Name))),
            .. charts.Select(chart => (chart.Name + ".svg", PrintImage.Of(chart))),
            (Document, DocumentOf([.. tables.Select(table => table.Name)], charts)),
        ];
    }

    private static IEnumerable<TextTable> Tables(IReadOnlyList<StoredResult> results, Reproduction? study)
    {
        foreach (var result in results)
        {
            TextTable[] tables =
            [
                .. SpecialTables.BeforePoints(result.Summary).Select(Titled),
                SummaryTable.Main(result.Summary with { Name = ResultNames.Of(results, result) })
                    with { Notes = [.. SummaryTable.Shared(result.Summary)] },
                .. SpecialTables.AfterPoints(result.Summary).Select(Titled),
            ];
            foreach (var table in tables)
            {
                yield return table;
            }

            if (Comparison.OfPairs(result) is { } pairs)
            {
                yield return Titled(ComparisonTable.Of(pairs));
            }

            foreach (var analysis in result.Summary.Analysis)
            {
                yield return Titled(AnalysisTable.Of(analysis, result.Summary.Confidence));
            }

            TextTable Titled(TextTable table) => ResultNames.Titled(results, result, table);
        }

        foreach (var table in MixSection.Tables(results).Select(part => part.Table))
        {
            yield return table;
        }

        if (study is not null)
        {
            yield return ReproductionTable.Of(study);
            if (ReproductionTable.OfMeans(study) is { } means)
            {
                yield return means;
            }
        }
    }

    private static string DocumentOf(IReadOnlyList<string> tables, IReadOnlyList<Chart> charts)
    {
        var text = new StringBuilder("""
            % All tables and figures of a report. Take single ones into your paper by \input and \includegraphics.
            % Make the figures first:  for f in *.svg; do rsvg-convert -f pdf -o "${f%.svg}.pdf" "$f"; done
            \documentclass[a4paper]{article}
            \usepackage[T1]{fontenc}
            \usepackage[utf8]{inputenc}
            \usepackage{textcomp,booktabs,graphicx}
            \usepackage[margin=18mm,landscape]{geometry}
            % A figure at its own size, or as high as a page bears.
            \newsavebox\figurebox
            \newcommand\figurefile[1]{\sbox\figurebox{\includegraphics{#1}}%
              \ifdim\ht\figurebox>.85\textheight\includegraphics[height=.85\textheight]{#1}\else\usebox\figurebox\fi}
            \begin{document}

            """).Replace("\r\n", "\n");
        foreach (string table in tables)
        {
            text.Append("\\input{").Append(table).Append("}\n");
        }

        foreach (var chart in charts)
        {
            text.Append("\\IfFileExists{").Append(chart.Name).Append(".pdf}{\\begin{figure}\\centering\\figurefile{")
                .Append(chart.Name).Append(".pdf}\\caption{").Append(LatexText.Escape(chart.Title)).Append("}\\label{fig:")
                .Append(chart.Name).Append("}\\end{figure}\\clearpage}{}\n");
        }

        return text.Append("\\end{document}\n").ToString();
    }
}
